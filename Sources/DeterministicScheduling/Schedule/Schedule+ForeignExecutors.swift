internal import DeterministicSchedulingLoader
internal import TestingSupportCore

/// A test's tasks on actors that are not the test's alone, and on executors that are not its own.
extension Schedule {
  func isInside(_ other: Schedule) -> Bool {
    self === other || outer?.isInside(other) == true
  }

  /// The schedule of the whole test.
  var outermost: Schedule { outer?.outermost ?? self }

  /// Stores a claimed actor until the schedule finishes.
  func keepActor(_ actor: UInt) {
    Runtime.keepMemory(of: actor)
    let gone = state.withLock { $0.claim(actor) }
    if !gone.isEmpty { ActorOwnership.forget(gone) }
  }

  /// Whether the test pauses for tasks that wait for an executor of the user's.
  var awaitsQueued: Bool { state.withLock { $0.excursions.awaitsQueued } }

  /// A task of this test is about to hop to an executor that is not the schedule's.
  func depart(_ task: UInt64) {
    state.withLock { $0.excursions.depart(task) }
  }

  /// A task of this test begins to run there.
  func arrive(_ task: UInt64) -> Bool {
    let thread = testing_support_this_thread()
    let (isOurs, elapsed) = state.withLock { state in
      guard state.phase != .over, state.phase != .abandoned else { return (false, Duration.zero) }
      state.excursions.begin(task, on: thread)
      state.foreignThreads[task] = thread
      return (true, state.scheduler.elapsed)
    }
    if isOurs {
      testing_support_set_time(epoch, testing_support_time(elapsed))
      _ = testing_support_take_look()
    }
    return isOurs
  }

  /// A task of this test has run there.
  func leave(_ task: UInt64, isOver: Bool) {
    let thread = testing_support_this_thread()
    let passed = takePassedTime()
    let hasLooked = testing_support_take_look()
    let (startsPump, finished) = state.withLock { state in
      state.pass(passed)
      state.noteTurnElsewhere(of: task, hasLooked: hasLooked)
      state.excursions.end(task, on: thread, isOver: isOver)
      state.noteTurnsOfSlowExecutor()
      if state.foreignThreads[task] == thread { state.foreignThreads[task] = nil }
      return (state.startPumping(), state.finish(task))
    }
    Runtime.release(finished)
    if startsPump { startPump() }
  }

  // MARK: Deinitializers on actors

  /// A deinitializer of this test is about to be enqueued where the schedule does not decide.
  ///
  /// - Returns: Its number; `nil` if the test does not wait for it, since its body is over.
  func beginDeinit(isOnActor: Bool) -> UInt64? {
    state.withLock { $0.isBodyRunning ? $0.excursions.beginDeinit(isOnActor: isOnActor) : nil }
  }

  func endDeinit(_ number: UInt64) {
    let startsPump = state.withLock { state in
      state.excursions.endDeinit(number)
      return !state.isClosed && state.startPumping()
    }
    if startsPump { startPump() }
  }

  // MARK: Actors that ordinary tasks use too

  /// An actor serves tasks of this test and ordinary ones, so that a task of this test may run on an ordinary thread.
  func sharesActors() {
    state.withLock { $0.sharesActors = true }
  }

  /// Sets the virtual time of a thread that is none of this test's.
  func setTime() {
    testing_support_set_time(epoch, testing_support_time(state.withLock { $0.scheduler.elapsed }))
  }
}

extension ScheduleState {
  // The real time that a slow executor, such as one that delays each job, has until the test takes steps beside its tasks.
  private static var timeOfSlowExecutor: Duration { .milliseconds(250) }

  /// Tasks that poll on a slow executor may wait for one that is ready, or for a sleep to end, and have few turns until it
  /// natively would.
  fileprivate mutating func noteTurnsOfSlowExecutor() {
    if excursions.hasSecondTurn { turnsElsewhereSince = GivenTime() }
    guard excursions.haveFewTurns, isNextSleepOver || scheduler.hasReadyJobs, let turnsElsewhereSince,
      turnsElsewhereSince.elapsed >= Self.timeOfSlowExecutor
    else { return }
    excursions.takeSteps()
  }

  /// A task has had a turn on an executor of the user's. If it polls, time passes.
  fileprivate mutating func noteTurnElsewhere(of task: UInt64, hasLooked: Bool) {
    guard let task = scheduler.knownNumber(of: task) else { return scheduler.noteTurnElsewhere() }
    workBesidePolls.endTurn(of: task)
    guard scheduler.noteTurnElsewhere(of: task, hasLooked: hasLooked), !outside.holdsTime else { return }
    let work = workBeside(task)
    let latest = workBesidePolls.latestTime(ofPollBy: task, beside: work, at: scheduler.elapsed, limit: pacingLimit)
    let start = scheduler.elapsed
    scheduler.passTime(of: .elsewhere, until: latest)
    if scheduler.elapsed > start { notePoll(from: start) }
    // What goes on may wait for the poll, and then ask for the time.
    if !work.isEmpty { testing_support_note_time_beside_lane() }
  }

  /// Pauses the schedule again for the tasks that were left behind there, and no longer wait: a step of the test may have
  /// done what they waited for.
  mutating func awaitThoseAtWorkElsewhere() {
    // To look at threads takes longer than a step.
    let looks = scheduler.hasReadyJobs ? scheduler.stepCount.isMultiple(of: 128) : scheduler.hasTimers
    guard phase == .running, looks else { return }
    for task in excursions.leftBehind {
      guard let thread = foreignThreads[task], LastingWait.use(of: thread) == nil else { continue }
      excursions.awaitAgain(task)
    }
  }

  // What else goes on in the test, and how much time that is given.
  private mutating func workBeside(_ task: Int) -> [WorkBesidePolls.Work: WorkBesidePolls.Measure] {
    var work: [WorkBesidePolls.Work: WorkBesidePolls.Measure] = [:]
    if isPumping {
      work[.step(scheduler.stepCount)] = .thread(lane.occupant.flatMap { $0.isParked ? nil : $0.thread })
    }
    if !lane.displaced.isEmpty, let latest = latestTimeBesideJobsLeftBehind() { work[.leftBehind] = .until(latest) }
    for number in tasksQueuedElsewhere { work[.queued(number)] = .thread(nil) }
    for (id, thread) in foreignThreads {
      guard let number = scheduler.knownNumber(of: id) else { continue }
      (work[.queued(number)], work[.turn(of: number)]) = (nil, .thread(thread))
    }
    (work[.queued(task)], work[.turn(of: task)]) = (nil, nil)
    if awaitsStartedWork {
      for (number, time) in startedWork.latestTimes(limit: pacingLimit) { work[.started(number)] = .until(time) }
    }
    return work
  }

  // The tasks that wait for executors of the user's, if the schedule is paused for these.
  private var tasksQueuedElsewhere: [Int] {
    guard excursions.awaitsQueued else { return [] }
    // Nobody tells of those that wait there since they were created.
    let queued = sharesActors ? Set(tasks.queued).subtracting(scheduler.readyTasks) : []
    return Array(queued.union(excursions.queued.compactMap(scheduler.knownNumber)))
  }
}
