import DeterministicScheduling
import Testing
import TestingSupportCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension TestClock {
  /// Yields until every woken sleeper has run and the clock has been inactive for a number of rounds: the best that can
  /// be observed without control over scheduling.
  ///
  /// A round is a yield at the caller's own priority: it goes behind everything that was ready before. Low-priority
  /// tasks would wait for longer, and on a loaded machine forever.
  ///
  /// - Returns: `nil` once the clock is inactive, or why this method gave up.
  func waitForQuiescence(isolation: isolated (any Actor)?) async -> AdvanceFailure? {
    let limit = WaitLimit.current
    // Created late: nearly every clock is inactive at the first check.
    var deadline: WaitDeadline?
    var seen = state.withLock { $0.activity }
    var quietRounds = 0
    for round in 1... {
      await Task.yield()
      let (activity, waking) = state.withLock { ($0.activity, $0.waking) }
      quietRounds = activity == seen && waking == 0 ? quietRounds + 1 : 0
      seen = activity
      if quietRounds == Self.quietRounds { return nil }
      // Lets a thread continue that the system preempted in the middle of a job. On an idle machine, this costs
      // nothing; without it, one chain of sleeps in a thousand was too late under full load.
      if quietRounds == Self.quietRounds / 2 { sched_yield() }
      guard round.isMultiple(of: 256) else { continue }
      guard let limitReached = deadline?.hasPassed else {
        deadline = WaitDeadline(after: limit)
        continue
      }
      if limitReached { return waking == 0 ? .busyClock(limit) : .notResumed(waking, limit) }
    }
    return nil
  }

  /// Waits, in real time, until every woken sleeper has run that belongs to another test or to none: nothing that the
  /// schedule of this test runs would let it continue.
  ///
  /// - Returns: `nil` once they have run, or why this method gave up.
  func waitForSleepersOutside(
    isolation: isolated (any Actor)?,
    sourceLocation: SourceLocation
  ) async -> AdvanceFailure? {
    let limit = WaitLimit.current
    // Virtual time stands still, as it does while the test's own sleepers run.
    return await withOutsideWork(sourceLocation: sourceLocation) {
      // A separate task, because a wait in a cancelled task returns immediately.
      await Task { [self] () -> AdvanceFailure? in
        let deadline = WaitDeadline(after: limit)
        var pause = Swift.Duration.microseconds(50)
        while true {
          let waking = state.withLock { $0.waking }
          if waking == 0 { return nil }
          if deadline.hasPassed { return .notResumed(waking, limit) }
          _ = await Waiter.pause(for: pause)
          pause = min(pause * 2, Self.longestPause)
        }
      }.value
    }
  }

  private static var longestPause: Swift.Duration { .milliseconds(10) }
  private static var quietRounds: Int { 32 }
}
