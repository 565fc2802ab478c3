import TestingSupportCore

extension TestSchedule {
  /// Waits for a moment of the schedule.
  ///
  /// - Parameter ask: Requests a call at the moment.
  /// - Returns: How the wait ended, or `nil` if the schedule has finished: it then calls back immediately.
  func outcome(
    isolation: isolated (any Actor)? = #isolation,
    asking ask: (@escaping @Sendable () -> Void) -> IdleRequest
  ) async -> Waiter.Outcome? {
    let moment = Waiter()
    let isTold = Locked(false)
    let request = ask {
      isTold.withLock { $0 = true }
      moment.signal()
    }
    if isTold.withLock({ $0 }) { return nil }
    defer { withdraw(request) }
    return await moment.wait(in: self, waitsForOutside: false)
  }
}
