import TestingSupportCore

extension TestSchedule {
  /// Waits for a moment of the schedule.
  ///
  /// - Parameters:
  ///   - waitsForOutside: Whether the wait fails if the test is stalled, and so goes on while something outside may resume it.
  ///   - ask: Requests a call at the moment.
  /// - Returns: How the wait ended, with a time-out if the test was not idle within the wait limit, or `nil` if the schedule has finished: it then calls back immediately.
  func outcome(
    waitsForOutside: Bool = false,
    isolation: isolated (any Actor)? = #isolation,
    asking ask: (@escaping @Sendable () -> Void) -> IdleRequest
  ) async -> Waiter.Outcome? {
    let moment = Waiter()
    let answer = Locked<(isTold: Bool, isIdle: Bool)>((false, true))
    let request = ask {
      let isIdle = self.isSettled
      answer.withLock { $0 = (true, isIdle) }
      moment.signal()
    }
    if answer.withLock(\.isTold) { return nil }
    defer { withdraw(request) }
    let outcome = await moment.wait(in: self, waitsForOutside: waitsForOutside)
    return outcome == .signaled && !answer.withLock(\.isIdle) ? .timedOut(WaitLimit.current) : outcome
  }
}
