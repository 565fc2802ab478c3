internal import TestingSupportCore

/// A test that can make no progress, or goes on without end.
extension ScheduleState {
  /// Looks whether the test goes on without end, before each step.
  ///
  /// - Returns: Whether it is to take no further step.
  mutating func noteLivelock() -> Bool {
    guard isExact, mayBeLivelock else {
      livelock.endWatch()
      return livelock.hasStoppedTest
    }
    if outsideWaits > 0 || outside.holdsTime,
      !livelock.goesOnBesideOutsideWork(outside.changes, hasLimit: !outside.holdsTime)
    {
      return livelock.hasStoppedTest
    }
    guard isBodyRunning, !livelock.isReported, let cause = findLivelock() else { return livelock.hasStoppedTest }
    let tasks = livelock.tasks(since: cause)
    livelock.reset()
    stepsToKeep = stepsToKeep(cause)
    switch cause {
    case .yields where phase == .running:
      livelock.report(
        .livelock(
          yielding: tasks.sorted().map(self.tasks.suspended),
          waiting: self.tasks.unfinished.filter { !tasks.contains($0) }.map(self.tasks.suspended)
        )
      )
      return false
    case .polls:
      livelock.stopTest(
        .polling(waiting: waitingTasks, waits: scheduler.bodyWaits, elapsed: scheduler.elapsed)
      )
    case .steps:
      livelock.stopTest(
        .endless(
          waiting: waitingTasks,
          for: livelockLimit(cause),
          steps: scheduler.turnCount,
          elapsed: scheduler.elapsed
        )
      )
    case .yields, .cancellation: livelock.stopTest(.ignoredCancellation(waiting: waitingTasks))
    }
    return true
  }

  /// A task has asked for the real time: what looks like a loop without end may have a deadline.
  mutating func noteRealTime() {
    scheduler.noteRealTime()
    turnOfRealTime = scheduler.turnCount
    lane.noteRealTime(inStep: scheduler.stepCount)
  }

  // Whether a loop may read it: such a loop does so far more often.
  private var hasReadRealTimeLately: Bool {
    turnOfRealTime.map { scheduler.turnCount - $0 < Scheduler.yieldsWithoutTime.upperBound } ?? false
  }

  private var mayBeLivelock: Bool {
    guard scheduler.onlyYields || scheduler.isBodyPolling || scheduler.hasDoneMuch || isCancelled else { return false }
    return LivelockWatch.Cause.allCases.contains(where: mayBe)
  }

  // What has begun to be seen goes on being seen while it is true. But that there are very many steps says little, so anything
  // else that is seen later counts in its place.
  private mutating func findLivelock() -> LivelockWatch.Cause? {
    var seen: (cause: LivelockWatch.Cause, start: Int, isSure: Bool)?
    for cause in LivelockWatch.Cause.allCases {
      guard mayBe(cause) else {
        livelock.reset(cause)
        continue
      }
      let limit = livelockLimit(cause)
      let isSure = livelock.note(
        scheduler.currentTask,
        cause,
        at: scheduler.effort,
        furtherEffort: livelockEffort(cause, within: limit),
        limit: limit
      )
      guard let start = livelock.start(of: cause) else { continue }
      if let seen, cause == .steps || start >= seen.start { continue }
      seen = (cause, start, isSure)
    }
    return seen.flatMap { $0.isSure ? $0.cause : nil }
  }

  private func mayBe(_ cause: LivelockWatch.Cause) -> Bool {
    switch cause {
    case .yields: scheduler.onlyYields && waiting.isEmpty && startedWork.isEmpty && !hasReadRealTimeLately
    case .polls: scheduler.isBodyPolling && phase == .running && startedWork.isEmpty
    // Also beside work that the test has started: it may start more again and again.
    case .steps: scheduler.hasDoneMuch && phase == .running
    case .cancellation: isCancelled
    }
  }

  private func livelockLimit(_ cause: LivelockWatch.Cause) -> Duration {
    switch cause {
    case _ where phase == .cancelled: cancellationLimit ?? outsideLimit
    case .steps: max(endlessLimit, outsideLimit)
    default: outsideLimit
    }
  }

  // How much of the log each run has that goes on without end for this cause: how often it repeats what it does depends on
  // real time.
  private func stepsToKeep(_ cause: LivelockWatch.Cause) -> Int {
    switch cause {
    case .yields: scheduler.firstYield + Self.repeatedSteps
    case .polls: scheduler.firstBodyWait + Self.repeatedSteps
    case .steps: Self.stepsOfEndlessTest
    case .cancellation: stepsBeforeCancellation + Self.repeatedSteps
    }
  }

  private static var repeatedSteps: Int { 30 }
  // Where it is not known which of the steps are repeated.
  private static var stepsOfEndlessTest: Int { 10_000 }

  /// Cuts the log of a test that goes on without end.
  mutating func cutLog() {
    if let stepsToKeep { scheduler.cutLog(to: stepsToKeep) }
  }

  private func livelockEffort(_ cause: LivelockWatch.Cause, within limit: Duration) -> Int {
    switch cause {
    // Tasks that compute, or exchange elements of a stream, may do so between yields without a step that shows it.
    case .yields:
      max(
        2 * Scheduler.yieldsWithoutTime.lowerBound,
        Int(min(limit, .seconds(5)) / .milliseconds(1)) * scheduler.yieldingStepsPerMillisecond
      )
    case .polls, .steps: scheduler.effortUntilSure
    case .cancellation: scheduler.effortOfCleanUp
    }
  }

