import Dispatch

/// One wait for one event: it ends with the event, when the test cannot make progress, at its limit, or by
/// cancellation.
///
/// Every function of the package that waits is built on it. The code that knows of the event stores the waiter and
/// calls ``signal()`` after releasing its own lock; the test awaits ``wait(within:isolation:)``, once.
///
/// ```swift
/// let waiter = Waiter()
/// if state.withLock({ $0.isSatisfied(elseAdd: waiter) }) { return }
/// switch await waiter.wait() {
/// case .signaled: break
/// case let outcome: recordIssue("Expected 2 calls, but 1 was made\n\(outcome)", sourceLocation: sourceLocation)
/// }
/// ```
package final class Waiter: Sendable {
  /// How a wait ended.
  package enum Outcome: Sendable, Hashable {
    /// The event happened.
    case signaled
    /// The deterministic test cannot make progress, so the event will not happen; with the tasks that wait for the
    /// test.
    case stalled(beside: String)
    /// The same, and no outside event has resumed the test for as long as its `outside:` allows.
    case outsideLimit(Duration, beside: String)
    /// Something of this deterministic test keeps resuming; with the virtual time that has passed.
    case neverIdle(Duration)
    /// The limit has passed; with its length. It counts the time that the process was given: see ``TimeoutTimer``.
    case timedOut(Duration)
    /// The limit has passed in real time only, since a thread that tasks need is blocked.
    case blocked(Duration)
    /// The waiting task was cancelled.
    case cancelled
  }

  private enum State {
    case pending
    case waiting(CheckedContinuation<Outcome, Never>)
    case ended(Outcome)

    var outcome: Outcome? {
      if case .ended(let outcome) = self { outcome } else { nil }
    }
  }

  private let state = Locked<State>(.pending)

  package init() {}

  /// Signals that the event happened. Can be called from any isolation, any number of times, before or during the wait.
  package func signal() {
    end(.signaled)
  }

  /// Waits for the event.
  ///
  /// - Parameters:
  ///   - limit: With `nil`, the usual case, the wait ends in a deterministic test as soon as it cannot make progress
  ///     and, if it has `outside:`, no outside event has happened for that long; in any other test, it ends after
  ///     ``WaitLimit/ofEvents``. A limit waits that long for an outside event, in a deterministic test too. Both count
  ///     the time that the process was given, which is real time on an idle machine.
  ///   - schedule: The schedule of the running test.
  ///   - waitsForOutside: Whether a deterministic test with `outside:` waits for outside events. Pass `false` in a
  ///     helper that only waits until the test cannot make progress.
  package func wait(
    within limit: Duration? = nil,
    in schedule: (any TestSchedule)? = CurrentTestSchedule.schedule,
    waitsForOutside: Bool = true,
    isolation: isolated (any Actor)? = #isolation
  ) async -> Outcome {
    if let outcome = state.withLock({ $0.outcome }) { return outcome }
    if let limit, limit < .zero { return end(.timedOut(limit)) }
    let stopWatching =
      if let schedule, limit == nil {
        watch(schedule, waitsForOutside: waitsForOutside)
      } else {
        watch(for: limit ?? WaitLimit.ofEvents, in: schedule)
      }
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let outcome: Outcome? = state.withLock { state in
          if let outcome = state.outcome { return outcome }
          state = .waiting(continuation)
          return nil
        }
        if let outcome { continuation.resume(returning: outcome) }
      }
    } onCancel: {
      end(.cancelled)
    }
    stopWatching()
    return outcome
  }

  /// Ends the wait when no task can make progress. Returns a closure that stops watching.
  private func watch(_ schedule: any TestSchedule, waitsForOutside: Bool) -> () -> Void {
    let start = schedule.elapsed
    guard waitsForOutside, let patience = schedule.patience, patience > .zero else {
      let request = schedule.whenIdle(waitsForOutside ? .stalledWithoutOutside : .stalled) {
        self.end(
          schedule.isStalled
            ? .stalled(beside: schedule.waitPoints.inlineSummary) : .neverIdle(schedule.elapsed - start)
        )
      }
      return { schedule.withdraw(request) }
    }
    schedule.beginWaitingForOutside()
    let request = schedule.whenStalled(after: patience) {
      self.end(
        schedule.isStalled
          ? .outsideLimit(patience, beside: schedule.waitPoints.inlineSummary) : .neverIdle(schedule.elapsed - start)
      )
    }
    return {
      schedule.withdraw(request)
      schedule.endWaitingForOutside()
    }
  }

  /// Ends the wait at its limit. Returns a closure that stops watching.
  private func watch(for limit: Duration, in schedule: (any TestSchedule)?) -> () -> Void {
    let timeout = TimeoutTimer.shared.set(limit) { reason in
      self.end(reason == .blocked ? .blocked(limit) : .timedOut(limit))
    }
    let schedule = schedule ?? CurrentTestSchedule.settlingSchedule
    schedule?.beginWaitingForOutside()
    return {
      TimeoutTimer.shared.clear(timeout)
      schedule?.endWaitingForOutside()
    }
  }

  /// Ends the wait, unless it has ended, and returns its outcome.
  @discardableResult
  private func end(_ outcome: Outcome) -> Outcome {
    let (continuation, final): (CheckedContinuation<Outcome, Never>?, Outcome) = state.withLock { state in
      if let earlier = state.outcome { return (nil, earlier) }
      defer { state = .ended(outcome) }
      guard case .waiting(let continuation) = state else { return (nil, outcome) }
      return (continuation, outcome)
    }
    continuation?.resume(returning: outcome)
    return final
  }
}

extension Waiter {
  /// Waits until some real time has passed, for example between two checks of a condition. It isn't a limit, and
  /// doesn't yield.
  ///
  /// - Returns: Whether the waiting task was not cancelled.
  package static func pause(
    for duration: Duration,
    in schedule: (any TestSchedule)? = CurrentTestSchedule.schedule,
    isolation: isolated (any Actor)? = #isolation
  ) async -> Bool {
    let end = Waiter()
    TimeoutTimer.queue.asyncAfter(deadline: .now() + duration.timeInterval) { end.signal() }
    return await end.wait(within: .seconds(Int64.max), in: schedule) != .cancelled
  }
}

extension Waiter.Outcome: CustomStringConvertible {
  /// Why the event did not happen, and what to do, below a line that says what was expected: "Timed out after 10
  /// seconds."
  package var description: String {
    switch self {
    case .signaled: "It arrived."
    case .outsideLimit(let patience, let others):
      """
      No task in this test can make progress, and nothing outside the test resumed one within \(patience.messageText).\(others)
      \(WaitLimit.explicit == nil ? "Pass a longer `outside:` limit" : "Pass `within:`, or set a longer wait limit,") \
      if the event takes longer.
      """
    case .stalled(let others):
      "No task in this test can make progress.\(others)\nPass `within:` to wait for an event outside the test."
    case .neverIdle(let elapsed):
      """
      The test never became idle.
      Stopped after \(elapsed.messageText) of virtual time; a task keeps resuming.
      Cancel the repeating task before you wait.
      """
    case .timedOut(let limit) where limit < .zero: "The wait limit must not be negative, but is \(limit.messageText)."
    case .timedOut(let limit): TimeoutReason.reached.sentence(after: limit)
    case .blocked(let limit): TimeoutReason.blocked.sentence(after: limit)
    case .cancelled: "The waiting task was cancelled."
    }
  }
}
