import Testing

/// An action that came back from an effect, and the state that the reducer made of it.
// Sendable: nothing writes to either any more. Both are read on the main actor, and once more, to name the action, when
// the store goes away and has no other user.
struct ReceivedAction<State, Action>: @unchecked Sendable {
  let action: Action
  let stateAfter: State
  /// The line of the test that set the effect off.
  let sourceLocation: SourceLocation
  /// Whether a failure has named the action already, so that the test need not assert it.
  var isReported = false

  var name: String { NamedAction(action).name }
}
