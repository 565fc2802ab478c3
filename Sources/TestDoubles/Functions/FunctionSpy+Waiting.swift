import Testing
import TestingSupportCore

extension FunctionSpy {
  /// Waits until the function has been called.
  ///
  /// It returns on the call itself, not by looking again and again. If the calls do not come, an issue lists those that
  /// did.
  ///
  /// - Parameters:
  ///   - count: How many calls must have been made since the spy was created.
  ///   - limit: How long to wait in real time. By default, until nothing can run any more in a deterministic test, and
  ///     the package's generous limit anywhere else.
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
    if outcome == .arrived { return }
    let calls = state.withLock { state in
      state.stopWaiting(waiter)
      return state.calls
    }
    if calls.count >= count { return }
    recordIssue(
      "Expected \(counted(count, "call"))\(nameClause), but \(made(calls.count))\(listedOnLines(calls))\n\(outcome)",
      sourceLocation: sourceLocation
    )
  }
}
