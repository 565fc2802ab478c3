import Testing
import TestingSupportCore

extension TestStore {
  typealias Received = ReceivedAction<State, Action>

  /// Waits for the action that is expected, and asserts what it changes.
  func receive<Value>(
    _ expectation: ActionExpectation<Action, Value>,
    within limit: Duration?,
    sourceLocation: SourceLocation,
    change: ((Value, inout State) throws -> Void)?
  ) async {
    var skipped: [String] = []
    repeat {
      let reason = await waitForNext(within: limit)
      guard let received = ledger.withLock({ $0.takeFirst() }) else {
        return reportMissing(expectation, skipped, reason, sourceLocation: sourceLocation)
      }
      if let value = expectation.value(received.action) {
        tellSkipped(skipped, before: received, sourceLocation: sourceLocation)
        check(received, sourceLocation: sourceLocation, change: change.map { change in { try change(value, &$0) } })
        return await letEffectsRun()
      }
      state = received.stateAfter
      if exhaustivity == .on {
        reportOther(received, expectation, sourceLocation: sourceLocation)
        // Where the expected action came later, the test goes on from there: one mistake is told once.
        guard isUnasserted(expectation) else { return await letEffectsRun() }
      } else {
        skipped.append(received.name)
      }
    } while true
  }

  private func check(_ received: Received, sourceLocation: SourceLocation, change: ((inout State) throws -> Void)?) {
    guard let change else {
      return checkIsUnchanged(received.stateAfter, after: received.name, sourceLocation: sourceLocation)
    }
    check(received.stateAfter, after: received.name, sourceLocation: sourceLocation, change: change)
  }

  /// Returns when an action can be taken, or says why none comes.
  private func waitForNext(within limit: Duration?) async -> String {
    switch await wait(for: .nextAction, within: limit) {
    case nil: "no effect is running"
    case .arrived: "no effect is running any more"
    case let outcome?: outcome.description
    }
  }

  private func isUnasserted<Value>(_ expectation: ActionExpectation<Action, Value>) -> Bool {
    ledger.withLock { $0.unasserted }.contains { expectation.value($0.action) != nil }
  }

  private func reportOther<Value>(
    _ received: Received,
    _ expectation: ActionExpectation<Action, Value>,
    sourceLocation: SourceLocation
  ) {
    let difference = expectation.difference(received.action).map { " \($0)" } ?? "."
    recordIssue(
      "Expected to receive \(expectation.name()), but received \(received.name)\(difference)",
      sourceLocation: sourceLocation
    )
  }

  private func reportMissing<Value>(
    _ expectation: ActionExpectation<Action, Value>,
    _ skipped: [String],
    _ reason: String,
    sourceLocation: SourceLocation
  ) {
    let others = skipped.isEmpty ? "" : "\nReceived instead:\n\(skipped.asList)"
    let running = ledger.withLock { $0.running }.map { "an effect of \($0.origin.action.name)" }
    let stillRunning = running.isEmpty ? "" : "\nStill running:\n\(running.asList)"
    recordIssue(
      "Expected to receive \(expectation.name()), but it did not come: \(reason).\(others)\(stillRunning)",
      sourceLocation: sourceLocation
    )
  }

  private func tellSkipped(_ skipped: [String], before received: Received, sourceLocation: SourceLocation) {
    guard !skipped.isEmpty else { return }
    tellSkipped(
      "Passed over \(skipped.counted("received action")) before \(received.name):\n\(skipped.asList)",
      sourceLocation: sourceLocation
    )
  }
}
