import Foundation

/// The feed as it was kept, and when.
public struct CachedFeed: Codable, Hashable, Sendable {
  public var feed: [LocalFeedItem]
  public var timestamp: Date

  public init(feed: [LocalFeedItem], timestamp: Date) {
    self.feed = feed
    self.timestamp = timestamp
  }
}

/// A picture as the store keeps it: its form on disk is a matter of the store, not of the app.
public struct LocalFeedItem: Codable, Hashable, Sendable {
  public let id: UUID
  public let description: String?
  public let location: String?
  public let url: URL

  public init(id: UUID, description: String?, location: String?, url: URL) {
    self.id = id
    self.description = description
    self.location = location
    self.url = url
  }
}

/// Keeps one feed. What is asked of it is done one after the other, in the order in which it was asked.
public protocol FeedStore: Sendable {
  /// What is kept; `nil` where nothing is.
  func retrieve() async throws -> CachedFeed?
  /// Keeps a feed in place of what was kept before.
  func insert(_ feed: CachedFeed) async throws
  /// Keeps nothing any more.
  func deleteCachedFeed() async throws
}
