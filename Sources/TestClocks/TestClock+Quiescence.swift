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

  private static var quietRounds: Int { 32 }
}
