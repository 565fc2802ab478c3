extension Scheduler {
  /// Lets time pass without a sleep.
  package mutating func pass(_ duration: Duration) {
    elapsed += duration
  }

  /// Lets time pass without a sleep, unless it has.
  package mutating func pass(until time: Duration) {
    elapsed = max(elapsed, time)
  }

  /// The current step has read the time.
  package mutating func noteLook() { hasLooked = true }

  /// A task that is not known has had a turn on an executor of the user's.
  package mutating func noteTurnElsewhere() { turnsElsewhere += 1 }

  /// A task has had a turn on an executor of the user's, where no step shows it.
  ///
  /// - Returns: Whether time is to pass, since the task polls and no other is ready.
  package mutating func noteTurnElsewhere(of task: Int, hasLooked: Bool) -> Bool {
    noteTurnElsewhere()
    polling.note(task, hasLooked || hasSleptForNoTime ? .elsewhere : nil)
    hasSleptForNoTime = false
    return hasLooked && polling.isPolling && !areOthersReady(than: task)
  }

  // A task that waits for a time continues on its own. A sleeper that has just woken, or a task that it wakes, runs first, at
  // its own time.
  private func areOthersReady(than poller: Int? = nil) -> Bool {
    ready.contains { $0.kind == .job && (poller == nil || $0.task != poller) }
  }

  /// Notes that time has passed for a task that has read the time again and again, without suspending, while others were ready
  /// or would have woken.
  package mutating func noteSpin(from start: Duration) {
    if areOthersReady(than: currentTask) || dueTimer != nil { noteLoop(.spin, from: start, to: elapsed) }
  }

  /// Lets time pass for a task that polls.
  ///
  /// - Parameter latest: How much time may have passed then at most.
  package mutating func passTime(of poll: PollingDetector.Poll, until latest: Duration? = nil) {
    let start = elapsed
    let rest = [timers.first?.deadline, latest].compactMap { $0.map { $0 - start } }.min()
    // Time that cannot pass says nothing of how long they have polled.
    if let rest, rest <= .zero { return }
    elapsed += polling.takeTime(of: poll, atMost: rest)
    noteLoop(.polls, from: start, to: elapsed)
  }

  // A shorter sleep natively takes longer than it asks for; by far if others keep the processors.
  private static var shortestSleep: Duration { .microseconds(10) }
  private static var shortestSleepInLoop: Duration { .microseconds(100) }

  /// The deadline of a sleep: a little later than requested for a task that repeatedly sleeps for no time, or nearly none, or
  /// does so while time passes for the sake of a loop, or beside tasks elsewhere that poll.
  mutating func deadline(ofSleepUntil deadline: Duration) -> Duration {
    guard deadline < elapsed + (isInLoop ? Self.shortestSleepInLoop : Self.shortestSleep) else { return deadline }
    hasSleptForNoTime = true
    guard polling.isPolling || isInLoop || isTimeAwaitedElsewhere else { return deadline }
    let end = max(deadline, elapsed + polling.takeTime(of: .sleep))
    noteLoop(.polls, from: elapsed, to: end)
    return end
  }

  /// Advances time for tasks that do nothing but read it.
  ///
  /// - Parameter isBusy: Whether something has been ready for so long, and nothing sleeps, that time also passes for tasks that
  ///   do more, such as starting others.
  /// - Returns: The step that ends a sleep, if its deadline is now reached.
  mutating func passTimeForPolls(isBusy: Bool) -> Step? {
    let isHop = currentKind == .hop
    var look: PollingDetector.Poll? = !hasLooked ? nil : !isHop ? .look : hasStrategy ? .hop : .thousandsOfHops
    if let currentTask, isHop || currentKind == .job {
      let poll = polling.note(currentTask, look ?? (hasSleptForNoTime ? .sleep : nil), isHop: isHop)
      if look != nil { look = poll }
    }
    (hasLooked, hasSleptForNoTime) = (false, false)
    guard polling.isPolling || isBusy else { return nil }
    if let look, isBusy || !areOthersReady() { passTime(of: isBusy ? .lateLook : look, until: latestTime) }
    return ready.isEmpty || dueTimer == nil ? nil : timers.popFirst().map { wake($0) }
  }
}
