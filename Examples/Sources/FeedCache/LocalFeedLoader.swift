import Foundation

/// Loads the feed that was kept, as long as it is fresh.
public final class LocalFeedLoader: FeedLoader {
  private let store: any FeedStore
  private let currentDate: @Sendable () -> Date

  /// How long a kept feed is worth showing.
  public static let maximumAge: TimeInterval = 7 * 24 * 60 * 60

  public init(store: any FeedStore, currentDate: @escaping @Sendable () -> Date) {
    self.store = store
    self.currentDate = currentDate
  }

  public func load() async throws -> [FeedItem] {
    guard let cached = try await store.retrieve(), isFresh(cached) else { return [] }
    return cached.feed.map {
      FeedItem(id: $0.id, description: $0.description, location: $0.location, imageURL: $0.url)
    }
  }

  /// Keeps a feed in place of the one before. The old one is gone even if the new one cannot be kept.
  public func save(_ feed: [FeedItem]) async throws {
    try await store.deleteCachedFeed()
    let local = feed.map {
      LocalFeedItem(id: $0.id, description: $0.description, location: $0.location, url: $0.imageURL)
    }
    try await store.insert(CachedFeed(feed: local, timestamp: currentDate()))
  }

  /// Throws away what is too old to be shown, or cannot be read.
  public func validateCache() async throws {
    let isWorthKeeping = (try? await store.retrieve().map(isFresh)) ?? false
    if !isWorthKeeping { try await store.deleteCachedFeed() }
  }

  private func isFresh(_ cached: CachedFeed) -> Bool {
    currentDate().timeIntervalSince(cached.timestamp) < Self.maximumAge
  }
}
