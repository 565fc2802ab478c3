import FeedCache
import Foundation
import Testing
import TestingSupport

/// What only a store on disk can do and suffer.
@Suite("A feed store in a file", .tracksMemoryLeaks)
struct FileFeedStoreTests {
  @Test("When the app starts again then the feed is still there")
  func whenAppStartsAgain_thenFeedIsStillThere() async throws {
    try await withTemporaryDirectory { directory in
      let feed = makeFeed()
      try await makeSUT(in: directory).insert(feed)

      expectNoDifference(try await makeSUT(in: directory).retrieve(), feed)
    }
  }

  @Test("When the file is damaged then retrieving fails, however often")
  func whenFileIsDamaged_thenRetrievingFails() async throws {
    try await withTemporaryDirectory { directory in
      try Data("damaged".utf8).write(to: directory.appendingPathComponent("feed.json"))
      let sut = makeSUT(in: directory)

      await #expect(throws: DecodingError.self) { try await sut.retrieve() }
      await #expect(throws: DecodingError.self) { try await sut.retrieve() }
    }
  }

  @Test("When the file is damaged then it can be written over")
  func whenFileIsDamaged_thenItCanBeWrittenOver() async throws {
    try await withTemporaryDirectory { directory in
      let feed = makeFeed()
      try Data("damaged".utf8).write(to: directory.appendingPathComponent("feed.json"))
      let sut = makeSUT(in: directory)

      try await sut.insert(feed)

      expectNoDifference(try await sut.retrieve(), feed)
    }
  }

  @Test("When the folder is not there then inserting makes it")
  func whenFolderIsNotThere_thenInsertingMakesIt() async throws {
    try await withTemporaryDirectory { directory in
      let feed = makeFeed()
      let sut = makeSUT(in: directory.appendingPathComponent("folder"))

      try await sut.insert(feed)

      expectNoDifference(try await sut.retrieve(), feed)
    }
  }

  @Test("When the place cannot be written then inserting fails")
  func whenPlaceCannotBeWritten_thenInsertingFails() async throws {
    try await withTemporaryDirectory { directory in
      let file = directory.appendingPathComponent("file")
      try Data().write(to: file)
      let sut = makeSUT(in: file)

      await #expect(throws: (any Error).self) { try await sut.insert(makeFeed()) }
    }
  }
}

// MARK: - makeSUT and Helper Factory Methods

private func makeSUT(in directory: URL, sourceLocation: SourceLocation = #_sourceLocation) -> FileFeedStore {
  let sut = FileFeedStore(storeURL: directory.appendingPathComponent("feed.json"))
  return trackForMemoryLeaks(sut, sourceLocation: sourceLocation)
}

private func makeFeed() -> CachedFeed {
  CachedFeed(
    feed: (0..<2).map { _ in
      LocalFeedItem(id: anyUUID(), description: anyString(), location: nil, url: anyURL())
    },
    timestamp: anyDate()
  )
}
