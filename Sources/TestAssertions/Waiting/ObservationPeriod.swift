import TestingSupportCore

/// A period of time and the moments in it at which something may have changed: virtual time in a deterministic test,
/// real time in any other test.
package struct ObservationPeriod {
  package enum Moment: Equatable {
    case within, over, cancelled
    /// A task keeps resuming, and too much time would have to pass.
    case neverIdle
  }

  private enum Phase {
    case settling(any TestSchedule)
    case passingTime(any TestSchedule)
    case realTime
  }

  private let duration: Duration
  private let sleep: VirtualSleep?
  private let stopwatch = Stopwatch()
  private var phase: Phase
  private var backOff = Backoff()

  package init(_ duration: Duration, schedule: (any TestSchedule)?) {
    self.duration = duration
    phase = schedule.map(Phase.settling) ?? .realTime
    sleep = schedule.map { VirtualSleep(for: duration, on: $0) }
  }

  /// How much of it has passed, as text.
  package var passed: String {
    guard let sleep, isVirtual else { return stopwatch.elapsed.messageText }
    return "\(sleep.passed.messageText) of virtual time"
  }

  /// Whether it is over already: what is seen only now may have changed after it. In virtual time, the last moment is the
  /// last instant of the period, and belongs to it.
  package var isPast: Bool { !isVirtual && stopwatch.elapsed > duration }

  /// Waits for the next moment. After the last one, something may have changed once more.
  package mutating func next(isolation: isolated (any Actor)? = #isolation) async -> Moment {
    if Task.isCancelled { return .cancelled }
    switch phase {
    case .settling(let schedule):
      phase = .passingTime(schedule)
      return await moment(of: schedule) { schedule.whenIdle(.settled, $0) }
    case .passingTime(let schedule):
      return await moment(of: schedule) { schedule.whenTimePassed($0) }
    case .realTime:
      return await momentAfterPause()
    }
  }

  /// Lets go of what measures the time.
  package func end() {
    sleep?.cancel()
  }

  private var isVirtual: Bool {
    if case .realTime = phase { false } else { true }
  }

  private mutating func moment(
    of schedule: any TestSchedule,
    isolation: isolated (any Actor)? = #isolation,
    asking ask: (@escaping @Sendable () -> Void) -> IdleRequest
  ) async -> Moment {
    let outcome = await schedule.outcome(asking: ask)
    if outcome == .cancelled { return .cancelled }
    if sleep?.isOver == true { return .over }
    switch outcome {
    case .neverIdle: return .neverIdle
    // A schedule without virtual sleeps has no sleep left while this one continues; a finished schedule no longer calls
    // back.
    case .stalled, nil: phase = .realTime
    default: break
    }
    return .within
  }

  private mutating func momentAfterPause(isolation: isolated (any Actor)? = #isolation) async -> Moment {
    let remaining = duration - stopwatch.elapsed
    if remaining <= .zero { return .over }
    // By halves, so that the last look within the period is close to its end.
    switch backOff.next(remaining: remaining / 2) {
    case .yield: await Task.yield()
    case .pause(let pause): if await !Waiter.pause(for: pause) { return .cancelled }
    }
    return .within
  }
}

/// A sleep in virtual time, so that the schedule advances to the end of the period.
private struct VirtualSleep {
  private let schedule: any TestSchedule
  private let start: Duration
  private let ended = Locked(false)
  private let task: Task<Void, Never>

  init(for duration: Duration, on schedule: any TestSchedule) {
    self.schedule = schedule
    start = schedule.elapsed
    task = Task { [ended] in
      try? await Task.sleep(for: duration)  // sleep-is-the-subject
      ended.withLock { $0 = true }
    }
  }

  var isOver: Bool { ended.withLock { $0 } }
  var passed: Duration { schedule.elapsed - start }

  func cancel() { task.cancel() }
}
