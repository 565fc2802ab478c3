import Foundation
import Testing
import TestingSupport

// Tasks have names from Swift 6.2 on.
#if compiler(>=6.2)

  // Steps 7 to 9 of "From an empty test target to a deterministic suite", with the bug that step 9 finds.

  private typealias SearchModel = StepSeven.SearchModel

  enum StepSeven {
    typealias SearchState = StepSix.SearchState

    @MainActor
    final class SearchModel {
      let states: AsyncStream<SearchState>
      private(set) var query = ""
      private(set) var state = SearchState.idle { didSet { continuation.yield(state) } }
      private let continuation: AsyncStream<SearchState>.Continuation
      private let server: any StepFour.SearchServer
      private let clock: any Clock<Duration>
      private var searching: Task<Void, Never>?

      init(server: any StepFour.SearchServer, clock: any Clock<Duration> = ContinuousClock()) {
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
      @Test("When typing pauses then one search is sent")
      func whenTypingPauses_thenOneSearchIsSent() async {
        let clock = TestClock()
        let (sut, server) = makeSUT(clock: clock)

        sut.type("sw")
        await clock.waitForSleepers()
        await clock.advance(by: .milliseconds(299))
        sut.type("swift")
        await clock.waitForSleepers()
        await clock.advance(by: .milliseconds(300))
        await server.searches.waitForCalls(1)

        #expect(server.searches.calls == ["swift"])
      }
    }

    /// The order that step 9 prints, replayed: the bug is still the one that the text explains.
    @Suite("The bug of step 9", .tracksMemoryLeaks, .exactOnly)
    @MainActor
    struct BugTests {
      @Test("When the order is the printed one then the results of the older search stay")
      func whenOrderIsPrintedOne_thenOlderResultsStay() async throws {
        let state = try await withDeterministicScheduling(seed: 0xCAAAB1FF, strategy: .pct(depth: 2, steps: 3)) {
          await stateAfterTwoSearches()
        }

        #expect(state == .found(["about sw"]))
      }
    }

    /// Fails, as step 9 says. `TESTING_SUPPORT_TUTORIAL=1 swift test --filter StepSeven` shows it.
    @Suite(
      "Search",
      .tracksMemoryLeaks,
      .enabled(if: ProcessInfo.processInfo.environment["TESTING_SUPPORT_TUTORIAL"] != nil)
    )
    @MainActor
    struct FailingTests {
      @Test(
        "When another text is submitted during a search then its results are shown",
        .interleavings(200, strategy: .pct(depth: 2))
      )
      func whenAnotherTextIsSubmittedDuringSearch_thenItsResultsAreShown() async {
        let (sut, server) = makeSUT()

        sut.submit("sw")
        await server.searches.waitForCalls(1)
        sut.submit("swift")
        // conventions:ignore settling - run on Linux alone
        await settle()

        #expect(sut.state == .found(["about swift"]))
      }
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

  @MainActor
  private func stateAfterTwoSearches() async -> StepSix.SearchState {
    let (sut, server) = makeSUT()
    sut.submit("sw")
    await server.searches.waitForCalls(1)
    sut.submit("swift")
    await settle()  // conventions:ignore settling - called where the engine is exact
    return sut.state
  }

  // MARK: - Test Doubles

  private final class SearchServerSpy: StepFour.SearchServer {
    let searches = FunctionSpy<String, [String], StepFour.SearchError> { text in ["about \(text)"] }

    func search(_ text: String) async throws(StepFour.SearchError) -> [String] {
      try await searches.callAsync(text)
    }
  }

#endif
