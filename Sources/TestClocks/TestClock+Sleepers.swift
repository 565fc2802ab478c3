import Testing
import TestingSupportCore

extension TestClock {
  /// The number of tasks that are sleeping on the clock.
  public var sleeperCount: Int { state.withLock { $0.sleeperCount } }

  /// When the sleeping tasks wake, the earliest first.
  public var deadlines: [Instant] { state.withLock { $0.sortedSleepers }.map(\.deadline) }

  /// Waits until at least a number of tasks are sleeping on the clock.
  ///
  /// Use it before ``advance(by:isolation:sourceLocation:)`` in a test that is not `.deterministic`: it returns as soon
  /// as the code under test sleeps, on any machine and under any load, so no advance is too early.
  ///
  /// ```swift
  /// await poller.start()
  /// await clock.waitForSleepers()
  /// await clock.advance(by: .seconds(5))
  /// ```
  ///
  /// Fails a deterministic test that cannot make progress, or any other test after the limit, and lists the sleeping
  /// tasks.
  ///
  /// - Parameters:
  ///   - count: How many sleepers to wait for.
  ///   - limit: How long to wait in real time; also in a deterministic test, when it is given.
  ///   - isolation: The isolation to wait in: the caller's.
  ///   - sourceLocation: Where an issue is recorded.
  public func waitForSleepers(
    _ count: Int = 1,
    within limit: Swift.Duration? = nil,
    isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    guard count >= 0 else {
      recordIssue("`waitForSleepers` requires a count of 0 or more, not \(count)", sourceLocation: sourceLocation)
      return
    }
    let waiter = Waiter()
    if state.withLock({ $0.watch(for: count, waiter) }) { return }
    let outcome = await waiter.wait(within: limit, isolation: isolation)
    guard outcome != .signaled else { return }
    state.withLock { $0.stopWatching(waiter) }
    let there = suspension
    if there.sleepers.count >= count { return }
    let found = there.sleepers.isEmpty ? "is none" : there.sleepers.count == 1 ? "is 1" : "are \(there.sleepers.count)"
    recordIssue(
      """
      Expected \(messageText(sleepers: count)) on the test clock, but there \(found) at \(there.now)
      \((there.lines + [outcome.description]).joined(separator: "\n"))
      """,
      sourceLocation: sourceLocation
    )
  }

  /// Throws if a task is sleeping on the clock once everything that can run has run.
  ///
  /// Use it at the end of a test to prove that the code under test has left nothing behind: no timer that still ticks,
  /// no timeout that still runs.
  ///
  /// Fails the test if the test never becomes idle.
  ///
  /// - Parameters:
  ///   - isolation: The isolation to wait in: the caller's.
  ///   - sourceLocation: Where an issue is recorded.
  /// - Throws: A ``SuspensionError`` that names every sleeper.
  public func checkSuspension(
    isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws(SuspensionError) {
    await advanceMutex.lock(isolation: isolation)
    defer { advanceMutex.unlock() }
    let rest = AdvanceOperation<Instant>(to: .idle, limit: WaitLimit.current)
    await perform(rest, as: .checkSuspension, isolation, sourceLocation)
    let there = suspension
    guard there.sleepers.isEmpty else { throw there }
  }

  /// The tasks that are sleeping now.
  var suspension: SuspensionError {
    let (now, sleepers) = state.withLock { ($0.now, $0.sortedSleepers) }
    return SuspensionError(now: now, sleepers: describe(sleepers, at: now))
  }

  private func describe(
    _ sleepers: [(deadline: Instant, sleeper: Sleeper)],
    at now: Instant
  ) -> [SuspensionError.Sleeper] {
    sleepers.map { deadline, sleeper in
      SuspensionError.Sleeper(
        deadline: "\(deadline)",
        remaining: messageText(now.duration(to: deadline)),
        sourceLocation: sleeper.origin?.sourceLocation,
        taskName: sleeper.origin?.taskName
      )
    }
  }
}

extension TestClock: WaitPoint {
  package var waiterSummary: String? {
    let (now, count) = state.withLock { ($0.now, $0.sleeperCount) }
    return count == 0 ? nil : messageText(sleepers: count, at: now)
  }
  package var details: [String] { suspension.lines }
}
