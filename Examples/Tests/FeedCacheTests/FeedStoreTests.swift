import FeedCache
import Foundation
import Testing
import TestingSupport

/// What every store promises, asked of each kind of store.
@Suite("What every feed store promises", .tracksMemoryLeaks)
struct FeedStoreTests {
  @Suite("Retrieving")
  struct RetrieveTests {
    @Test("When the store is empty then nothing is retrieved, however often", arguments: StoreKind.allCases)
    func whenEmpty_thenNothingIsRetrieved(kind: StoreKind) async throws {
      try await withSUT(kind) { sut in
        let retrieved = try await [sut.retrieve(), sut.retrieve()]

        #expect(retrieved == [nil, nil])
      }
    }

    @Test("When a feed was kept then it is retrieved, however often", arguments: StoreKind.allCases)
    func whenFeedWasKept_thenItIsRetrieved(kind: StoreKind) async throws {
      try await withSUT(kind) { sut in
        let feed = makeFeed()

        try await sut.insert(feed)

        expectNoDifference(try await [sut.retrieve(), sut.retrieve()], [feed, feed])
      }
    }
  }

  @Suite("Inserting")
  struct InsertTests {
    @Test("When another feed is kept then it takes the place of the first", arguments: StoreKind.allCases)
    func whenAnotherFeedIsKept_thenItTakesPlaceOfFirst(kind: StoreKind) async throws {
      try await withSUT(kind) { sut in
        let latest = makeFeed()
        try await sut.insert(makeFeed())

        try await sut.insert(latest)

        expectNoDifference(try await sut.retrieve(), latest)
      }
    }
  }

  @Suite("Deleting")
  struct DeleteTests {
    @Test("When an empty store is emptied then nothing happens", arguments: StoreKind.allCases)
    func whenEmptyStoreIsEmptied_thenNothingHappens(kind: StoreKind) async throws {
      try await withSUT(kind) { sut in
        try await sut.deleteCachedFeed()

        #expect(try await sut.retrieve() == nil)
      }
    }

    @Test("When a feed was kept then emptying the store removes it", arguments: StoreKind.allCases)
    func whenFeedWasKept_thenEmptyingRemovesIt(kind: StoreKind) async throws {
      try await withSUT(kind) { sut in
        try await sut.insert(makeFeed())

        try await sut.deleteCachedFeed()

        #expect(try await sut.retrieve() == nil)
      }
    }
  }

  @Suite("Order")
  struct OrderTests {
    @Test(
      "When much is asked at once then it is done in the order it was asked",
      .deterministic,
      arguments: StoreKind.allCases
    )
    func whenMuchIsAskedAtOnce_thenItIsDoneInOrder(kind: StoreKind) async throws {
      try await withSUT(kind) { sut in
        let last = makeFeed()

        let asked = await askForChangesAtOnce(of: sut, last: last) { _ in }
        for change in asked { try await change.value }

        expectNoDifference(try await sut.retrieve(), last)
      }
    }

    @Test(
      "When much is asked at once then it ends in the order it was asked",
      .deterministic,
      arguments: StoreKind.allCases
    )
    func whenMuchIsAskedAtOnce_thenItEndsInOrder(kind: StoreKind) async throws {
      try await withSUT(kind) { sut in
        let ended = LockIsolated<[String]>([])

        let asked = await askForChangesAtOnce(of: sut, last: makeFeed()) { step in ended.withValue { $0.append(step) } }
        for change in asked { try await change.value }

        #expect(ended.value == ["insert", "delete", "insert again"])
      }
    }

    @Test(
      "When two write at once then one of them is kept whole, in any order",
      .interleavings(50),
      arguments: StoreKind.allCases
    )
    func whenTwoWriteAtOnce_thenOneIsKeptWhole(kind: StoreKind) async throws {
      try await withSUT(kind) { sut in
        let feeds = [makeFeed(), makeFeed()]

        async let first: Void = sut.insert(feeds[0])
        async let second: Void = sut.insert(feeds[1])
        _ = try await (first, second)

        let kept = try #require(try await sut.retrieve())
        #expect(feeds.contains(kept))
      }
    }
  }
}

// MARK: - makeSUT and Helper Factory Methods

enum StoreKind: CaseIterable {
  case inMemory, file
}

private func withSUT(
  _ kind: StoreKind,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: (any FeedStore & Actor) async throws -> Void
) async throws {
  switch kind {
  case .inMemory:
    try await body(trackForMemoryLeaks(InMemoryFeedStore(), sourceLocation: sourceLocation))
  case .file:
    try await withTemporaryDirectory { directory in
      let sut = FileFeedStore(storeURL: directory.appendingPathComponent("feed.json"))
      try await body(trackForMemoryLeaks(sut, sourceLocation: sourceLocation))
    }
  }
}

/// Asks for three changes before any of them is done.
///
/// Tasks start in the order in which they are made where they are made in the isolation of the actor that runs them. Child
/// tasks, `async let` or those of a group, start in any order.
private func askForChangesAtOnce(
  of sut: isolated any FeedStore & Actor,
  last: CachedFeed,
  note: @escaping @Sendable (String) -> Void
) -> [Task<Void, any Error>] {
  let insertFirst = Task {
    try await sut.insert(makeFeed())
    note("insert")
  }
  let delete = Task {
    try await sut.deleteCachedFeed()
    note("delete")
  }
  let insertLast = Task {
    try await sut.insert(last)
    note("insert again")
  }
  return [insertFirst, delete, insertLast]
}

private func makeFeed() -> CachedFeed {
  CachedFeed(
    feed: (0..<2).map { _ in
      LocalFeedItem(id: anyUUID(), description: anyString(), location: nil, url: anyURL())
    },
    timestamp: anyDate()
  )
}
