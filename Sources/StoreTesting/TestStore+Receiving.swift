import Testing
import TestingSupportCore

extension TestStore {
  typealias Received = ReceivedAction<State, Action>

  /// Waits for the action that is expected, and asserts what it changes.
  func receive<Value>(
    _ expectation: ActionExpectation<Action, Value>,
    within limit: Duration?,
    sourceLocation: SourceLocation,
    change: ReceivedChange<Value, State>
  ) async {
    let isReceived =
      exhaustivity == .on
      ? await receiveNext(expectation, within: limit, sourceLocation: sourceLocation, change)
      : await receiveAny(expectation, within: limit, sourceLocation: sourceLocation, change)
    if isReceived { await letEffectsRun() }
  }

  /// Receives the oldest action that is not asserted yet.
  private func receiveNext<Value>(
    _ expectation: ActionExpectation<Action, Value>,
    within limit: Duration?,
    sourceLocation: SourceLocation,
    _ change: ReceivedChange<Value, State>
  ) async -> Bool {
    // One mistake fails the test once: an action that a failure has named is asserted as if it had only just arrived.
    if receiveReported(expectation, onlyIfChangeHolds: true, sourceLocation: sourceLocation, change) { return true }
    while true {
      let reason = await waitForAction(after: 0, within: limit)
      guard let received = activity.withLock({ $0.takeFirst() }) else {
        if !receiveReported(expectation, sourceLocation: sourceLocation, change) {
          reportMissing(expectation, [], reason, sourceLocation: sourceLocation)
        }
        return false
      }
      if let value = expectation.value(received.action) {
        check(received, value, sourceLocation: sourceLocation, change)
        return true
      }
      setAside(received)
      if received.isReported { continue }
      reportOther(received, expectation, sourceLocation: sourceLocation)
      // If the expected action arrived later, the test continues from there.
      guard isUnasserted(expectation) else { return true }
    }
  }

  /// Receives the oldest action that is the expected one, and skips those before it; all are left if there is none.
  private func receiveAny<Value>(
    _ expectation: ActionExpectation<Action, Value>,
    within limit: Duration?,
    sourceLocation: SourceLocation,
    _ change: ReceivedChange<Value, State>
  ) async -> Bool {
    var seen = 0
    while true {
      let reason = await waitForAction(after: seen, within: limit)
      let others = activity.withLock { $0.unasserted }
      for (position, received) in others.enumerated().dropFirst(seen) {
        guard let value = expectation.value(received.action) else { continue }
        let skipped = activity.withLock { $0.takeFirst(position + 1) }.dropLast()
        if let last = skipped.last { state = last.stateAfter }
        tellSkipped(Array(skipped), before: received, sourceLocation: sourceLocation)
        check(received, value, sourceLocation: sourceLocation, change)
        return true
      }
      if others.count <= seen {
        reportMissing(expectation, Array(others), reason, sourceLocation: sourceLocation)
        return false
      }
      seen = others.count
    }
  }

  func check<Value>(
    _ received: Received,
    _ value: Value,
    sourceLocation: SourceLocation,
    _ change: ReceivedChange<Value, State>
  ) {
    switch change {
    case .none:
      checkIsUnchanged(received.stateAfter, after: received.name, sourceLocation: sourceLocation)
    case .ofState(let change):
      check(received.stateAfter, after: received.name, sourceLocation: sourceLocation, change: change)
    case .withPayload(let change):
      // The closure may be there only to look at the payload.
      check(received.stateAfter, after: received.name, sourceLocation: sourceLocation, mayChangeNothing: true) {
        try change(value, &$0)
      }
    }
  }

  /// Returns when an action can be taken, or why none arrives.
  private func waitForAction(after count: Int, within limit: Duration?) async -> String {
    switch await wait(for: .action(after: count), within: limit) {
    case nil: "No effect is running."
    case .signaled: "No effect is running any more."
    case let outcome?: outcome.description
    }
  }

  private func isUnasserted<Value>(_ expectation: ActionExpectation<Action, Value>) -> Bool {
    activity.withLock { $0.unasserted }.contains { expectation.value($0.action) != nil }
  }

  private func reportOther<Value>(
    _ received: Received,
    _ expectation: ActionExpectation<Action, Value>,
    sourceLocation: SourceLocation
  ) {
    let difference = expectation.difference(received.action).map { " \($0)" } ?? ""
    recordIssue(
      "Expected to receive \(expectation.name(received.action)), but received \(received.name)\(difference)",
      sourceLocation: sourceLocation
    )
  }

  private func reportMissing<Value>(
    _ expectation: ActionExpectation<Action, Value>,
    _ skipped: [Received],
    _ reason: String,
    sourceLocation: SourceLocation
  ) {
    let others = skipped.isEmpty ? "" : "\nReceived instead:\n\(skipped.map(\.name).asList)"
    let place = activity.withLock { $0 }.placeSkipping { expectation.value($0.action) != nil }
    let earlier = place.map { "\nIt arrived before \($0) and was skipped there." } ?? ""
    let missing = place == nil ? "it did not arrive" : "it did not arrive again"
    let running = activity.withLock { $0.running }.map { "effect of \($0.origin.action.name)" }
    let stillRunning = running.isEmpty ? "" : "\nStill in flight:\n\(running.asList)"
    recordIssue(
      "Expected to receive \(expectation.name(nil)), but \(missing)\(earlier)\(others)\(stillRunning)\n\(reason)",
      sourceLocation: sourceLocation
    )
  }

  private func tellSkipped(_ skipped: [Received], before received: Received, sourceLocation: SourceLocation) {
    guard !skipped.isEmpty else { return }
    activity.withLock { $0.skip(skipped, at: received.name) }
    let names = skipped.map(\.name)
    tellSkipped(
      "Skipped \(names.counted("received action")) before \(received.name)\n\(names.asList)",
      sourceLocation: sourceLocation
    )
  }
}
