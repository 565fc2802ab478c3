import Testing

/// An action that a failure has named, with the state before it: should the test assert it later, it is there.
struct ReportedAction<State, Action> {
  let received: ReceivedAction<State, Action>
  let stateBefore: State
}

extension TestStore {
  /// Goes on after an action that a failure names or has named.
  func setAside(_ received: Received) {
    reported.append(ReportedAction(received: received, stateBefore: state))
    state = received.stateAfter
  }

  /// Asserts an action that a failure has named before.
  ///
  /// - Returns: Whether there was one.
  func receiveReported<Value>(
    _ expectation: ActionExpectation<Action, Value>,
    onlyIfChangeHolds: Bool = false,
    sourceLocation: SourceLocation,
    _ change: ReceivedChange<Value, State>
  ) -> Bool {
    for (position, candidate) in reported.enumerated() {
      guard let value = expectation.value(candidate.received.action) else { continue }
      let current = state
      defer { state = current }
      // For the closure, the state is that after the action arrived.
      state = candidate.stateBefore
      if onlyIfChangeHolds, !change.holds(from: state, to: candidate.received.stateAfter, value) { continue }
      if !onlyIfChangeHolds { check(candidate.received, value, sourceLocation: sourceLocation, change) }
      reported.remove(at: position)
      return true
    }
    return false
  }
}

extension Collection {
  /// The names of actions that no failure has named yet.
  func unreportedNames<State, Action>() -> [String] where Element == ReceivedAction<State, Action> {
    filter { !$0.isReported }.map(\.name)
  }
}
