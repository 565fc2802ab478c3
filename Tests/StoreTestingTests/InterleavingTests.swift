import DeterministicScheduling
import StoreTesting
import Testing
import TestingSupportCore

@MainActor
@Suite("Orders in which effects run")
struct InterleavingTests {
  @Test(
    "When an earlier search may answer later then exploring orders finds it",
    .exactOnly
  )
  func whenAnswersCanOvertake_thenExplorationFindsIt() async throws {
    let issues = try await issues(with: .interleavings(50, seed: 1)) { await expectLastAnswer(of: .overtaken) }
    let texts = issues.map { $0.comments.map(\.rawValue).joined() }
    try #require(texts.count == 2)
    #expect(texts[0].contains("answer"))
    #expect(texts[1].contains(" of 50 failed\nReplay it with `.deterministic(seed: 0x"))
  }

  @Test("When an earlier search may answer later then the plain order does not show it", .scheduledOnly, .deterministic)
  func whenOrderIsPlain_thenMistakeStaysHidden() async {
    await expectLastAnswer(of: .overtaken)
  }

  @Test("When a search cancels the one before then no order of events goes wrong", .interleavings(50, seed: 1))
  func whenSearchCancelsEarlierOne_thenNoOrderGoesWrong() async {
    await expectLastAnswer(of: .cancelling)
  }

  private func expectLastAnswer(of search: Search) async {
    let sut = TestStore(initialState: Search.State(), exhaustivity: .off, reduce: search.reduce)
    await sut.send(.query("a"))
    await sut.send(.query("ab"))
    await sut.finish()
    sut.assert { $0.answer = "ab" }
  }

  private func issues(
    with trait: some SuiteTrait & TestScoping,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @MainActor @Sendable () async throws -> Void
  ) async throws -> [Issue] {
    let test = try #require(Test.current, sourceLocation: sourceLocation)
    let issues = Locked<[Issue]>([])
    // A capture would take the issues before the trait can.
    try await withIssueHandling { issue in
      issues.withLock { $0.append(issue) }
      return nil
    } _: {
      try await trait.provideScope(for: test, testCase: Test.Case.current) { try await body() }
    }
    return issues.withLock { $0 }
  }
}

private struct Search {
  static let overtaken = Search(cancelsEarlier: false)
  static let cancelling = Search(cancelsEarlier: true)

  struct State: Equatable {
    var answer = ""
  }

  enum Action {
    case query(String), didFind(String)
  }

  let cancelsEarlier: Bool

  func reduce(_ state: inout State, _ action: Action) -> StoreEffect<Action> {
    switch action {
    case .query(let query):
      let search = StoreEffect<Action>.run { send in
        await hop()
        await send(.didFind(query))
      }
      return cancelsEarlier ? search.cancellable(id: "search", cancelInFlight: true) : search
    case .didFind(let answer):
      state.answer = answer
      return .none
    }
  }
}
