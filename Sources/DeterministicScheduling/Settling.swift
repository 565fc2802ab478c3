internal import TestingSupportCore

/// Waits until nothing else of this test can run; virtual time stands still.
public func settle(isolation: isolated (any Actor)? = #isolation) async {
  guard let schedule = CurrentTestSchedule.schedule else {
    for _ in 0..<yieldsOutside { await Task.yield() }
    return
  }
  await withCheckedContinuation { continuation in
    _ = schedule.whenIdle(.settled) { continuation.resume() }
  }
}

private let yieldsOutside = 256
