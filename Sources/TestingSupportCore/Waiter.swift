import Dispatch

/// One wait for one event: it ends with the event, when nothing can run any more, at its limit, or by cancellation.
///
/// Every function of the package that waits is built on it. Whoever knows of the event keeps the waiter and calls
/// ``arrive()`` after releasing its own lock; the test awaits ``wait(within:isolation:)``, once.
///
/// ```swift
/// let waiter = Waiter()
/// if state.withLock({ $0.isSatisfied(elseAdd: waiter) }) { return }
/// switch await waiter.wait() {
/// case .arrived: break
/// case let outcome: recordIssue("Still 1 of 2 calls: \(outcome)", sourceLocation: sourceLocation)
/// }
/// ```
package final class Waiter: Sendable {
  /// How a wait ended.
  package enum Outcome: Sendable, Hashable {
    /// The event came.
    case arrived
    /// Nothing of this deterministic test can run any more: the event will not come. Tells who waits for the test.
    case exhausted(beside: String)
    /// Something of this deterministic test sleeps or runs again and again; tells how much virtual time has passed.
    case endless(Duration)
    /// The limit, in real time, has passed.
    case timedOut(Duration)
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

  /// The event came. May be called from anywhere, any number of times, before or while somebody waits.
  package func arrive() {
    end(.arrived)
  }

  /// Waits for the event.
  ///
  /// - Parameters:
  ///   - limit: With `nil`, the usual case, a deterministic test ends the wait as soon as nothing of it can run any more,
  ///     and any other test after ``WaitLimit/current``. A limit waits that long in real time for something outside of
  ///     the test, also in a deterministic one.
  ///   - schedule: The schedule of the running test.
  package func wait(
    within limit: Duration? = nil,
    in schedule: (any TestSchedule)? = CurrentTestSchedule.schedule,
    isolation: isolated (any Actor)? = #isolation
  ) async -> Outcome {
    if let outcome = state.withLock({ $0.outcome }) { return outcome }
    let stopWatching = watch(for: limit, in: schedule)
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

  /// Sees to it that the wait ends without the event too, and gives back how to stop seeing to it.
  private func watch(for limit: Duration?, in schedule: (any TestSchedule)?) -> () -> Void {
    if let schedule, limit == nil {
      let start = schedule.elapsed
      let request = schedule.whenIdle(.exhausted) {
        self.end(
          schedule.isExhausted
            ? .exhausted(beside: schedule.waitingRooms.clause) : .endless(schedule.elapsed - start)
        )
      }
      return { schedule.withdraw(request) }
    }
    let limit = limit ?? WaitLimit.current
    let alarm = AlarmClock.shared.set(at: .now() + limit.timeInterval) { self.endUnlessStarved(after: limit) }
    schedule?.beginWaitingForOutside()
    return {
      AlarmClock.shared.clear(alarm)
      schedule?.endWaitingForOutside()
    }
  }

  /// The limit has passed in real time. On a machine under load that alone says little: what is waited for may not have
  /// had a thread yet. So the wait ends only when a task that begins now, behind all that is ready, has had many turns, some
  /// of them on the main actor, for which more may be waiting than for any thread.
  private func endUnlessStarved(after limit: Duration) {
    Task.detached {
      for turn in 0..<Self.turnsBeforeTimeOut {
        await Task.yield()
        if turn.isMultiple(of: 5) { await MainActor.run {} }
      }
      self.end(.timedOut(limit))
    }
    // Where threads or the main actor are blocked for good, no task has a turn any more.
    let last = DispatchTime.now() + Self.longestStarvation.timeInterval
    DispatchQueue.global(qos: .userInitiated).asyncAfter(deadline: last) { [weak self] in self?.end(.timedOut(limit)) }
  }

  private static let turnsBeforeTimeOut = 100
  private static let longestStarvation = Duration.seconds(60)

  private func end(_ outcome: Outcome) {
    let continuation: CheckedContinuation<Outcome, Never>? = state.withLock { state in
      defer { if state.outcome == nil { state = .ended(outcome) } }
      guard case .waiting(let continuation) = state else { return nil }
      return continuation
    }
    continuation?.resume(returning: outcome)
  }
}

extension Waiter.Outcome: CustomStringConvertible {
  /// The end of a sentence that tells what was waited for: "…, waited 10 seconds".
  package var description: String {
    switch self {
    case .arrived: "it came"
    case .exhausted(let others):
      "waited until nothing in this test could run any more\(others); use `within:` to wait for the outside"
    case .endless(let elapsed):
      "gave up after \(elapsed.inWords) of virtual time, since something in this test goes on again and again without end"
    case .timedOut(let limit) where limit < .zero: "the limit of a wait cannot be negative: \(limit.inWords)"
    case .timedOut(let limit): "waited \(limit.inWords)"
    case .cancelled: "the task that waited was cancelled"
    }
  }
}
