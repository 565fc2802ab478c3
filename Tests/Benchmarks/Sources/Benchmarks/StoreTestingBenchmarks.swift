import StoreTesting
import Testing

/// What a test cannot do without is the reducer, a copy of the state to change as expected, and `==`. The store compares
/// once more, to find a closure that changes nothing; that ends at the first difference, and so costs half of a comparison
/// on average.
let storeTestingBenchmarks = [
  Benchmark(
    "100,000 actions, 1,000 elements: the difference is found at once",
    baseline: "the reducer, a copy and ==",
    limit: 1.5,
    rounds: 9
  ) {
    await TallyBoard.send(100_000)
  } against: {
    await TallyBoard.reduce(100_000)
  },
  Benchmark(
    "100,000 actions, 1,000 elements: the difference is anywhere",
    baseline: "the reducer, a copy and ==",
    limit: 2,
    rounds: 9
  ) {
    await TallyBoard.send(100_000, countsTotal: false)
  } against: {
    await TallyBoard.reduce(100_000, countsTotal: false)
  },
]

/// A board with 1,000 tallies, of which each action counts one, in turns.
private struct TallyBoard: Equatable {
  struct Tally: Equatable {
    let id: Int
    var count = 0
  }

  struct Action: Equatable {
    let index: Int
    let countsTotal: Bool
  }

  var total = 0
  var tallies = (0..<1_000).map { Tally(id: $0) }

  // Written out and not inlined, so that both sides compare by the very same code.
  @inline(never)
  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.total == rhs.total && lhs.tallies == rhs.tallies
  }

  mutating func count(_ action: Action) {
    tallies[action.index].count += 1
    if action.countsTotal { total += 1 }
  }

  @MainActor
  static func send(_ count: Int, countsTotal: Bool = true) async {
    let store = TestStore(initialState: TallyBoard()) { (state: inout TallyBoard, action: Action) in
      state.count(action)
      return .none
    }
    for step in 0..<count {
      let action = Action(index: step % 1_000, countsTotal: countsTotal)
      await store.send(action) { $0.count(action) }
    }
    keep(store.state.total)
  }

  @MainActor
  static func reduce(_ count: Int, countsTotal: Bool = true) async {
    let reduce: (inout TallyBoard, Action) -> StoreEffect<Action> = { state, action in
      state.count(action)
      return .none
    }
    var state = TallyBoard()
    for step in 0..<count {
      let action = Action(index: step % 1_000, countsTotal: countsTotal)
      var expected = state
      keep(reduce(&state, action))
      expected.count(action)
      precondition(state == expected)
    }
    keep(state.total)
  }
}
