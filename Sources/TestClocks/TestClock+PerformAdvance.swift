import DeterministicScheduling
import Testing
import TestingSupportCore

extension TestClock {
  /// Advances the time, and runs everything that can run: before the first wake-up, and after each.
  func performAdvance(
    _ operation: AdvanceOperation<Instant>,
    under support: DeterministicSupport = .current,
    isolation: isolated (any Actor)?,
    sourceLocation: SourceLocation
  ) async -> AdvanceOperation<Instant>.Outcome {
    let schedule = CurrentTestSchedule.schedule
    if let schedule, support == .exact {
      return await advanceOnSchedule(operation, on: schedule, isolation: isolation, sourceLocation: sourceLocation)
    }
    return await advanceByYielding(operation, isolation: isolation)
  }

  /// The schedule sees every job, and alone decides when everything has run.
  private func advanceOnSchedule(
    _ operation: AdvanceOperation<Instant>,
    on schedule: any TestSchedule,
    isolation: isolated (any Actor)?,
    sourceLocation: SourceLocation
  ) async -> AdvanceOperation<Instant>.Outcome {
    var operation = operation
    for test in sequence(first: schedule, next: \.pausedSchedule).dropFirst() {
      operation.pausedTests.insert(ObjectIdentifier(test))
    }
    while true {
      let stage: Stage
      (stage, operation) = await withUnsafeContinuation { continuation in
        proceed(operation, on: schedule, then: continuation)
      }
      if case .ended(let end) = stage { return end }
      if let failure = await waitForSleepersOutside(isolation: isolation, sourceLocation: sourceLocation) {
        return .gaveUp(failure)
      }
      if let failure = await waitForQuiescence(isolation: isolation) { return .gaveUp(failure) }
    }
  }

  /// The schedule sees only the jobs that hooks show, or there is none: inactivity of the clock decides too.
  private func advanceByYielding(
    _ operation: AdvanceOperation<Instant>,
    isolation: isolated (any Actor)?
  ) async -> AdvanceOperation<Instant>.Outcome {
    var operation = operation
    while true {
      if await becomesIdle(isolation: isolation) == false { return .gaveUp(.busyTest) }
      if let failure = await waitForQuiescence(isolation: isolation) { return .gaveUp(failure) }
      if case .ended(let end) = step(&operation) { return end }
    }
  }

  private enum Stage: Sendable {
    /// A sleeper was woken and has to run.
    case woke
    /// A woken sleeper has not run yet, although the test is idle: it runs outside the test.
    case waking
    case ended(AdvanceOperation<Instant>.Outcome)
  }

  /// Wakes one sleeper after the other, each as soon as the test is idle, without a task in between.
  @_specialize(where Duration == Swift.Duration)
  private func proceed(
    _ operation: AdvanceOperation<Instant>,
    on schedule: any TestSchedule,
    then continuation: UnsafeContinuation<(Stage, AdvanceOperation<Instant>), Never>
  ) {
    _ = schedule.whenIdle(.settled) { [self] in
      guard schedule.isSettled else {
        return continuation.resume(returning: (.ended(.gaveUp(.busyTest)), operation))
      }
      var operation = operation
      let stage = step(&operation)
      if case .woke = stage {
        proceed(operation, on: schedule, then: continuation)
      } else {
        continuation.resume(returning: (stage, operation))
      }
    }
  }

  @_specialize(where Duration == Swift.Duration)
  private func step(_ operation: inout AdvanceOperation<Instant>) -> Stage {
    let (stage, sleeper): (Stage, Sleeper?) = advancing { state in
      if state.waking > 0 { return (.waking, nil) }
      guard state.hasSleeper(before: operation.goal) else {
        if case .instant(let target) = operation.goal { state.move(to: target) }
        return (.ended(.arrived), nil)
      }
      if !operation.pausedTests.isEmpty, let test = state.nextSleeper?.test, operation.pausedTests.contains(test) {
        return (.ended(.gaveUp(.pausedTest)), nil)
      }
      if let reason = operation.reasonToStop() { return (.ended(.gaveUp(reason)), nil) }
      return (.woke, state.wakeNext())
    }
    sleeper?.wake(.deadline)
    return stage
  }

  /// Changes the state, and notifies the schedule if that advances the time.
  func advancing<Result>(_ change: (inout TestClockState<Instant, Sleeper>) -> Result) -> Result {
    let (result, time): (Result, Instant?) = state.withLock { state in
      let start = state.now
      let result = change(&state)
      return (result, state.now > start ? state.now : nil)
    }
    if let time { CurrentTestSchedule.schedule?.noteClock { "\(time)" } }
    return result
  }
}
