import TestingSupportCore

/// Why a condition is no longer checked.
package enum PollingOutcome: Hashable {
  /// The time limit was reached.
  case limitReached(Duration)
  /// The same, but that tasks or the main thread did not run.
  case blocked(Duration)
  /// The deterministic test cannot make progress; with the virtual time that has passed, and the tasks that wait for
  /// the test.
  case stalled(Duration, beside: String)
  /// The task that checks was cancelled, after a while.
  case cancelled(Duration)
}

extension PollingOutcome: CustomStringConvertible {
  /// Why there are no more checks, and what to do: "Timed out after 10 seconds."
  package var description: String {
    switch self {
    case .limitReached(let limit): TimeoutReason.reached.sentence(after: limit)
    case .blocked(let limit): TimeoutReason.blocked.sentence(after: limit)
    case .stalled(let elapsed, let others):
      "No task in this test can make progress"
        + (elapsed == .zero ? "" : " after \(elapsed.messageText) of virtual time")
        + ".\(others)\nPass `within:` to wait for an event outside the test."
    case .cancelled(let elapsed):
      "The waiting task was cancelled after \(elapsed.messageText)."
    }
  }
}
