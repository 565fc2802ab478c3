import FeedCache
import Foundation
import Testing
import TestingSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The feed's real parts together: only the server, the date and the folder belong to the test.
@Suite("The feed from the server to the disk", .tracksMemoryLeaks)
struct FeedIntegrationTests {
  @Test("When a feed was saved then it is loaded after a restart")
  func whenFeedWasSaved_thenItIsLoadedAfterRestart() async throws {
    try await withTemporaryDirectory { directory in
      let items = [makeItem(), makeItem()]
      try await makeLocalLoader(in: directory).save(items)

      let afterRestart = makeLocalLoader(in: directory)

      expectNoDifference(try await afterRestart.load(), items)
    }
  }

  @Test("When another feed was saved after a restart then only that one is loaded")
  func whenAnotherFeedWasSavedAfterRestart_thenOnlyThatIsLoaded() async throws {
    try await withTemporaryDirectory { directory in
      let latest = [makeItem()]
      try await makeLocalLoader(in: directory).save([makeItem(), makeItem()])

      try await makeLocalLoader(in: directory).save(latest)

      expectNoDifference(try await makeLocalLoader(in: directory).load(), latest)
    }
  }

  @Test("When the kept feed is too old after a restart then nothing is loaded and the file goes")
  func whenKeptFeedIsTooOldAfterRestart_thenNothingIsLoadedAndFileGoes() async throws {
    try await withTemporaryDirectory { directory in
      let date = ManualDate(.fixed("2026-03-01T12:00:00Z"))
      try await makeLocalLoader(in: directory, date: date).save([makeItem()])
      date.advance(by: .seconds(LocalFeedLoader.maximumAge))

      let afterRestart = makeLocalLoader(in: directory, date: date)
      let loaded = try await afterRestart.load()
      try await afterRestart.validateCache()

      #expect(loaded == [])
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
    }
  }

  @Test("When the file was damaged then validating makes room for the next feed")
  func whenFileWasDamaged_thenValidatingMakesRoom() async throws {
    try await withTemporaryDirectory { directory in
      let items = [makeItem()]
      try Data("damaged".utf8).write(to: storeURL(in: directory))
      let sut = makeLocalLoader(in: directory)

      try await sut.validateCache()
      try await sut.save(items)

      expectNoDifference(try await sut.load(), items)
    }
  }

  @Test("When the server answered before a restart then its feed is loaded without the server")
  func whenServerAnsweredBeforeRestart_thenFeedIsLoadedWithoutServer() async throws {
    try await withTemporaryDirectory { directory in
      let item = makeItem()
      let server = trackForMemoryLeaks(HTTPStub())
      server.on("GET", "/feed", replies: [try .json(encoding: json(of: item)), .failure(.notConnectedToInternet)])
      let online = try await makeSUT(in: directory, server: server).load()

      let offline = try await makeSUT(in: directory, server: server).load()

      expectNoDifference([online, offline], [[item], [item]])
    }
  }
}

// MARK: - makeSUT and Helper Factory Methods

private func makeSUT(
  in directory: URL,
  server: HTTPStub,
  sourceLocation: SourceLocation = #_sourceLocation
) -> FeedLoaderWithFallback {
  let url = URL(string: "https://feed.example/feed")!
  let sut = FeedLoaderWithFallback(
    remote: RemoteFeedLoader(url: url, client: URLSessionHTTPClient(session: server.session)),
    local: makeLocalLoader(in: directory, sourceLocation: sourceLocation)
  )
  return trackForMemoryLeaks(sut, sourceLocation: sourceLocation)
}

private func makeLocalLoader(
  in directory: URL,
  date: ManualDate = ManualDate(.fixed("2026-03-01T12:00:00Z")),
  sourceLocation: SourceLocation = #_sourceLocation
) -> LocalFeedLoader {
  let store = FileFeedStore(storeURL: storeURL(in: directory))
  let sut = LocalFeedLoader(store: store, currentDate: date.now)
  trackForMemoryLeaks(sut, store, sourceLocation: sourceLocation)
  return sut
}

private func storeURL(in directory: URL) -> URL {
  directory.appendingPathComponent("feed.json")
}

private func makeItem() -> FeedItem {
  FeedItem(id: anyUUID(), description: anyString(), location: nil, imageURL: anyURL())
}

private func json(of item: FeedItem) -> [String: [[String: String]]] {
  let fields = ["id": item.id.uuidString, "description": item.description, "image": item.imageURL.absoluteString]
  return ["items": [fields.compactMapValues { $0 }]]
}
