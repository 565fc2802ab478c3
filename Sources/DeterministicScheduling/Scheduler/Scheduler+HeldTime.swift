extension Scheduler {
  /// When the next sleep ends.
  var nextDeadline: Duration? { timers.first?.deadline }

  /// Whether a task, as the runtime numbers it, sleeps.
  func isAsleep(_ task: UInt64) -> Bool { sleepers[task] != nil }

  /// The numbers of the tasks that sleep.
  var sleepingTasks: [Int] { sleepers.keys.compactMap { tasks.number(of: $0) } }

  /// The next step while time is stopped: tasks that sleep until this moment wake, and no others.
  mutating func nextWithoutTime() -> Step {
    if dueTimer != nil, let timer = timers.popFirst() { return wake(timer) }
    guard isSettled else { return .rest }
    if let request = requests.next(.settled, tasks) ?? requests.next(.timeHeld, tasks) ?? requests.next(.overdue, tasks)
    {
      return tell(request)
    }
    return .rest
  }
}
