/// Tasks that are held after they have created or resumed another one.
extension Scheduler {
  // Something else, such as a sleep that has ended, may have run since it was chosen.
  mutating func takeChoiceAtHold() -> (choice: Int, count: Int)? {
    guard let (sequence, count) = choiceAtHold else { return nil }
    choiceAtHold = nil
    return ready.offset(of: sequence).map { ($0, count) }
  }

  /// Asks whether a task continues that has just created or resumed another one.
  ///
  /// - Parameter job: What the task runs.
  /// - Returns: The key under which it is held until a step releases it, or `nil` if it continues immediately.
  package mutating func hold(_ job: Job, task: UInt64) -> Int? {
    // One that others wait for is not held again: it may still have their lock.
    guard strategy != nil, holdsLeft > 0, waitingForLocks.isEmpty, !ready.isEmpty else { return nil }
    let key = sequence
    enqueue(job, task: task, as: .creation, on: .own, isInside: true)
    let (choice, count) = choose(withTimers: false)
    let chosen = ready[choice].sequence
    if chosen == key {
      release(key, choice: choice, readyCount: count)
      return nil
    }
    choiceAtHold = (chosen, count)
    holdsLeft -= 1
    return key
  }

  /// Lets a held task continue, whatever the strategy decides, and holds no other one.
  package mutating func releaseNow(_ key: Int) {
    (choiceAtHold, holdsLeft) = (nil, 0)
    release(key)
  }

  /// Lets a held task continue, since the current one needs a lock that it may have.
  ///
  /// - Returns: The key under which the current task is held until that one has suspended, and tries again.
  package mutating func yieldForLock(to key: Int) -> Int? {
    guard ready.offset(of: key) != nil else { return nil }
    let waiter = Candidate(sequence: sequence, task: currentTask, lane: currentLane, kind: .lock)
    sequence += 1
    ready.append(waiter, job: 0, origin: currentStep)
    waitingForLocks.append(waiter.sequence)
    release(key)
    return waiter.sequence
  }

  /// The step of the task that has waited for a lock last, if there is one.
  mutating func retryLock() -> Step? {
    while let key = waitingForLocks.popLast() {
      guard let offset = ready.offset(of: key) else { continue }
      let entry = ready.remove(at: offset)
      record(.lock, task: entry.candidate.task, lane: entry.candidate.lane, readyCount: 1, origin: entry.origin)
      return .release(key)
    }
    return nil
  }

  private mutating func release(_ key: Int, choice: Int = 0, readyCount: Int = 1) {
    guard let offset = ready.offset(of: key) else { return }
    let entry = ready.remove(at: offset)
    let (candidate, origin) = (entry.candidate, entry.origin)
    let kind = ScheduleStep.Kind(candidate.kind)
    record(kind, task: candidate.task, lane: candidate.lane, choice: choice, readyCount: readyCount, origin: origin)
  }
}
