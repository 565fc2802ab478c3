import Testing
import TestingSupportCore

/// What a test store leaves behind when it goes away.
struct StoreEnd: Sendable {
  private let unasserted: [String]
  private let unassertedLocation: SourceLocation?
  private let running: [StoreEffectRecord]
  private let loose: [StoreEffectRecord]

  init<State, Action>(_ ledger: StoreLedger<ReceivedAction<State, Action>>) {
    unasserted = ledger.unasserted.map(\.name)
    unassertedLocation = ledger.unasserted.first?.sourceLocation
    running = ledger.running
    loose = ledger.loose
  }

  /// Fails the test for each line of it that set off what is left.
  func report(sourceLocation: SourceLocation) {
    if !unasserted.isEmpty {
      recordIssue(
        """
        The test ended without asserting \(unasserted.counted("received action")):
        \(unasserted.asList)
        Assert each with `await store.receive(…)`, or pass over them with `await store.skipReceived()`.
        """,
        sourceLocation: unassertedLocation ?? sourceLocation
      )
    }
    for effect in running {
      recordIssue(
        """
        An effect of \(effect.origin.action.name) was still running when the test ended.
        End it by an action that cancels it, wait for it with `await store.finish()`, or cancel it with \
        `await store.skipInFlightEffects()`.
        """,
        sourceLocation: effect.origin.sourceLocation
      )
    }
    for effect in loose {
      recordIssue(
        """
        An effect of \(effect.origin.action.name) went on after the last action it sent, and it is a matter of chance \
        whether it ended before the test did.
        Wait for it with `await store.finish()`, or make the test `.deterministic`.
        """,
        sourceLocation: effect.origin.sourceLocation
      )
    }
  }
}

extension [String] {
  /// "1 received action", "2 received actions".
  func counted(_ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  /// The elements on lines of their own, no more than a reader takes in.
  var asList: String {
    let shown = prefix(10).map { "  \($0)" }
    return (count > 10 ? shown + ["  … and \(count - 10) more"] : shown).joined(separator: "\n")
  }
}
