/// Loads from the server and keeps what came; shows what was kept when the server does not answer.
public final class FeedLoaderWithFallback: FeedLoader {
  private let remote: any FeedLoader
  private let local: LocalFeedLoader

  public init(remote: any FeedLoader, local: LocalFeedLoader) {
    self.remote = remote
    self.local = local
  }

  public func load() async throws -> [FeedItem] {
    let items: [FeedItem]
    do {
      items = try await remote.load()
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      return try await local.load()
    }
    try? await local.save(items)
    return items
  }
}
