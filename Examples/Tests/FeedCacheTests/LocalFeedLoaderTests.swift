import FeedCache
import Foundation
import Testing
import TestingSupport

@Suite("Loading the feed that was kept", .deterministic, .tracksMemoryLeaks)
struct LocalFeedLoaderTests {
  @Suite("Loading")
  struct LoadTests {
    @Test("When the kept feed is fresh then it is delivered")
    func whenKeptFeedIsFresh_thenItIsDelivered() async throws {
      let items = makeItems()
      let (sut, store) = makeSUT()
      store.retrieval.result = .success(CachedFeed(feed: items.local, timestamp: now - maximumAge + 1))

      #expect(try await sut.load() == items)
    }

    @Test("When the kept feed is too old then nothing is delivered", arguments: [0, 1.0])
    func whenKeptFeedIsTooOld_thenNothingIsDelivered(secondsTooOld: TimeInterval) async throws {
      let (sut, store) = makeSUT()
      store.retrieval.result = .success(
        CachedFeed(feed: makeItems().local, timestamp: now - maximumAge - secondsTooOld)
      )

      #expect(try await sut.load() == [])
    }

    @Test("When loading then the store is only read")
    func whenLoading_thenStoreIsOnlyRead() async throws {
      let (sut, store) = makeSUT()

      _ = try await sut.load()

      #expect(store.log.entries == ["retrieve"])
    }

    @Test("When the store fails then the error is passed on")
    func whenStoreFails_thenErrorIsPassedOn() async {
      let error = makeError()
      let (sut, store) = makeSUT()
      store.retrieval.result = .failure(error)

      await #expect(throws: error) { try await sut.load() }
    }
  }

  @Suite("Saving")
  struct SaveTests {
    @Test("When a feed is saved then the old one is deleted first")
    func whenFeedIsSaved_thenOldOneIsDeletedFirst() async throws {
      let items = makeItems()
      let (sut, store) = makeSUT()

      try await sut.save(items)

      #expect(store.log.entries == ["delete", "insert(CachedFeed(items: 2))"])
      expectNoDifference(store.insertion.calls, [CachedFeed(feed: items.local, timestamp: now)])
    }

    @Test("When the old feed cannot be deleted then the new one is not inserted")
    func whenOldFeedCannotBeDeleted_thenNewOneIsNotInserted() async {
      let error = makeError()
      let (sut, store) = makeSUT()
      store.deletion.result = .failure(error)

      await #expect(throws: error) { try await sut.save(makeItems()) }

      #expect(store.log.entries == ["delete"])
    }

    @Test("When the new feed cannot be inserted then the error is passed on")
    func whenNewFeedCannotBeInserted_thenErrorIsPassedOn() async {
      let error = makeError()
      let (sut, store) = makeSUT()
      store.insertion.result = .failure(error)

      await #expect(throws: error) { try await sut.save(makeItems()) }
    }
  }

  @Suite("Validating")
  struct ValidateTests {
    @Test("When the kept feed is fresh then it stays")
    func whenKeptFeedIsFresh_thenItStays() async throws {
      let (sut, store) = makeSUT()
      store.retrieval.result = .success(CachedFeed(feed: [], timestamp: now))

      try await sut.validateCache()

      #expect(store.log.entries == ["retrieve"])
    }

    @Test("When the kept feed is too old then it is deleted")
    func whenKeptFeedIsTooOld_thenItIsDeleted() async throws {
      let (sut, store) = makeSUT()
      store.retrieval.result = .success(CachedFeed(feed: [], timestamp: now - maximumAge))

      try await sut.validateCache()

      #expect(store.log.entries == ["retrieve", "delete"])
    }

    @Test("When the kept feed cannot be read then it is deleted")
    func whenKeptFeedCannotBeRead_thenItIsDeleted() async throws {
      let (sut, store) = makeSUT()
      store.retrieval.result = .failure(makeError())

      try await sut.validateCache()

      #expect(store.log.entries == ["retrieve", "delete"])
    }
  }
}

// MARK: - makeSUT and Helper Factory Methods

private let now = Date(timeIntervalSinceReferenceDate: 800_000_000)
private let maximumAge = LocalFeedLoader.maximumAge

private func makeSUT(sourceLocation: SourceLocation = #_sourceLocation) -> (LocalFeedLoader, FeedStoreSpy) {
  let store = FeedStoreSpy()
  let sut = LocalFeedLoader(store: store, currentDate: { now })
  trackForMemoryLeaks(sut, store, sourceLocation: sourceLocation)
  return (sut, store)
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

/// Records the calls of its three methods in one log: their order is what the tests are about.
private final class FeedStoreSpy: FeedStore {
  let log = CallLog()
  let retrieval: FunctionSpy<Void, CachedFeed?, any Error>
  let insertion: FunctionSpy<CachedFeed, Void, any Error>
  let deletion: FunctionSpy<Void, Void, any Error>

  init() {
    retrieval = FunctionSpy(.success(nil), name: "retrieve", log: log)
    insertion = FunctionSpy(.success(()), name: "insert", log: log)
    deletion = FunctionSpy(.success(()), name: "delete", log: log)
  }

  func retrieve() async throws -> CachedFeed? {
    try await retrieval.callAsync()
  }

  func insert(_ feed: CachedFeed) async throws {
    try await insertion.callAsync(feed)
  }

  func deleteCachedFeed() async throws {
    try await deletion.callAsync()
  }
}

extension CachedFeed: TestDescribable {
  public var testDescription: String {
    TestDescription("CachedFeed").field("items", feed.count).description
  }
}
