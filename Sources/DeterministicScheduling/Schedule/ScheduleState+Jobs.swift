internal import DeterministicSchedulingLoader
internal import TestingSupportCore

/// What becomes of the jobs that the runtime hands over.
extension ScheduleState {
  /// What became of a job.
  struct Admission {
    var isTaken: Bool
    var isNewTask = false
    var startsPump = false
  }

  mutating func admit(
    _ job: UnownedJob,
    of task: UInt64,
    isNew: Bool = false,
    on lane: Lane,
    isInside: Bool
  ) -> Admission {
    if isClosed { return Admission(isTaken: isNew || swallows(job, of: task)) }
    if fence.isPossible { fence.note(priority: Runtime.priority(of: job)) }
    guard task != 0 else {
      // It yields on an actor's turn that a schedule inside this one has taken over, and not on an executor of the user's.
      if !isInside { excursions.comeBack(testing_support_current_task()) }
      scheduler.enqueue(job.number, resuming: testing_support_current_task(), on: lane, isInside: isInside)
      return Admission(isTaken: true, startsPump: startPumping())
    }
    guard isNew || isMember(task) else {
      if !Runtime.isTask(job) { sharesActors = true }
      return Admission(isTaken: false)
    }
    if !isInside, !isNew, testing_support_current_schedule() == nil { noteOutsideResumption(of: task) }
    // A job for an actor runs whatever is in its queue.
    if !Runtime.isTask(job) { tasks.mayHaveUnseenEnds = true }
    excursions.comeBack(task)
    if recorder != nil { noteResumption(of: task, by: job) }
    let creator = isInside ? testing_support_current_task() : 0
    let isNewTask = insert(Runtime.address(ofTaskBehind: job), of: task, createdBy: creator)
    scheduler.enqueue(job.number, task: task, on: lane, in: Runtime.placeInLine(of: job), isInside: isInside)
    return Admission(isTaken: true, isNewTask: isNewTask, startsPump: startPumping())
  }

  mutating func admit(_ job: UnownedJob, of sleeper: UInt64, after delay: Duration) -> Admission {
    if isClosed { return Admission(isTaken: false) }
    if recorder != nil { noteSleep(delay, of: sleeper) }
    scheduler.sleep(job.number, sleeper: sleeper, on: .own, until: scheduler.elapsed + max(.zero, delay))
    return Admission(isTaken: true, startsPump: startPumping())
  }

  // Jobs of a finished test never run again, as far as they are known to belong to it.
  private func swallows(_ job: UnownedJob, of task: UInt64) -> Bool {
    isExact && Runtime.isTask(job) && scheduler.knownNumber(of: task) != nil
  }

  private func isMember(_ task: UInt64) -> Bool {
    if scheduler.knownNumber(of: task) != nil { return true }
    // If the creator of a task is unknown, a task older than this test does not belong to it.
    return !isExact && task >= body ?? task
  }

  /// Remembers a task that was created.
  ///
  /// - Returns: Whether it was not known.
  mutating func insert(_ address: UInt, of task: UInt64, createdBy creator: UInt64) -> Bool {
    body = body ?? task
    let (number, isNew) = scheduler.number(of: task, startedBy: creator)
    if isNew { tasks.insert(address, number: number) }
    return isNew
  }

  /// Remembers that a task has ended, if it has.
  ///
  /// - Returns: The task, to be released outside every lock, or zero.
  mutating func finish(_ task: UInt64) -> UInt {
    scheduler.knownNumber(of: task).map { tasks.finish($0) } ?? 0
  }
}
