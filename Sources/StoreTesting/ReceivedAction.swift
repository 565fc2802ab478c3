import Testing

/// An action that an effect sent, and the state after the reducer handled it. Sendable: neither is modified any more.
/// Both are read on the main actor, and once more, to name the action, when the store is deallocated and has no other
/// user.
struct ReceivedAction<State, Action>: @unchecked Sendable {
  let action: Action
  let stateAfter: State
  /// The line of the test that set the effect off.
  let sourceLocation: SourceLocation
  /// Whether a failure has named the action already, so that the test need not assert it.
  var isReported = false

  var name: String { NamedAction(action).name }
}
