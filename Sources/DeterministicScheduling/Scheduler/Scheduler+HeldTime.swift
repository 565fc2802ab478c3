extension Scheduler {
  /// The next step, for as long as time stands still: whoever sleeps until this very moment wakes, and nobody else.
  mutating func nextWithoutTime() -> Step {
    if dueTimer != nil, let timer = timers.popFirst() { return wake(timer) }
    if isSettled, let request = requests.next(.settled, tasks) { return tell(request) }
    return .rest
  }
}
