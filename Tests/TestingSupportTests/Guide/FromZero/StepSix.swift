import Foundation
import Testing
import TestingSupport

// Step 6 of "From an empty test target to a deterministic suite".

private typealias SearchModel = StepSix.SearchModel

enum StepSix {
  enum SearchState: Equatable {
    case idle
    case searching
    case found([String])
    case failed(String)
  }

  @MainActor
  final class SearchModel {
    let states: AsyncStream<SearchState>
    private(set) var query = ""
    private(set) var state = SearchState.idle { didSet { continuation.yield(state) } }
    private let continuation: AsyncStream<SearchState>.Continuation
    private let server: any StepFour.SearchServer

    init(server: any StepFour.SearchServer) {
      self.server = server
      (states, continuation) = AsyncStream.makeStream()
    }

    func submit(_ text: String) async {
      query = text.trimmingCharacters(in: .whitespaces)
      state = .searching
      do {
        state = .found(try await server.search(query))
      } catch {
        state = .failed("No connection. Try again.")
      }
    }
  }

  @Suite("Search", .tracksMemoryLeaks)
  @MainActor
  struct SearchModelTests {
    @Test("When a search is submitted then the states lead to the results")
    func whenSearchIsSubmitted_thenStatesLeadToResults() async {
      let (sut, server) = makeSUT()
      server.searches.result = .success(["Swift"])

      await expect(sut.states, delivers: [.searching, .found(["Swift"])]) {
        await sut.submit("swift")
      }
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

private final class SearchServerSpy: StepFour.SearchServer {
  let searches = FunctionSpy<String, [String], StepFour.SearchError>(.success([]))

  func search(_ text: String) async throws(StepFour.SearchError) -> [String] {
    try await searches.callAsync(text)
  }
}
