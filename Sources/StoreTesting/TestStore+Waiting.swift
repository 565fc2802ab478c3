import TestingSupportCore

extension TestStore {
  /// Waits for an event.
  ///
  /// - Returns: How the wait ended; `nil` if there was nothing to wait for.
  func wait(for event: StoreActivityState<Received>.Event, within limit: Duration?) async -> Waiter.Outcome? {
    var outcome: Waiter.Outcome?
    while true {
      let waiter = Waiter()
      if activity.withLock({ $0.hasHappened(event, elseWake: waiter) }) { return outcome }
      outcome = await waiter.wait(within: limit)
      if outcome == .signaled { continue }  // An effect may have ended for another to begin.
      activity.withLock { $0.forget(waiter) }
      return outcome
    }
  }
}
