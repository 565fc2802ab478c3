import DeterministicScheduling
import StoreTesting
import TestClocks
import Testing

@MainActor
@Suite("The article's rows", .deterministic)
struct ScopedRowsExamples {
  @Test("When two rows load at the same time then both do")
  func whenTwoRowsLoad_thenBothDo() async {
    let store = TestStore(initialState: Shelf.State(), reduce: Shelf(row: ShelfRow(clock: ContinuousClock())).reduce)
    await store.send(.row(1, .loadTapped)) { $0.rows[1] = ShelfRow.State(isLoading: true) }
    await store.send(.row(2, .loadTapped)) { $0.rows[2] = ShelfRow.State(isLoading: true) }
    await store.receive(.row(1, .didLoad)) { $0.rows[1]?.isLoading = false }
    await store.receive(.row(2, .didLoad)) { $0.rows[2]?.isLoading = false }
    await store.finish()
  }
}

private struct ShelfRow: Sendable {
  struct State: Equatable {
    var isLoading = false
  }

  enum Action: Equatable {
    case loadTapped, didLoad
  }

  let clock: any Clock<Duration>

  func reduce(_ state: inout State, _ action: Action) -> StoreEffect<Action> {
    switch action {
    case .loadTapped:
      state.isLoading = true
      return .run { send in
        try await clock.sleep(for: .seconds(1))
        await send(.didLoad)
      }
      .cancellable(id: "load", cancelInFlight: true)
    case .didLoad:
      state.isLoading = false
      return .none
    }
  }
}

private struct Shelf: Sendable {
  struct State: Equatable {
    var rows: [Int: ShelfRow.State] = [:]
  }

  enum Action: Equatable {
    case row(Int, ShelfRow.Action)
  }

  let row: ShelfRow

  func reduce(_ state: inout State, _ action: Action) -> StoreEffect<Action> {
    switch action {
    case .row(let id, let action):
      return row.reduce(&state.rows[id, default: ShelfRow.State()], action)
        .map { .row(id, $0) }
        .scoped(to: id)
    }
  }
}
