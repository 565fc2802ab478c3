import TestingSupportCore

/// What a test store drives.
enum StoreEngine<State, Action> {
  /// A reducer, whose effects the test store runs.
  case reducing(ReducerLoop<State, Action>)
  /// A store of somebody else's, which changes its state by itself, for reasons that are not known.
  case driving(DrivenStore<State, Action>)

  var activity: Locked<StoreActivityState<ReceivedAction<State, Action>>> {
    switch self {
    case .reducing(let loop): loop.activity
    case .driving(let store): store.activity
    }
  }
}
