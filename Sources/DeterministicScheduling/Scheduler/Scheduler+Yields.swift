/// A yield is two steps: the job that resumes the task, and the task itself, which follows at once.
extension Scheduler {
  /// Whether the step resumes a task after a yield, so that the next one is sure to be that task's turn: nothing is recorded
  /// in between, and no strategy asked.
  package var isYield: Bool { currentKind == .handover && !hasStrategy && log == nil }

  /// Takes the step of the task that is resumed, which need not become ready.
  package mutating func takeFollower() {
    guard let task = follower else { return }
    follower = nil
    if task == 0 { bodyRuns() }
    record(.job, task: task, lane: .own, readyCount: 1, origin: nil)
  }

  /// Whether a yield of the current task would be followed by nothing but its next turn, and leave no trace.
  package var wouldOnlyYield: Bool {
    ready.isEmpty && timers.isEmpty && !hasStrategy && log == nil && !polling.isAnyPolling
  }

  /// The current task has yielded so many times when ``wouldOnlyYield`` was true. Each would have been two steps.
  package mutating func note(immediateYields count: Int) {
    stepCount += 2 * count
    busySteps += count
    yields += count
    if currentTask == 0 { bodyWaits += count }
  }

  mutating func noteYield(of task: Int?) {
    follower = task
    if yields == 0 { firstYield = stepCount }
    yields += 1
    if task == 0 { noteBodyWait() }
  }

  // The job of a task that has yielded, if the yield has enqueued it, and it is the first in its executor's line.
  mutating func follow(_ task: Int) -> Step? {
    follower = nil
    guard let entry = ready.removeLast(of: task) else { return nil }
    currentSequence = entry.candidate.sequence
    if task == 0 { bodyRuns() }
    record(.job, task: task, lane: entry.candidate.lane, readyCount: 1, origin: entry.origin)
    return .run(entry.job, on: entry.candidate.lane)
  }
}
