extension Scheduler {
  /// Removes everything that is left when the test has finished: ready jobs, and sleepers with their remaining time.
  package mutating func drain() -> (ready: [(Job, Lane)], sleeping: [(Job, Duration)]) {
    var left: (ready: [(Job, Lane)], sleeping: [(Job, Duration)]) = ([], [])
    while !ready.isEmpty {
      let entry = ready.remove(at: 0)
      if entry.candidate.isHeld { continue }
      left.ready.append((entry.job, entry.candidate.lane))
    }
    while let timer = timers.popFirst() {
      let isAwaited = sleepers[timer.sleeper] == timer.registration
      left.sleeping.append((timer.job, isAwaited ? max(.zero, timer.deadline - elapsed) : .zero))
    }
    choiceAtHold = nil
    waitingForLocks = []
    requests = IdleRequests()
    return left
  }
}
