import DeterministicScheduling
import Foundation
import TestDoubles
import Testing

// The code of the comments on callbacks, held calls, logs, and answers, in the same words.

@Suite("Examples: callbacks, and results that a test decides late", .requiresAnsweredCalls)
struct CallbackExamples {
  @Test("When a picture is loaded then the handler gets it")
  func whenPictureIsLoaded_thenHandlerGetsIt() async throws {
    let loader = CachingLoader()
    let picture = try await awaitCallback { done in
      loader.load("cat", completion: done)
    }
    #expect(picture == .success(Picture(name: "cat")))
  }

  @Test("When data is loaded then the handler gets all its parts")
  func whenDataIsLoaded_thenHandlerGetsParts() async throws {
    let server = DataServer()
    let (data, status, error) = try await awaitCallback { done in
      server.data(for: "cats", completion: done)
    }
    #expect(data == Data("cats".utf8))
    #expect(status == 200)
    #expect(error == nil)
  }

  @Test("When two pictures are loaded then the one that comes last is shown")
  func whenTwoPicturesAreLoaded_thenLastIsShown() {
    let loader = LoaderSpy()
    let sut = Gallery(loader: loader)

    sut.show("cat")
    sut.show("dog")
    loader.loading.complete(1, with: .success(Picture(name: "dog")))
    loader.loading.complete(0, with: .success(Picture(name: "cat")))

    #expect(loader.loading.calls == ["cat", "dog"])
    #expect(sut.picture == Picture(name: "dog"))
  }

  @Test("When an older search is answered last then its result is not shown")
  func whenOlderSearchIsAnsweredLast_thenItIsNotShown() async throws {
    let server = SearchServer()
    let sut = Search(server: server)

    server.search.holdCalls()

    sut.type("s")
    let first = try await server.search.nextHeldCall()
    sut.type("sw")
    let second = try await server.search.nextHeldCall()
    second.answer(with: .success(["swift"]))
    first.answer(with: .success(["server"]))

    await sut.settled()
    #expect(sut.results.value == ["swift"])
  }

  @Test("When a search is computed then it depends on the query")
  func whenSearchIsComputed_thenItDependsOnQuery() async throws {
    let server = SearchServer()
    server.search.answer { query in ["\(query) 1", "\(query) 2"] }
    #expect(try await server.search.callAsync("a") == ["a 1", "a 2"])
  }

  @Test("When a search was cancelled then its late result can be staged")
  func whenSearchWasCancelled_thenLateResultCanBeStaged() async throws {
    let server = SearchServer()
    let gate = Gate()
    server.search.result = .success(["outdated"]).held(at: gate, evenIfCancelled: true)

    let search = Task { try await server.search.callAsync("a") }
    await gate.waitUntilReached()
    search.cancel()
    gate.open()

    #expect(try await search.value == ["outdated"])
  }

  @Test("When a closure throws a typed error then it says so, or returns a result")
  func whenClosureThrowsTypedError_thenItSaysSo() {
    do {
      let loading = FunctionSpy<String, Int, LoadingError> { name throws(LoadingError) in
        if name.isEmpty { throw .invalidName }
        return name.count
      }
      #expect(throws: LoadingError.invalidName) { try loading.call("") }
    }
    do {
      let loading = FunctionSpy<String, Int, LoadingError> { name in
        name.isEmpty ? .failure(.invalidName) : .success(name.count)
      }
      #expect(throws: LoadingError.invalidName) { try loading.call("") }
    }
  }

  @Test("When a search fails then it is tried again after five seconds", .deterministic, .exactOnly)
  func whenSearchFails_thenItIsTriedAgain() async throws {
    let server = SearchServer()
    server.search.timeCalls()
    _ = try await searchTwice(on: server)
    #expect(server.search.callTimes == [.zero, .seconds(5)])
  }

  @Test("When the cache is replaced then it is emptied first")
  func whenCacheIsReplaced_thenItIsEmptiedFirst() {
    let log = CallLog()
    let deletion = FunctionSpy<Void, Void, Never>(name: "delete", log: log)
    let insertion = FunctionSpy<Int, Void, Never>(name: "insert", log: log)

    deletion.call()
    insertion.call(1)

    #expect(log.entries == ["delete", "insert(1)"])
  }

  @Test("When a generic method is called then it returns what is wanted")
  func whenGenericMethodIsCalled_thenItReturnsWhatIsWanted() async throws {
    let client = ClientSpy()
    client.loading.result = .success([1, 2])
    let numbers: [Int] = try await client.load("numbers")
    #expect(numbers == [1, 2])
  }
}

@Suite("Gallery", .requiresAnsweredCalls)
struct GalleryTests {
  @Test("When a picture cannot be loaded then none is shown")
  func whenPictureCannotBeLoaded_thenNoneIsShown() {
    let loader = LoaderSpy()
    let sut = Gallery(loader: loader)
    sut.show("cat")
    loader.loading.complete(with: .failure(.invalidName))
    #expect(sut.picture == nil)
  }
}

// MARK: - Code under test

private struct Picture: Equatable {
  let name: String
}

private enum LoadingError: Error {
  case invalidName
}

private protocol ImageLoader {
  func load(_ name: String, completion: @escaping (Result<Picture, LoadingError>) -> Void)
}

private struct CachingLoader: ImageLoader {
  func load(_ name: String, completion: @escaping (Result<Picture, LoadingError>) -> Void) {
    completion(.success(Picture(name: name)))
  }
}

private struct DataServer {
  func data(for path: String, completion: @escaping (Data?, Int?, (any Error)?) -> Void) {
    completion(Data(path.utf8), 200, nil)
  }
}

private final class Gallery {
  private let loader: any ImageLoader
  private var wanted = ""
  private(set) var picture: Picture?

  init(loader: any ImageLoader) {
    self.loader = loader
  }

  func show(_ name: String) {
    wanted = name
    loader.load(name) { [weak self] result in
      guard let self, wanted == name else { return }
      picture = try? result.get()
    }
  }
}

private final class Search: Sendable {
  let results = LockIsolated<[String]>([])
  private let server: SearchServer
  private let query = LockIsolated("")
  private let tasks = LockIsolated<[Task<Void, Never>]>([])

  init(server: SearchServer) {
    self.server = server
  }

  func type(_ text: String) {
    query.setValue(text)
    let task = Task { [self] in
      guard let found = try? await server.search.callAsync(text), query.value == text else { return }
      results.setValue(found)
    }
    tasks.withValue { $0.append(task) }
  }

  func settled() async {
    for task in tasks.value { await task.value }
  }
}

private func searchTwice(on server: SearchServer) async throws -> [String] {
  let found = try await server.search.callAsync("a")
  try await Task.sleep(for: .seconds(5))  // sleep-is-the-subject
  return try await found + server.search.callAsync("b")
}

// MARK: - Doubles

private final class LoaderSpy: ImageLoader {
  let loading = CallbackSpy<String, Result<Picture, LoadingError>>()

  func load(_ name: String, completion: @escaping (Result<Picture, LoadingError>) -> Void) {
    loading.call(name, completion: completion)
  }
}

private final class SearchServer: Sendable {
  let search = FunctionSpy<String, [String], any Error>(.success([]))
}

private final class ClientSpy: Sendable {
  let loading = FunctionSpy<String, any Sendable, any Error>(.success(0))

  func load<T: Decodable & Sendable>(_ path: String) async throws -> T {
    try await loading.callAsync(path, as: T.self)
  }
}
