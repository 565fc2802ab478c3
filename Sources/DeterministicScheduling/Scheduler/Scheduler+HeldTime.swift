extension Scheduler {
  /// The next step, for as long as time stands still: tasks that sleep until this moment wake, and no others.
  mutating func nextWithoutTime() -> Step {
    if dueTimer != nil, let timer = timers.popFirst() { return wake(timer) }
    if isSettled, let request = requests.next(.settled, tasks) { return tell(request) }
    return .rest
  }
}
