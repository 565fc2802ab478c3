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
    guard strategy != nil, holdsLeft > 0, !ready.isEmpty else { return nil }
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

  private mutating func release(_ key: Int, choice: Int = 0, readyCount: Int = 1) {
    guard let offset = ready.offset(of: key) else { return }
    let entry = ready.remove(at: offset)
    let (task, origin) = (entry.candidate.task, entry.origin)
    record(.creation, task: task, lane: .own, choice: choice, readyCount: readyCount, origin: origin)
  }
}
