public import Testing
internal import TestingSupportCore

/// Waits until nothing else of this test can run; virtual time stands still.
///
/// Use it after an action that starts tasks, instead of sleeping or counting yields, when there is nothing more exact to
/// wait for:
///
/// ```swift
/// sut.didTapRefresh()
/// await settle()
/// #expect(sut.isLoading)
/// ```
/// Sleeping tasks go on sleeping: to let time pass, sleep. When several tasks settle at once they go on one after the
/// other, in the order in which they asked, and each only when what the one before has started has come to rest.
///
/// Outside of a deterministic test nobody knows what can still run. There it lets other tasks run for a bounded number of
/// turns, at the priority of its caller: enough for a few hops on an idle machine, no promise on a busy one. A test that
/// depends on it should be `.deterministic`.
///
/// A test whose tasks never pause does not settle. After ten seconds of real time this fails the test at the caller's
/// line, and returns.
///
/// - Parameters:
///   - isolation: The actor of the caller, to which this function returns.
///   - sourceLocation: Where a failure is recorded.
public func settle(
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation
) async {
  guard DeterministicSupport.current == .exact, let schedule = Schedule.current else {
    for _ in 0..<turnsOutside { await Task.yield() }
    return
  }
  let isSettled = await withCheckedContinuation { continuation in
    _ = schedule.whenIdle(.settled) { continuation.resume(returning: schedule.isSettled) }
  }
  if !isSettled {
    recordIssue(
      "This test does not settle: after \(WaitLimit.current.inWords) some of its tasks still run, without a pause.",
      sourceLocation: sourceLocation
    )
  }
}

private let turnsOutside = 256
