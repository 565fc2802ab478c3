public import Testing
internal import TestingSupportCore

/// Waits until nothing else of this test can run; virtual time stands still.
public func settle(
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation
) async {
  guard DeterministicSupport.current == .exact, let schedule = Schedule.current else {
    for _ in 0..<yieldsOutside { await Task.yield() }
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

private let yieldsOutside = 256
