import Foundation

/// A picture in the feed.
public struct FeedItem: Identifiable, Hashable, Sendable {
  public let id: UUID
  public let description: String?
  public let location: String?
  public let imageURL: URL

  public init(id: UUID, description: String?, location: String?, imageURL: URL) {
    self.id = id
    self.description = description
    self.location = location
    self.imageURL = imageURL
  }
}

/// Loads the feed from somewhere.
public protocol FeedLoader: Sendable {
  /// The feed.
  func load() async throws -> [FeedItem]
}