  enum Finding {
    case nothing
    case watchOn(after: Duration)
    /// Work that the test has started takes longer than the test allows: time goes on.
    case timeGoesOn
    /// No executor runs these tasks: the test goes on, since it may be the one to run them.
    case goesOnWithout([SuspendedTask])
    /// These block threads of their executors, perhaps for something that the test is to do.
    case goesOnBeside([SuspendedTask], [UInt64])
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
    // A watch lets everything that is ready run first, but not what was not ready yet when it began.
    guard remaining <= .zero, !restingSince.isLater(than: watchStart) else {
      return .watchOn(after: max(remaining, .zero))
    }
    // A job that was left behind may have much to do.
    let work = lane.workOfDisplaced(reason)
    if work != .zero, restingSince.missing(to: idleLimit, reason) > .zero { return .watchOn(after: work ?? limit) }
    if phase == .ending { return .overdue }
    guard isExact else {
      // A job of a test that is abandoned would run all the same.
      guard phase == .running else { return .nothing }
      defer { isWarned = true }
      return .found(.idle(isFinal: isWarned))
    }
    if !outside.holdsTime, phase == .running {
      let isHeld = isHeldByStartedWork()
      if isHeld { startedWork.giveUp() }
      // If it is held no longer, the next sleep would natively have ended at this moment.
      if isHeld || scheduler.isTimeHeld && !isPausedByTasks {
        isWatched = false
        return .timeGoesOn
      }
    }
    if phase == .running, isPausedByTasks, lane.displaced.isEmpty {
      if let (tasks, ids) = tasksBlockedElsewhere(), scheduler.hasReadyJobs || scheduler.hasTimers || !waiting.isEmpty {
        if let missing = foreignWait.missing(reason) { return .watchOn(after: missing) }
        isWatched = false
        return .goesOnBeside(tasks, ids)
      }
      if isAnyTaskAtWork {
        // It may have much to do.
        if restingSince.missing(to: longBlockingLimit, reason) > .zero { return .watchOn(after: limit) }
      } else if excursions.awaitsQueued, scheduler.hasReadyJobs || scheduler.hasTimers || !waiting.isEmpty {
        // An executor that has run them since does not wait for the test to do so.
        if scheduler.turnsElsewhere != turnsElsewhereAtRest, restingSince.missing(to: longBlockingLimit, reason) > .zero
        {
          turnsElsewhereAtRest = scheduler.turnsElsewhere
          return .watchOn(after: limit)
        }
        isWatched = false
        return .goesOnWithout(waitingTasks.filter { $0.state == .queued })
      }
    }
    // No second finding until the first has been acted upon.
    guard phase == .running else { return .found(.ignoredCancellation(waiting: waitingTasks)) }
    guard scheduler.isNeverIdle else { return .found(.stalled(waiting: waitingTasks)) }
    stepsToKeep = scheduler.firstWake + Self.stepsOfEndlessTest
    return .found(.neverIdle(waiting: waitingTasks, wakes: scheduler.wakes, elapsed: scheduler.elapsed))
  }

  mutating func bodyWasCancelled() -> Bool {
    if phase == .running { phase = .cancelled }
    noteCancellation()
    livelock.watchAgain()
    restingSince = .now
    isWatched = false
    return startWatching()
  }

  mutating func noteCancellation() {
    guard !isCancelled else { return }
    (isCancelled, stepsBeforeCancellation) = (true, scheduler.stepCount)
  }

  // Whether any task runs, but for those that are held until their next step.
  private var isAnyTaskAtWork: Bool {
    held.isEmpty ? tasks.isAnyRunning : !Set(tasks.running).isSubset(of: heldTasks)
  }

  private var heldTasks: Set<Int> { Set(held.values.compactMap(\.occupant.task)) }

  // The tasks that block threads of executors of the user's, if the schedule is paused for nothing else.
  private mutating func tasksBlockedElsewhere() -> ([SuspendedTask], [UInt64])? {
    guard excursions.isAnyActive else { return nil }
    var used: [Int32: Duration] = [:]
    let blocked = foreignThreads.filter { _, thread in
      used[thread] = LastingWait.use(of: thread)
      return used[thread] != nil
    }.keys.sorted()
    var others = excursions
    others.leaveBehind(blocked)
    guard !others.isAnyActive else { return nil }
    foreignWait.note(used)
    let numbers = blocked.compactMap(scheduler.knownNumber)
    return (numbers.map { tasks.suspended($0) }, blocked)
  }

  // What has not ended, as a failure lists it.
  private var waitingTasks: [SuspendedTask] {
    let (ready, held) = (Set(scheduler.readyTasks), heldTasks)
    let deinitializer = SuspendedTask(title: "a deinitializer", state: .queued)
    let deinits = repeatElement(deinitializer, count: excursions.waitingDeinits)
    let unfinished = tasks.unfinished.map { number in
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
    return deinits + unfinished
  }

  /// The tasks that run, or are about to, but for the one whose step runs.
  var activeTasks: [SuspendedTask] {
    let ready = Set(scheduler.readyTasks)
    return tasks.unfinished.filter { number in
      number != scheduler.currentTask
        && (ready.contains(number) || tasks.isRunning(number) || tasks.isQueued(number))
    }.map { tasks.suspended($0) }
  }

  var isAtRest: Bool { !isPumping && outsideWaits == 0 && pauses == 0 && !isClosed }
}
