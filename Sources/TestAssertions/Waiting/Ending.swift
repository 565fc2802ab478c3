import TestingSupportCore

/// Why a condition is not checked any more.
package enum Ending: Hashable {
  /// The time that was given for it is over.
  case limitReached(Duration)
  /// The same, but that tasks or the main thread did not run.
  case blocked(Duration)
  /// Nothing of the deterministic test can run any more; tells how much virtual time has passed until then, and who
  /// waits for the test.
  case exhausted(Duration, beside: String)
  /// The task that checks was cancelled, after a while.
  case cancelled(Duration)
}

extension Ending: CustomStringConvertible {
  /// The end of a sentence about checks: "checked 3 times, waited 10 seconds".
  package var description: String {
    switch self {
    case .limitReached(let limit): TimeoutReason.reached.clause(after: limit)
    case .blocked(let limit): TimeoutReason.blocked.clause(after: limit)
    case .exhausted(let elapsed, let others):
      "the last time when nothing in this test could run any more"
        + (elapsed == .zero ? "" : ", after \(elapsed.inWords) of virtual time")
        + others
        + "; use `within:` to wait for the outside"
    case .cancelled(let elapsed):
      "until the waiting task was cancelled after \(elapsed.inWords)"
    }
  }
}
