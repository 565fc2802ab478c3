import Foundation
import Testing
import TestingSupport

// Steps 4 and 5 of "From an empty test target to a deterministic suite".

private typealias SearchModel = StepFour.SearchModel
private typealias SearchServer = StepFour.SearchServer
private typealias SearchError = StepFour.SearchError

enum StepFour {
  enum SearchError: Error {
    case offline
  }

  protocol SearchServer: Sendable {
    func search(_ text: String) async throws(SearchError) -> [String]
  }

  @MainActor
  final class SearchModel {
    private(set) var query = ""
    private(set) var isSearching = false
    private(set) var results: [String] = []
    private(set) var message: String?
    private let server: any SearchServer

    init(server: any SearchServer) {
      self.server = server
    }

    func submit(_ text: String) async {
      query = text.trimmingCharacters(in: .whitespaces)
      isSearching = true
      defer { isSearching = false }
      do {
        results = try await server.search(query)
      } catch {
        message = "No connection. Try again."
      }
    }
  }

  @Suite("Search", .tracksMemoryLeaks)
  @MainActor
  struct SearchModelTests {
    @Test("When a search is submitted then the server is asked for the query")
    func whenSearchIsSubmitted_thenServerIsAskedForQuery() async {
      let (sut, server) = makeSUT()

      await sut.submit(" swift ")

      #expect(server.searches.calls == ["swift"])
    }

    @Test("When the server cannot be reached then a message is shown")
    func whenServerCannotBeReached_thenMessageIsShown() async {
      let (sut, server) = makeSUT()
      server.searches.result = .failure(.offline)

      await sut.submit("swift")

      #expect(sut.message == "No connection. Try again.")
    }

    @Test("When the answer is on its way then the model is searching")
    func whenAnswerIsOnItsWay_thenModelIsSearching() async {
      let gate = Gate()
      let (sut, server) = makeSUT()
      server.searches.result = .success(["Swift"]).held(at: gate)

      async let searching: Void = sut.submit("swift")
      await gate.waitUntilReached()
      #expect(sut.isSearching)

      gate.open()
      await searching
      #expect(!sut.isSearching)
    }
  }
}

// MARK: - makeSUT and Helper Factory Methods

@MainActor
private func makeSUT(sourceLocation: SourceLocation = #_sourceLocation) -> (SearchModel, SearchServerSpy) {
  let server = SearchServerSpy()
  let sut = SearchModel(server: server)
  trackForMemoryLeaks(sut, sourceLocation: sourceLocation)
  trackForMemoryLeaks(server, sourceLocation: sourceLocation)
  return (sut, server)
}

// MARK: - Test Doubles

private final class SearchServerSpy: SearchServer {
  let searches = FunctionSpy<String, [String], SearchError>(.success([]))

  func search(_ text: String) async throws(SearchError) -> [String] {
    try await searches.callAsync(text)
  }
}
