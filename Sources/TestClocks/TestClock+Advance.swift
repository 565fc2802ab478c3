import Testing
import TestingSupportCore

extension TestClock {
  /// Moves the time forward and wakes everybody whose deadline comes on the way.
  ///
  /// What is ready to run, runs first: a sleep that has been asked for is registered before the time moves. Then the
  /// time visits each deadline in order, and after each wake-up everything runs that can; a sleeper that sleeps again
  /// to a deadline on the way is woken within the same advance. With a duration of zero the time stays and everything
  /// runs that can.
  ///
  /// In a `.deterministic` test nothing is left to run when it returns. In any other test it returns once it has seen
  /// no activity on the clock for a while: wait with ``waitForSleepers(_:within:isolation:sourceLocation:)`` before it.
  /// Calls from several tasks take turns in the order in which they came, each counting from where the former ended.
  ///
  /// A negative duration changes nothing and fails the test, and so does an advance that is still waking sleepers after
  /// six times the wait limit (a minute, if nothing else is set) of real time.
  ///
  /// - Parameters:
  ///   - duration: How far to move the time.
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
    await advance(to: target, as: "advance(by: \(messageText(duration)))", isolation, sourceLocation)
  }

  /// Moves the time forward to the given instant and wakes everybody whose deadline comes on the way.
  ///
  /// The same as ``advance(by:isolation:sourceLocation:)`` otherwise. An instant in the past changes nothing and fails
  /// the test.
  ///
  /// - Parameters:
  ///   - instant: Where to move the time.
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
    await advance(to: instant, as: "advance(to: \(instant))", isolation, sourceLocation)
  }

  /// Moves the time from deadline to deadline until nobody sleeps any more.
  ///
  /// Use it where the test cares about the outcome and not about the times on the way. The time ends at the last
  /// deadline.
  ///
  /// Code that never stops sleeping, such as a timer or a poll, never leaves the clock empty: the call then stops at
  /// whichever limit comes first and fails the test, naming who still sleeps.
  ///
  /// ```swift
  /// let download = Task { try await retrying(on: clock) { try await server.load() } }
  /// await clock.run()
  /// #expect(try await download.value == "content")
  /// ```
  ///
  /// - Parameters:
  ///   - maximumWakeUps: How many sleepers to wake at most.
  ///   - limit: How long to go on in real time; with `nil`, the usual wait limit of ten seconds.
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
    let operation = AdvanceOperation<Instant>(target: nil, maximumWakeUps: maximumWakeUps, limit: limit)
    fail("run()", unless: await performAdvance(operation, isolation: isolation), sourceLocation)
  }

  private func advance(
    to target: Instant,
    as call: String,
    _ isolation: isolated (any Actor)?,
    _ sourceLocation: SourceLocation
  ) async {
    let operation = AdvanceOperation(target: target, maximumWakeUps: .max, limit: WaitLimit.current * 6)
    fail(call, unless: await performAdvance(operation, isolation: isolation), sourceLocation)
  }

  func fail(_ call: String, unless end: AdvanceOperation<Instant>.Outcome, _ sourceLocation: SourceLocation) {
    guard case .gaveUp(let reason) = end else { return }
    let text = """
      `\(call)` \(reason)
      \(suspension)
      Cancel the repeating task before you advance the clock, or advance it by less.
      """
    recordIssue(text, sourceLocation: sourceLocation)
  }
}
