import DeterministicScheduling
import TestingSupportCore

extension TestClock {
  /// Moves the time, and lets everything run that can: before the first wake-up, and after each.
  func travel(
    _ journey: Journey<Instant>,
    under support: DeterministicSupport = .current,
    isolation: isolated (any Actor)?
  ) async -> Journey<Instant>.End {
    let schedule = CurrentTestSchedule.schedule
    if let schedule, support == .exact {
      return await travelExactly(journey, on: schedule, isolation: isolation)
    }
    return await travelWatchfully(journey, isolation: isolation)
  }

  /// The schedule sees every job, and alone decides when everything has run.
  private func travelExactly(
    _ journey: Journey<Instant>,
    on schedule: any TestSchedule,
    isolation: isolated (any Actor)?
  ) async -> Journey<Instant>.End {
    var journey = journey
    while true {
      let stage: Stage
      (stage, journey) = await withUnsafeContinuation { continuation in
        proceed(journey, on: schedule, then: continuation)
      }
      if case .ended(let end) = stage { return end }
      if let reason = await reasonForUnrest(isolation: isolation) { return .gaveUp(reason) }
    }
  }

  /// The schedule sees the jobs that hooks show, or there is none: quiet on the clock decides too.
  private func travelWatchfully(
    _ journey: Journey<Instant>,
    isolation: isolated (any Actor)?
  ) async -> Journey<Instant>.End {
    var journey = journey
    while true {
      _ = await becomesIdle(isolation: isolation)
      if let reason = await reasonForUnrest(isolation: isolation) { return .gaveUp(reason) }
      if case .ended(let end) = step(&journey) { return end }
    }
  }

  private enum Stage: Sendable {
    /// A sleeper was woken and has to run.
    case woke
    /// A woken sleeper has not run yet, although nothing can run here: it runs elsewhere.
    case waking
    case ended(Journey<Instant>.End)
  }

  /// Wakes one sleeper after the other, each as soon as the test has settled, without a task in between.
  @_specialize(where Duration == Swift.Duration)
  private func proceed(
    _ journey: Journey<Instant>,
    on schedule: any TestSchedule,
    then continuation: UnsafeContinuation<(Stage, Journey<Instant>), Never>
  ) {
    _ = schedule.whenIdle(.settled) { [self] in
      guard schedule.isSettled else {
        let reason = "stopped\nTasks of this test never suspend."
        return continuation.resume(returning: (.ended(.gaveUp(reason)), journey))
      }
      var journey = journey
      let stage = step(&journey)
      if case .woke = stage {
        proceed(journey, on: schedule, then: continuation)
      } else {
        continuation.resume(returning: (stage, journey))
      }
    }
  }

  @_specialize(where Duration == Swift.Duration)
  private func step(_ journey: inout Journey<Instant>) -> Stage {
    let (stage, sleeper): (Stage, Sleeper?) = timeline.withLock { timeline in
      if timeline.waking > 0 { return (.waking, nil) }
      guard timeline.hasSleeper(until: journey.target) else {
        if let target = journey.target { timeline.move(to: target) }
        return (.ended(.arrived), nil)
      }
      if let reason = journey.reasonToStop() { return (.ended(.gaveUp(reason)), nil) }
      return (.woke, timeline.wakeNext())
    }
    sleeper?.wake(.deadline)
    return stage
  }
}
