import TestingSupportCore

/// What a test store drives.
enum StoreEngine<State, Action> {
  /// A reducer, whose effects the test store runs.
  case reducing(ReducerLoop<State, Action>)
  /// A store from another library, which changes its state for unknown reasons.
  case driving(DrivenStore<State, Action>)

  var activity: Locked<StoreActivityState<ReceivedAction<State, Action>>> {
    switch self {
    case .reducing(let loop): loop.activity
    case .driving(let store): store.activity
    }
  }
}
