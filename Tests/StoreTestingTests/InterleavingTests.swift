import DeterministicScheduling
import StoreTesting
import Testing
import TestingSupportCore

@MainActor
@Suite("Orders in which effects run")
struct InterleavingTests {
  @Test("When an earlier search may answer later then some order of events finds it")
  func whenAnswersCanOvertake_thenSomeOrderFindsIt() async throws {
    let firstInFirstOut = try await wrongAnswers(of: .overtaken, seed: nil)
    #expect(firstInFirstOut == 0)
    var found: [UInt64] = []
    for seed in 1...50 as ClosedRange<UInt64> where try await wrongAnswers(of: .overtaken, seed: seed) > 0 {
      found.append(seed)
    }
    let seed = try #require(found.first)
    #expect(try await wrongAnswers(of: .overtaken, seed: seed) > 0)
  }

  @Test("When a search cancels the one before then no order of events goes wrong")
  func whenSearchCancelsEarlierOne_thenNoOrderGoesWrong() async throws {
    for seed in 1...50 as ClosedRange<UInt64> {
      let count = try await wrongAnswers(of: .cancelling, seed: seed)
      #expect(count == 0, "seed \(seed)")
    }
  }

  private func wrongAnswers(of search: Search, seed: UInt64?) async throws -> Int {
    await capturingIssues {
      try await withDeterministicScheduling(seed: seed) {
        let sut = TestStore(initialState: Search.State(), exhaustivity: .off, reduce: search.reduce)
        await sut.send(.query("a"))
        await sut.send(.query("ab"))
        await sut.finish()
        sut.assert { $0.answer = "ab" }
      }
    }
    .count
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
