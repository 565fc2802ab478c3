import Testing
import TestingSupportCore

/// The end of a test store: what it leaves behind fails the test.
struct StoreEnd<State, Action>: Sendable {
  let ledger: Locked<StoreLedger<ReceivedAction<State, Action>>>
  let sourceLocation: SourceLocation

  /// Whether there is anything left that may still change.
  var isOpen: Bool {
    ledger.withLock { !$0.running.isEmpty || !$0.unasserted.isEmpty }
  }

  /// Cancels what is left and, if it is to be reported, fails the test at each line of it that set off something left.
  func reach(isReported: Bool) {
    let (unasserted, running, loose, tasks) = ledger.withLock { ledger in
      let left = (ledger.unasserted, ledger.running, ledger.loose)
      return (left.0, left.1, left.2, ledger.close())
    }
    for task in tasks { task.cancel() }
    guard isReported else { return }
    if let first = unasserted.first { report(unasserted.map(\.name), sourceLocation: first.sourceLocation) }
    for effect in running { reportRunning(effect.origin) }
    for effect in loose { reportLoose(effect.origin) }
  }

  private func report(_ unasserted: [String], sourceLocation: SourceLocation) {
    recordIssue(
      """
      The test ended without asserting \(unasserted.counted("received action")):
      \(unasserted.asList)
      Assert each with `await store.receive(…)`, or pass over them with `await store.skipReceived()`.
      """,
      sourceLocation: sourceLocation
    )
  }

  private func reportRunning(_ origin: StoreEffectOrigin) {
    recordIssue(
      """
      An effect of \(origin.action.name) was still running when the test ended.
      Wait for it with `await store.finish()`, end it by an action that cancels it, or cancel it with \
      `await store.skipInFlightEffects()`.
      """,
      sourceLocation: origin.sourceLocation
    )
  }

  private func reportLoose(_ origin: StoreEffectOrigin) {
    recordIssue(
      """
      An effect of \(origin.action.name) did more after the last action it sent, and whether it ended before the test did \
      was a matter of chance.
      Wait for it with `await store.finish()`, or make the test `.deterministic`.
      """,
      sourceLocation: origin.sourceLocation
    )
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
