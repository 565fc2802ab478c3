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

      #expect(store.messages == [.retrieve])
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

      expectNoDifference(store.messages, [.delete, .insert(CachedFeed(feed: items.local, timestamp: now))])
    }

    @Test("When the old feed cannot be deleted then the new one is not inserted")
    func whenOldFeedCannotBeDeleted_thenNewOneIsNotInserted() async {
      let error = makeError()
      let (sut, store) = makeSUT()
      store.deletion.result = .failure(error)

      await #expect(throws: error) { try await sut.save(makeItems()) }

      #expect(store.messages == [.delete])
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

      #expect(store.messages == [.retrieve])
    }

    @Test("When the kept feed is too old then it is deleted")
    func whenKeptFeedIsTooOld_thenItIsDeleted() async throws {
      let (sut, store) = makeSUT()
      store.retrieval.result = .success(CachedFeed(feed: [], timestamp: now - maximumAge))

      try await sut.validateCache()

      #expect(store.messages == [.retrieve, .delete])
    }

    @Test("When the kept feed cannot be read then it is deleted")
    func whenKeptFeedCannotBeRead_thenItIsDeleted() async throws {
      let (sut, store) = makeSUT()
      store.retrieval.result = .failure(makeError())

      try await sut.validateCache()

      #expect(store.messages == [.retrieve, .delete])
    }
  }

  @Suite("Falling back")
  struct FallbackTests {
    @Test("When the server answers then its feed is delivered and kept")
    func whenServerAnswers_thenFeedIsDeliveredAndKept() async throws {
      let items = makeItems()
      let (sut, store) = makeSUT(remote: .success(items))

      let delivered = try await sut.load()

      #expect(delivered == items)
      #expect(store.messages == [.delete, .insert(CachedFeed(feed: items.local, timestamp: now))])
    }

    @Test("When the server's feed cannot be kept then it is delivered all the same")
    func whenFeedCannotBeKept_thenItIsDeliveredAllTheSame() async throws {
      let items = makeItems()
      let (sut, store) = makeSUT(remote: .success(items))
      store.insertion.result = .failure(makeError())

      #expect(try await sut.load() == items)
    }

    @Test("When the server does not answer then the kept feed is delivered")
    func whenServerDoesNotAnswer_thenKeptFeedIsDelivered() async throws {
      let items = makeItems()
      let (sut, store) = makeSUT(remote: .failure(makeError()))
      store.retrieval.result = .success(CachedFeed(feed: items.local, timestamp: now))

      #expect(try await sut.load() == items)
    }

    @Test("When the load is cancelled then nothing else is tried")
    func whenLoadIsCancelled_thenNothingElseIsTried() async {
      let (sut, store) = makeSUT(remote: .failure(CancellationError()))

      await #expect(throws: CancellationError.self) { try await sut.load() }

      #expect(store.messages == [])
    }
  }
}

// MARK: - makeSUT and Helper Factory Methods

private let now = Date(timeIntervalSinceReferenceDate: 800_000_000)
private let maximumAge = LocalFeedLoader.maximumAge

private func makeSUT(sourceLocation: SourceLocation = #_sourceLocation) -> (LocalFeedLoader, FeedStoreSpy) {
  let store = FeedStoreSpy()
  let sut = LocalFeedLoader(store: store, currentDate: { now })
  trackForMemoryLeaks(sut, sourceLocation: sourceLocation)
  trackForMemoryLeaks(store, sourceLocation: sourceLocation)
  return (sut, store)
}

private func makeSUT(
  remote: ActionResult<[FeedItem], any Error>,
  sourceLocation: SourceLocation = #_sourceLocation
) -> (FeedLoaderWithFallback, FeedStoreSpy) {
  let (local, store) = makeSUT(sourceLocation: sourceLocation)
  let sut = FeedLoaderWithFallback(remote: FeedLoaderStub(remote), local: local)
  trackForMemoryLeaks(sut, sourceLocation: sourceLocation)
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

private final class FeedLoaderStub: FeedLoader {
  private let result: ActionResult<[FeedItem], any Error>

  init(_ result: ActionResult<[FeedItem], any Error>) {
    self.result = result
  }

  func load() async throws -> [FeedItem] {
    try await result.resolve()
  }
}

/// One list of messages for the three methods: their order is what the tests are about.
private final class FeedStoreSpy: FeedStore {
  enum Message: Equatable {
    case retrieve
    case insert(CachedFeed)
    case delete
  }

  let retrieval = FunctionSpy<Void, CachedFeed?, any Error>(.success(nil))
  let insertion = FunctionSpy<CachedFeed, Void, any Error>(.success(()))
  let deletion = FunctionSpy<Void, Void, any Error>(.success(()))
  private let log = LockIsolated<[Message]>([])

  var messages: [Message] { log.value }

  func retrieve() async throws -> CachedFeed? {
    log.withValue { $0.append(.retrieve) }
    return try await retrieval.callAsync()
  }

  func insert(_ feed: CachedFeed) async throws {
    log.withValue { $0.append(.insert(feed)) }
    try await insertion.callAsync(feed)
  }

  func deleteCachedFeed() async throws {
    log.withValue { $0.append(.delete) }
    try await deletion.callAsync()
  }
}
