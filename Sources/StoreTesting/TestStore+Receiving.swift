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
    var skipped: [Received] = []
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
        skipped.append(received)
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
    let place = ledger.withLock { $0 }.placePassingOver { expectation.value($0.action) != nil }
    let earlier = place.map { "\nIt came before \($0), and was passed over there." } ?? ""
    let missing = place == nil ? "it did not come" : "it did not come again"
    let running = ledger.withLock { $0.running }.map { "an effect of \($0.origin.action.name)" }
    let stillRunning = running.isEmpty ? "" : "\nStill running:\n\(running.asList)"
    recordIssue(
      "Expected to receive \(expectation.name(nil)), but \(missing): \(reason).\(earlier)\(others)\(stillRunning)",
      sourceLocation: sourceLocation
    )
  }

  private func tellSkipped(_ skipped: [Received], before received: Received, sourceLocation: SourceLocation) {
    guard !skipped.isEmpty else { return }
    ledger.withLock { $0.passOver(skipped, at: received.name) }
    let names = skipped.map(\.name)
    tellSkipped(
      "Passed over \(names.counted("received action")) before \(received.name):\n\(names.asList)",
      sourceLocation: sourceLocation
    )
  }
}
