extension Scheduler {
  /// Lets time pass without a sleep.
  package mutating func pass(_ duration: Duration) {
    elapsed += duration
  }

  /// The step that is about to end has asked for the time.
  package mutating func noteLook() { hasLooked = true }

  /// The deadline of a sleep: for a task that sleeps for no time again and again, a little later than it asks for.
  mutating func deadline(ofSleepUntil deadline: Duration) -> Duration {
    guard deadline <= elapsed else { return deadline }
    hasSleptForNoTime = true
    return polling.isPolling ? elapsed + polling.takeTime() : deadline
  }

  /// Lets time pass for tasks that do nothing but ask for it.
  ///
  /// - Returns: The step that ends a sleep, if that has come to its end thereby.
  mutating func passTimeForPolls() -> Step? {
    let hasLooked = self.hasLooked
    if let currentTask, currentKind == .job || currentKind == .hop {
      polling.note(currentTask, hasPolled: hasLooked || hasSleptForNoTime)
    }
    (self.hasLooked, hasSleptForNoTime) = (false, false)
    guard polling.isPolling else { return nil }
    // Who waits for a time goes on by itself. A sleeper that has just woken, or a task that it wakes, has its turn first, at
    // its own time.
    let areOthersReady = ready.waiting.contains { $0.kind == .job }
    if hasLooked, !areOthersReady {
      let time = elapsed + polling.takeTime()
      elapsed = max(elapsed, timers.first.map { min(time, $0.deadline) } ?? time)
    }
    return ready.isEmpty || dueTimer == nil ? nil : timers.popFirst().map { wake($0) }
  }
}
