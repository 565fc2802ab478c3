extension Scheduler {
  /// The next step while time is stopped: tasks that sleep until this moment wake, and no others.
  mutating func nextWithoutTime() -> Step {
    if dueTimer != nil, let timer = timers.popFirst() { return wake(timer) }
    if isSettled, let request = requests.next(.settled, tasks) { return tell(request) }
    return .rest
  }
}
