/// A limit of code that looks again and again, such as a check that is repeated until it succeeds.
///
/// Like any wait limit, it counts the time that the process was given: see ``TimeoutTimer``. Creating one costs as much
/// as a wait that returns immediately, so code that rarely checks it creates it late.
package final class WaitDeadline: Sendable {
  private let passed: Locked<TimeoutReason?>
  private let timeout: TimeoutTimer.ID

  /// - Parameter action: Called when the limit has passed, on any thread, unless the deadline is released before.
  package init(after limit: Duration, _ action: @escaping @Sendable (TimeoutReason) -> Void = { _ in }) {
    let passed = Locked<TimeoutReason?>(nil)
    self.passed = passed
    timeout = TimeoutTimer.shared.set(limit) { reason in
      passed.withLock { $0 = reason }
      action(reason)
    }
  }

  deinit { TimeoutTimer.shared.clear(timeout) }

  /// Why the code should give up now; `nil` while it should continue.
  package var reason: TimeoutReason? { passed.withLock { $0 } }
  package var hasPassed: Bool { reason != nil }
}
