// conventions:ignore-file sleeping - the code under test sleeps, not the tests
import Foundation
import Testing
import TestingSupport

// Tasks have names from Swift 6.2 on.
#if compiler(>=6.2)

  // What stands at the end of "From an empty test target to a deterministic suite". The steps on the way are in `FromZero`.

  // MARK: - What is tested

  private enum SearchError: Error {
    case offline
  }

  private enum SearchState: Equatable {
    case idle
    case searching
    case found([String])
    case failed(String)
  }

  private protocol SearchServer: Sendable {
    func search(_ text: String) async throws(SearchError) -> [String]
  }

  /// Asks again, after one second and after two more.
  private struct PatientServer: SearchServer {
    let server: any SearchServer

    func search(_ text: String) async throws(SearchError) -> [String] {
      for pause in [1, 2] {
        do {
          return try await server.search(text)
        } catch {
          try? await Task.sleep(for: .seconds(pause))  // sleep-is-the-subject
        }
      }
      return try await server.search(text)
    }
  }

  @MainActor
  private final class SearchModel {
    let states: AsyncStream<SearchState>
    private(set) var query = ""
    private(set) var state = SearchState.idle { didSet { continuation.yield(state) } }
    private let continuation: AsyncStream<SearchState>.Continuation
    private let server: any SearchServer
    private let clock: any Clock<Duration>
    private var searching: Task<Void, Never>?

    init(server: any SearchServer, clock: any Clock<Duration> = ContinuousClock()) {
      self.server = server
      self.clock = clock
      (states, continuation) = AsyncStream.makeStream()
    }

    func type(_ text: String) {
      startSearch(for: text, after: .milliseconds(300))
    }

    func submit(_ text: String) {
      startSearch(for: text)
    }

    private func startSearch(for text: String, after delay: Duration? = nil) {
      query = text.trimmingCharacters(in: .whitespaces)
      searching?.cancel()
      searching = Task(name: "search for \(query)") { [weak self, clock, query] in
        if let delay { try? await clock.sleep(for: delay) }
        guard !Task.isCancelled else { return }
        await self?.search(for: query)
      }
    }

    private func search(for query: String) async {
      state = .searching
      let answer: SearchState
      do {
        answer = .found(try await server.search(query))
      } catch {
        answer = .failed("No connection. Try again.")
      }
      guard !Task.isCancelled else { return }
      state = answer
    }
  }

  // MARK: - Tests

  @Suite("Search", .deterministic, .tracksMemoryLeaks)
  @MainActor
  struct FromZeroToDeterministicExamples {
    @Test("When a text has spaces around it then the query has none")
    func whenTextHasSpacesAroundIt_thenQueryHasNone() {
      let (sut, _) = makeSUT()

      sut.submit("  swift ")

      #expect(sut.query == "swift")
    }

    @Test("When a search is submitted then the server is asked for the query")
    func whenSearchIsSubmitted_thenServerIsAskedForQuery() async {
      let (sut, server) = makeSUT()

      sut.submit(" swift ")
      await server.searches.waitForCalls(1)

      #expect(server.searches.calls == ["swift"])
    }

    @Test("When typing pauses then one search is sent")
    func whenTypingPauses_thenOneSearchIsSent() async {
      let (sut, server) = makeSUT()

      for text in ["s", "sw", "swift"] { sut.type(text) }
      await server.searches.waitForCalls(1)

      #expect(server.searches.calls == ["swift"])
    }

    @Test("When typing goes on then no search is sent yet")
    func whenTypingGoesOn_thenNoSearchIsSentYet() async {
      let clock = TestClock()
      let (sut, server) = makeSUT(clock: clock)

      sut.type("sw")
      await clock.advance(by: .milliseconds(299))
      sut.type("swift")
      await clock.advance(by: .milliseconds(299))
      #expect(server.searches.calls == [])

      await clock.advance(by: .milliseconds(1))
      #expect(server.searches.calls == ["swift"])
    }

    @Test("When a search is submitted then the states lead to the results")
    func whenSearchIsSubmitted_thenStatesLeadToResults() async {
      let (sut, _) = makeSUT()

      await expect(sut.states, delivers: [.searching, .found(["about swift"])], then: .silence) {
        sut.submit("swift")
      }
    }

    @Test("When the server cannot be reached then a message is shown")
    func whenServerCannotBeReached_thenMessageIsShown() async {
      let (sut, server) = makeSUT()
      server.searches.result = .failure(.offline)

      sut.submit("swift")

      await expectEventually(equals: .failed("No connection. Try again.")) { sut.state }
    }

    @Test("When the answer is on its way then the model is searching")
    func whenAnswerIsOnItsWay_thenModelIsSearching() async {
      let gate = Gate()
      let (sut, server) = makeSUT()
      server.searches.result = .success(["Swift"]).held(at: gate)

      sut.submit("swift")
      await gate.waitUntilReached()
      #expect(sut.state == .searching)

      gate.open()
      await expectEventually(equals: .found(["Swift"])) { sut.state }
    }

    @Test("When the server fails twice then the third answer counts")
    func whenServerFailsTwice_thenThirdAnswerCounts() async throws {
      let server = SearchServerSpy(sequence: [.failure(.offline), .failure(.offline), .success(["Swift"])])
      let sut = PatientServer(server: server)

      #expect(try await sut.search("swift") == ["Swift"])
    }

    @Test(
      "When another text is submitted during a search then its results are shown",
      .enabled(
        if: DeterministicSupport.current == .exact,
        "Elsewhere the orders, and the end of the last search, are not known."
      ),
      .interleavings(200, strategy: .pct(depth: 2))
    )
    func whenAnotherTextIsSubmittedDuringSearch_thenItsResultsAreShown() async {
      let (sut, server) = makeSUT()

      sut.submit("sw")
      await server.searches.waitForCalls(1)
      sut.submit("swift")
      await settle()

      #expect(sut.state == .found(["about swift"]))
    }
  }

  // MARK: - makeSUT and Helper Factory Methods

  @MainActor
  private func makeSUT(
    clock: any Clock<Duration> = ContinuousClock(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> (SearchModel, SearchServerSpy) {
    let server = SearchServerSpy()
    let sut = SearchModel(server: server, clock: clock)
    trackForMemoryLeaks(sut, sourceLocation: sourceLocation)
    trackForMemoryLeaks(server, sourceLocation: sourceLocation)
    return (sut, server)
  }

  // MARK: - Test Doubles

  private final class SearchServerSpy: SearchServer {
    let searches: FunctionSpy<String, [String], SearchError>

    init() {
      searches = FunctionSpy { text in ["about \(text)"] }
    }

    init(sequence: [ActionResult<[String], SearchError>]) {
      searches = FunctionSpy(sequence: sequence)
    }

    func search(_ text: String) async throws(SearchError) -> [String] {
      try await searches.callAsync(text)
    }
  }

#endif
