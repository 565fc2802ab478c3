internal import TestingSupportCore

/// A test that can make no progress, or yields without end.
extension ScheduleState {
  // Tasks that only yield to each other would do so forever.
  mutating func noteLivelock() -> Bool {
    guard scheduler.onlyYields, isExact, waiting.isEmpty, startedWork.isEmpty, outsideWaits == 0, outside.workCount == 0
    else {
      livelock.reset()
      return livelock.hasStoppedTest
    }
    let limit = phase == .running ? outsideLimit : cancellationLimit ?? outsideLimit
    guard isBodyRunning, !livelock.isReported,
      livelock.note(scheduler.currentTask, for: limit, yields: Scheduler.yieldsWithoutTime)
    else { return livelock.hasStoppedTest }
    let yielding = livelock.tasks
    livelock.reset()
    guard phase == .running else {
      livelock.stopTest()
      livelock.report(.ignoredCancellation(waiting: waitingTasks))
      return true
    }
    livelock.report(
      .livelock(
        yielding: yielding.sorted().map(tasks.suspended),
        waiting: tasks.unfinished.filter { !yielding.contains($0) }.map(tasks.suspended)
      )
    )
    return false
  }

  enum Finding {
    case nothing
    case watchOn(after: Duration)
    /// Work that the test has started takes longer than the test allows: time goes on.
    case timeGoesOn
    /// No executor runs these tasks: the test goes on, since it may be the one to run them.
    case goesOnWithout([SuspendedTask])
    case found(Schedule.Event)
    /// What is left after the body can be waited for no longer.
    case overdue
  }

  mutating func startWatching() -> Bool {
    guard !isWatched, isAtRest else { return false }
    isWatched = true
    return true
  }

  /// - Parameter reason: Why this is looked at now.
  mutating func checkForStall(limit: Duration, idleLimit: Duration, _ reason: TimeoutReason) -> Finding {
    guard isAtRest else {
      isWatched = false
      return .nothing
    }
    let limit = phase == .cancelled ? cancellationLimit ?? limit : isWarned && phase == .running ? idleLimit : limit
    let remaining = restingSince.missing(to: limit, reason)
    guard remaining <= .zero else { return .watchOn(after: remaining) }
    // A job that was left behind may have much to do.
    if lane.isAnyDisplacedAtWork, restingSince.missing(to: idleLimit, reason) > .zero { return .watchOn(after: limit) }
    if phase == .ending { return .overdue }
    guard isExact else {
      // A job of a test that is abandoned would run all the same.
      guard phase == .running else { return .nothing }
      defer { isWarned = true }
      return .found(.idle(isFinal: isWarned))
    }
    if !outside.holdsTime, isHeldByStartedWork() {
      startedWork.giveUp()
      isWatched = false
      return .timeGoesOn
    }
    if phase == .running, isPausedByTasks, lane.displaced.isEmpty {
      if isAnyTaskAtWork {
        // It may have much to do.
        if restingSince.missing(to: longBlockingLimit, reason) > .zero { return .watchOn(after: limit) }
      } else if excursions.awaitsQueued, scheduler.hasReadyJobs || scheduler.hasTimers || !waiting.isEmpty {
        isWatched = false
        return .goesOnWithout(waitingTasks.filter { $0.state == .queued })
      }
    }
    // No second finding until the first has been acted upon.
    guard phase == .running else { return .found(.ignoredCancellation(waiting: waitingTasks)) }
    guard scheduler.isNeverIdle else { return .found(.stalled(waiting: waitingTasks)) }
    return .found(.neverIdle(waiting: waitingTasks, wakes: scheduler.wakes, elapsed: scheduler.elapsed))
  }

  mutating func bodyWasCancelled() -> Bool {
    if phase == .running { phase = .cancelled }
    livelock.watchAgain()
    restingSince = .now
    isWatched = false
    return startWatching()
  }

  // Whether any task runs, but for those that are held until their next step.
  private var isAnyTaskAtWork: Bool {
    held.isEmpty ? tasks.isAnyRunning : !Set(tasks.running).isSubset(of: heldTasks)
  }

  private var heldTasks: Set<Int> { Set(held.values.compactMap(\.occupant.task)) }

  // The tasks that have not ended, as a failure lists them.
  private var waitingTasks: [SuspendedTask] {
    let (ready, held) = (Set(scheduler.readyTasks), heldTasks)
    return tasks.unfinished.map { number in
      if let blocked = lane.displaced.first(where: { $0.task == number }) {
        return SuspendedTask(title: tasks.title(of: number), frames: blocked.code.addresses, state: .blocksThread)
      }
      var task = tasks.suspended(number)
      if tasks.isRunning(number), !held.contains(number) {
        task.state = .blocksThread
      } else if tasks.isQueued(number), !ready.contains(number) {
        task.state = .queued
      }
      return task
    }
  }

  var isAtRest: Bool { !isPumping && outsideWaits == 0 && pauses == 0 && !isClosed }
}
