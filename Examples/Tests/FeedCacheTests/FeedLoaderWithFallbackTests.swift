import FeedCache
import Foundation
import Testing
import TestingSupport

@Suite("Falling back to the feed that was kept", .deterministic, .tracksMemoryLeaks)
struct FeedLoaderWithFallbackTests {
  @Test("When the server answers then its feed is delivered and kept")
  func whenServerAnswers_thenFeedIsDeliveredAndKept() async throws {
    let items = makeItems()
    let store = InMemoryFeedStore(CachedFeed(feed: [], timestamp: now))
    let sut = makeSUT(remote: .success(items), store: store)

    #expect(try await sut.load() == items)

    expectNoDifference(await store.retrieve(), CachedFeed(feed: items.local, timestamp: now))
  }

  @Test("When the server's feed cannot be kept then it is delivered all the same")
  func whenFeedCannotBeKept_thenItIsDeliveredAllTheSame() async throws {
    let items = makeItems()
    let sut = makeSUT(remote: .success(items), store: BrokenFeedStoreStub())

    #expect(try await sut.load() == items)
  }

  @Test("When the server does not answer then the kept feed is delivered")
  func whenServerDoesNotAnswer_thenKeptFeedIsDelivered() async throws {
    let items = makeItems()
    let store = InMemoryFeedStore(CachedFeed(feed: items.local, timestamp: now))
    let sut = makeSUT(remote: .failure(makeError()), store: store)

    #expect(try await sut.load() == items)
  }

  @Test("When neither the server nor the store answers then the store's error is passed on")
  func whenNeitherAnswers_thenErrorOfStoreIsPassedOn() async {
    let error = makeError()
    let sut = makeSUT(remote: .failure(makeError()), store: BrokenFeedStoreStub(error))

    await #expect(throws: error) { try await sut.load() }
  }

  @Test("When the load is cancelled then the kept feed is not delivered")
  func whenLoadIsCancelled_thenKeptFeedIsNotDelivered() async {
    let store = InMemoryFeedStore(CachedFeed(feed: makeItems().local, timestamp: now))
    let sut = makeSUT(remote: .failure(CancellationError()), store: store)

    await #expect(throws: CancellationError.self) { try await sut.load() }
  }
}

// MARK: - makeSUT and Helper Factory Methods

private let now = Date(timeIntervalSinceReferenceDate: 800_000_000)

private func makeSUT(
  remote: ActionResult<[FeedItem], any Error>,
  store: any FeedStore & AnyObject,
  sourceLocation: SourceLocation = #_sourceLocation
) -> FeedLoaderWithFallback {
  let remote = FeedLoaderStub(remote)
  let local = LocalFeedLoader(store: store, currentDate: { now })
  let sut = FeedLoaderWithFallback(remote: remote, local: local)
  trackForMemoryLeaks(sut, remote, local, store, sourceLocation: sourceLocation)
  return sut
}

private func makeItems() -> [FeedItem] {
  (0..<2).map { _ in FeedItem(id: anyUUID(), description: anyString(), location: anyString(), imageURL: anyURL()) }
}

extension [FeedItem] {
  fileprivate var local: [LocalFeedItem] {
    map { LocalFeedItem(id: $0.id, description: $0.description, location: $0.location, url: $0.imageURL) }
  }
}

// MARK: - Test Doubles

private final class FeedLoaderStub: FeedLoader {
  private let result: ActionResult<[FeedItem], any Error>

  init(_ result: ActionResult<[FeedItem], any Error>) {
    self.result = result
  }

  func load() async throws -> [FeedItem] {
    try await result.resolve()
  }
}

private final class BrokenFeedStoreStub: FeedStore {
  private let error: any Error

  init(_ error: any Error = makeError()) {
    self.error = error
  }

  func retrieve() async throws -> CachedFeed? { throw error }
  func insert(_ feed: CachedFeed) async throws { throw error }
  func deleteCachedFeed() async throws { throw error }
}
