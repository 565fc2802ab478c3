import Testing
import TestingSupportCore

extension TestClock {
  /// Advances the time and wakes every task whose deadline is reached.
  ///
  /// Everything that is ready to run runs first, so a pending sleep is registered before the time advances. Then the
  /// time advances to each deadline in order, and everything that can run runs after each wake-up. If a task sleeps
  /// again until a deadline within the advance, the same advance wakes it. With a duration of zero, the time stays the
  /// same, and everything that can run runs.
  ///
  /// In a `.deterministic` test, nothing is left to run when it returns. In any other test, it returns once it has seen
  /// no activity on the clock for a while: wait with ``waitForSleepers(_:within:isolation:sourceLocation:)`` before it.
  /// Calls from several tasks run one after the other in FIFO order, each starting at the time of the previous one.
  ///
  /// A negative duration changes nothing and fails the test, and so does an advance that is still waking sleepers after
  /// six times the wait limit (a minute, if nothing else is set) of real time.
  ///
  /// - Parameters:
  ///   - duration: How far to advance the time.
  ///   - isolation: The isolation to wait in: the caller's.
  ///   - sourceLocation: Where an issue is recorded.
  public func advance(
    by duration: Duration = .zero,
    isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    guard duration >= .zero else {
      let text = "A test clock cannot move backward\n`advance(by: \(messageText(duration)))` was ignored."
      recordIssue(text, sourceLocation: sourceLocation)
      return
    }
    await advanceMutex.lock(isolation: isolation)
    defer { advanceMutex.unlock() }
    let target = state.withLock { $0.now }.advanced(by: duration)
    await advance(to: target, as: .advance("advance(by: \(messageText(duration)))"), isolation, sourceLocation)
  }

  /// Advances the time to the given instant and wakes every task whose deadline is reached.
  ///
  /// Otherwise the same as ``advance(by:isolation:sourceLocation:)``. An instant in the past changes nothing and fails
  /// the test.
  ///
  /// - Parameters:
  ///   - instant: The time to advance to.
  ///   - isolation: The isolation to wait in: the caller's.
  ///   - sourceLocation: Where an issue is recorded.
  public func advance(
    to instant: Instant,
    isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    await advanceMutex.lock(isolation: isolation)
    defer { advanceMutex.unlock() }
    let now = state.withLock { $0.now }
    guard instant >= now else {
      let text = "A test clock cannot move backward\nThe time is \(now); `advance(to: \(instant))` was ignored."
      recordIssue(text, sourceLocation: sourceLocation)
      return
    }
    await advance(to: instant, as: .advance("advance(to: \(instant))"), isolation, sourceLocation)
  }

  /// Advances the time from deadline to deadline until no task is sleeping.
  ///
  /// Use it if the test is about the outcome and not about the times in between. The time is then that of the last
  /// deadline.
  ///
  /// If code never stops sleeping, such as a timer or a poll, this method stops at whichever limit it reaches first and
  /// fails the test, listing the tasks that still sleep.
  ///
  /// ```swift
  /// let download = Task { try await retrying(on: clock) { try await server.load() } }
  /// await clock.run()
  /// #expect(try await download.value == "content")
  /// ```
  ///
  /// - Parameters:
  ///   - maximumWakeUps: How many sleepers to wake at most.
  ///   - limit: The maximum real time to take. Defaults to the wait limit of ten seconds.
  ///   - isolation: The isolation to wait in: the caller's.
  ///   - sourceLocation: Where an issue is recorded.
  public func run(
    maximumWakeUps: Int = 100_000,
    within limit: Swift.Duration? = nil,
    isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    guard maximumWakeUps >= 0 else {
      let text = "`maximumWakeUps` must not be negative, but is \(maximumWakeUps)\n`run` was ignored."
      recordIssue(text, sourceLocation: sourceLocation)
      return
    }
    let limit = limit ?? WaitLimit.current
    guard limit > .zero else {
      let text = "`within:` must be greater than zero, not \(limit.messageText)\n`run` was ignored."
      recordIssue(text, sourceLocation: sourceLocation)
      return
    }
    await advanceMutex.lock(isolation: isolation)
    defer { advanceMutex.unlock() }
    let operation = AdvanceOperation<Instant>(to: .noSleeper, maximumWakeUps: maximumWakeUps, limit: limit)
    await perform(operation, as: .run, isolation, sourceLocation)
  }

  private func advance(
    to target: Instant,
    as call: AdvanceCall,
    _ isolation: isolated (any Actor)?,
    _ sourceLocation: SourceLocation
  ) async {
    let operation = AdvanceOperation(to: .instant(target), limit: WaitLimit.current * 6)
    await perform(operation, as: call, isolation, sourceLocation)
  }

  /// Advances the time, or records why that was not possible.
  func perform(
    _ operation: AdvanceOperation<Instant>,
    as call: AdvanceCall,
    _ isolation: isolated (any Actor)?,
    _ sourceLocation: SourceLocation
  ) async {
    let outcome = await performAdvance(operation, isolation: isolation, sourceLocation: sourceLocation)
    guard case .gaveUp(let failure) = outcome else { return }
    let there = suspension
    let sleepers = there.sleepers.isEmpty ? [] : [there.description]
    recordIssue(
      (["`\(call.text)` \(failure.text)"] + sleepers + [failure.advice(for: call)]).joined(separator: "\n"),
      sourceLocation: sourceLocation
    )
  }
}
