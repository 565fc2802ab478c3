import StoreTesting
import Testing

let storeTestingBenchmarks = [
  Benchmark(
    "send an action, 1,000 elements in the state",
    baseline: "the reducer, and == with an expected state",
    limit: 1.5,
    operations: 1_000
  ) {
    await TallyBoard.sendThousand()
  } against: {
    await TallyBoard.reduceThousand()
  },
  Benchmark(
    "receive an action, 1,000 elements in the state",
    baseline: "the reducer, and == with an expected state",
    limit: 20,
    operations: 1_000
  ) {
    await TallyBoard.receiveThousand()
  } against: {
    await TallyBoard.reduceThousand()
  },
]

private struct TallyBoard: Equatable {
  struct Tally: Equatable {
    let id: Int
    var count = 0
  }

  enum Action: Equatable {
    case add(Int)
    case addLater
  }

  var tallies = (0..<1_000).map { Tally(id: $0) }
  var total = 0

  static func reduce(_ state: inout Self, _ action: Action) -> StoreEffect<Action> {
    switch action {
    case .add(let index):
      state.tallies[index].count += 1
      state.total += 1
      return .none
    case .addLater:
      return .run { send in
        for index in 0..<1_000 { await send(.add(index)) }
      }
    }
  }

  @MainActor
  static func sendThousand() async {
    let store = TestStore(initialState: TallyBoard(), reduce: reduce)
    for index in 0..<1_000 {
      await store.send(.add(index)) {
        $0.tallies[index].count += 1
        $0.total += 1
      }
    }
    keep(store.state.total)
  }

  @MainActor
  static func receiveThousand() async {
    let store = TestStore(initialState: TallyBoard(), reduce: reduce)
    await store.send(.addLater)
    for index in 0..<1_000 {
      await store.receive(.add(index)) {
        $0.tallies[index].count += 1
        $0.total += 1
      }
    }
    await store.finish()
    keep(store.state.total)
  }

  /// What a test without a store would do, at the least: both states are changed in place.
  @MainActor
  static func reduceThousand() async {
    var state = TallyBoard()
    var expected = TallyBoard()
    for index in 0..<1_000 {
      keep(reduce(&state, .add(index)))
      expected.tallies[index].count += 1
      expected.total += 1
      precondition(state == expected)
    }
    keep(state.total)
  }
}
