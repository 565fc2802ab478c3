import Testing
import TestingSupportCore

extension FunctionSpy {
  /// Waits until the function has been called.
  ///
  /// This method returns as soon as the call is made, without polling. If the calls aren't made, it records an issue
  /// that lists those that were.
  ///
  /// - Parameters:
  ///   - count: How many calls must have been made since the spy was created.
  ///   - limit: How long to wait in real time. Defaults to waiting until a deterministic test cannot make progress, and
  ///     to the wait limit in any other test.
  ///   - isolation: The isolation to wait in: the caller's.
  ///   - sourceLocation: Where the issue is reported.
  public func waitForCalls(
    _ count: Int = 1,
    within limit: Duration? = nil,
    isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    guard count >= 0 else {
      recordIssue("`waitForCalls` requires a count of 0 or more, not \(count)", sourceLocation: sourceLocation)
      return
    }
    let waiter = Waiter()
    if state.withLock({ $0.hasReached(count, elseAdd: waiter) }) { return }
    let outcome = await waiter.wait(within: limit)
    if outcome == .signaled { return }
    let calls = state.withLock { state in
      state.stopWaiting(waiter)
      return state.calls
    }
    if calls.count >= count { return }
    recordIssue(
      "Expected \(pluralized(count, "call"))\(nameClause), but \(made(calls.count))\(numberedLines(calls))\n\(outcome)",
      sourceLocation: sourceLocation
    )
  }
}
