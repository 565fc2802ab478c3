import FeedCache

/// A fake: keeps the feed, but not when the app ends. `FeedStoreTests` asks it for what the real store promises.
actor InMemoryFeedStore: FeedStore {
  private var cached: CachedFeed?

  init(_ cached: CachedFeed? = nil) {
    self.cached = cached
  }

  func retrieve() -> CachedFeed? { cached }
  func insert(_ feed: CachedFeed) { cached = feed }
  func deleteCachedFeed() { cached = nil }
}
