import TestingSupportCore

/// The moments at which a condition that was false may have become true.
///
/// In a deterministic test, they are known: when the test is idle, and after each sleeper that virtual time advances
/// to. In any other test, and while virtual time stands still for something outside, others are given a chance to run for
/// ever longer, until the limit.
package struct RecheckSequence {
  private enum Phase {
    case settling(any TestSchedule)
    case passingTime(any TestSchedule)
    case holdingTime(any TestSchedule)
    case backingOff
  }

  /// However slow the machine is, the code under test gets its chance.
  private static let fewestPauses = 10
  /// The same for a deterministic test, whose moments take no real time: so many sleeps, after the moment in which it is idle.
  private static let fewestMoments = 1000
  /// How long, in real time, a deterministic test may go on before there is a moment although it is not idle.
  private static let patience = Duration.seconds(1)

  private let limit: Duration
  private let waitsForOutside: Bool
  private let schedule: (any TestSchedule)?
  private let stopwatch = Stopwatch()
  private let deadline: WaitDeadline
  private let virtualStart: Duration
  private var phase: Phase
  private var backOff = Backoff()
  private var count = 0

  /// - Parameters:
  ///   - limit: How long to wait for outside events. With `nil`, a deterministic test waits as long as its `outside:`
  ///     allows, or otherwise until it cannot make progress, and any other test until the wait limit.
  ///   - schedule: The schedule of a deterministic test.
  package init(within limit: Duration?, schedule: (any TestSchedule)?) {
    let outsideLimit = limit ?? schedule?.patience
    self.limit = outsideLimit ?? WaitLimit.ofEvents
    deadline = WaitDeadline(after: self.limit)
    self.schedule = schedule
    waitsForOutside = outsideLimit != nil
    virtualStart = schedule?.elapsed ?? .zero
    phase = schedule.map(Phase.settling) ?? .backingOff
  }

  /// Waits for the next moment. Gives back why there will be no further one; it is worth a last check all the same.
  package mutating func next(isolation: isolated (any Actor)? = #isolation) async -> PollingOutcome? {
    if Task.isCancelled { return .cancelled(passed) }
    switch phase {
    case .settling(let schedule):
      phase = .passingTime(schedule)
      return await ending(of: schedule) { schedule.whenIdle(.settled, $0) }
    case .passingTime(let schedule):
      let holding = Locked<IdleRequest?>(nil)
      defer { holding.withLock { $0.map(schedule.withdraw) } }
      let ending = await ending(of: schedule) { action in
        let request = schedule.whenIdle(.timeHeld, action)
        holding.withLock { $0 = request }
        return schedule.whenTimePassed(action)
      }
      if schedule.isTimeHeld { phase = .holdingTime(schedule) }
      return ending
    case .holdingTime(let schedule):
      phase = .passingTime(schedule)
      return await endingAfterPause()
    case .backingOff:
      return await endingAfterPause()
    }
  }

  private var passed: Duration { stopwatch.elapsed }

  private mutating func ending(
    of schedule: any TestSchedule,
    isolation: isolated (any Actor)? = #isolation,
    asking ask: (@escaping @Sendable () -> Void) -> IdleRequest
  ) async -> PollingOutcome? {
    switch await outcome(of: schedule, asking: ask) {
    case .cancelled: return .cancelled(passed)
    case .stalled(let others) where !waitsForOutside:
      return .stalled(schedule.elapsed - virtualStart, beside: others)
    case .stalled, .outsideLimit, .neverIdle, .blocked, nil:
      phase = .backingOff
      return nil
    case .signaled:
      count += 1
      return count > Self.fewestMoments ? endingAtDeadline : nil
    case .timedOut: return endingAtDeadline
    }
  }

  // In a test that does not become idle, there is a moment all the same after a while.
  private func outcome(
    of schedule: any TestSchedule,
    isolation: isolated (any Actor)? = #isolation,
    asking ask: (@escaping @Sendable () -> Void) -> IdleRequest
  ) async -> Waiter.Outcome? {
    await schedule.outcome(waitsForOutside: !waitsForOutside) { action in
      WaitLimit.withValueSynchronously(min(limit, Self.patience)) { ask(action) }
    }
  }

  private mutating func endingAfterPause(isolation: isolated (any Actor)? = #isolation) async -> PollingOutcome? {
    switch backOff.next(remaining: limit - passed) {
    case .yield:
      await Task.yield()
    case .pause(let pause):
      if await !Waiter.pause(for: pause, in: schedule) { return .cancelled(passed) }
    }
    return backOff.pauses >= Self.fewestPauses ? endingAtDeadline : nil
  }

  private var endingAtDeadline: PollingOutcome? {
    deadline.reason.map { $0 == .reached ? .limitReached(limit) : .blocked(limit) }
  }
}
