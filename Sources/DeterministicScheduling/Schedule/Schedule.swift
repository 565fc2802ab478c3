internal import DeterministicSchedulingLoader
internal import TestingSupportCore

/// One deterministic test while it runs: its scheduler behind a lock, and the lane that does what the scheduler decides.
final class Schedule: TestSchedule {
  /// What the code that runs the test has to know.
  enum Event: Equatable {
    /// The body has finished, and so has everything that could run after it.
    case ended
    /// Nothing can run, and there was no outside event within the limit.
    case stalled(waiting: [SuspendedTask])
    /// Tasks have done nothing but yield within the limit, and there was no outside event.
    case livelock(yielding: [SuspendedTask], waiting: [SuspendedTask])
    /// The body has waited so often, and nothing but the ends of its waits has resumed it: the test is stopped.
    case polling(waiting: [SuspendedTask], waits: Int, elapsed: Duration)
    /// The test has gone on for so long in real time, with so many steps: it is stopped.
    case endless(waiting: [SuspendedTask], for: Duration, steps: Int, elapsed: Duration)
    /// Nothing was ready to run within the limit, or for so long that no sleep can be the reason, where sleeping tasks
    /// are not known.
    case idle(isFinal: Bool)
    /// Nothing can run but tasks that keep sleeping and waking, while the body does not run; with the time that has passed.
    case neverIdle(waiting: [SuspendedTask], wakes: Int, elapsed: Duration)
    /// The same once more, after the body's task was cancelled.
    case ignoredCancellation(waiting: [SuspendedTask])
    /// A job has blocked its thread so long that the test continued without it, or has reported it at least.
    case blocked(task: String, function: String?, isWaiting: Bool, isLeftBehind: Bool)
    /// The test continued without tasks that an executor of the user's has not run.
    case wentOn(without: [SuspendedTask])
    /// The test continued although tasks block threads of executors of the user's.
    case wentOnBeside(blocked: [SuspendedTask])
    /// The body has ended, and tasks are left that are about to be cancelled.
    case leftBehind(tasks: [SuspendedTask])
  }

  private let givenSeed: UInt64?
  let outsideLimit: Duration
  let idleLimit: Duration
  let leftovers: Leftovers
  /// The name of the test, as the messages of other tests give it.
  let testName: String?
  let outsidePatience: Duration?
  /// Whether a sleep that a hook shows ends as soon as the test is idle.
  let skipsSleeps: Bool
  /// Whether errors that no task awaits are to be reported.
  let reportsErrors: Bool
  /// Whether the strategy decides at hops to actors too, which FIFO order makes immediately.
  let exploresHops: Bool
  /// Whether what the steps do is recorded, for a report.
  let describesSteps: Bool
  /// What the clocks show when no virtual time has passed.
  let epochs: Locked<testing_support_epoch>
  let state: ScheduleLock
  let throwOrigins = ThrowOrigins()
  /// The schedule that is paused while this one runs.
  let outer: Schedule?

  init(_ run: DeterministicRun, outer: Schedule? = nil, testName: String? = nil) {
    givenSeed = run.seed
    // Where it is not seen who sleeps, a test that rests has more time than any helper waits.
    let isExact = DeterministicSupport.current == .exact
    outsideLimit = isExact ? run.stallLimit ?? run.outsideLimit : run.outsidePatience ?? .seconds(30)
    idleLimit = max(outsideLimit, run.idleLimit)
    leftovers = run.leftovers
    self.testName = testName
    outsidePatience = run.outsidePatience
    epochs = Locked(Self.epoch(inside: outer, dates: run.dates))
    exploresHops = run.strategy != nil
    describesSteps = run.describesSteps
    skipsSleeps = run.sleeps == .skipped
    let scheduler = Scheduler(
      strategy: run.strategy,
      isRecording: run.isRecording,
      wakesWithoutBody: run.wakesWithoutBody
    )
    state = ScheduleLock(ScheduleState(scheduler, run, isNested: outer != nil))
    self.outer = outer
    reportsErrors = run.reportsErrors
    state.yields.begin(self)
    testing_support_count_schedules(1)
    if reportsErrors { testing_support_count_result_observers(1) }
  }

  var seed: UInt64? {
    state.withLock { $0.hasReadSeed = true }
    return givenSeed
  }

  /// Whether more than the order may decide what happens: the seed was read, or work outside the test was started.
  var dependsOnMore: Bool { state.withLock { $0.hasReadSeed || $0.startedWork.hasBegun } }

  // MARK: What the runtime asks for

  /// Takes a job of this test.
  ///
  /// - Parameter isInside: Whether the running code is this test's.
  /// - Returns: Whether it was accepted. A job of another test, or one after the test has finished, is not.
  func enqueue(_ job: UnownedJob, of task: UInt64, isNew: Bool = false, on lane: Lane, isInside: Bool) -> Bool {
    if isInside, Runtime.hasHooksOnly { adoptRunningTask() }
    let occupancy = testing_support_occupancy()
    // Asked before the job is admitted: if this thread has lost the lane, another one may run the job, and its task be gone.
    let resumer =
      isInside && !isNew && exploresHops ? testing_support_task_that_resumes(Runtime.pointer(to: job)) : nil
    let work = isInside ? 0 : runningWork
    let admission = state.withLock { state in
      state.workActs(work)
      let isInside = isInside && !state.lane.isDisplaced(occupancy)
      return state.admit(job, of: task, isNew: isNew, on: lane, isInside: isInside)
    }
    if admission.isNewTask { ScheduleRegistry.insert(self, for: task) }
    if admission.startsPump { startPump() }
    if admission.isTaken, let resumer {
      offerHold(of: unsafeBitCast(resumer, to: UnownedJob.self), id: testing_support_task_of_job(resumer))
    }
    return admission.isTaken
  }

  /// Takes in a task that was created for this test, and is in the queue of an actor or on an executor of the user's. The
  /// thread that runs it there may do the same at this moment, so that each does all of it.
  func adopt(_ task: UInt, of id: UInt64, createdBy creator: UInt64) {
    let isOurs = state.withLock { state in
      guard !state.isClosed else { return false }
      state.tasks.mayHaveUnseenEnds = true
      _ = state.insert(task, of: id, createdBy: creator)
      return true
    }
    if isOurs { ScheduleRegistry.insert(self, for: id) }
  }

  /// Takes a job that is to run after a sleep of one of the test's tasks.
  func enqueue(_ job: UnownedJob, of sleeper: UInt64, after delay: Duration) -> Bool {
    let passed = takePassedTime()
    let admission = state.withLock { state in
      state.pass(passed)
      return state.admit(job, of: sleeper, after: delay)
    }
    if admission.startsPump { startPump() }
    return admission.isTaken
  }

  // MARK: The life of a test

  /// Prepares the test's body: whatever `start` makes ready belongs to this schedule, and waits for ``start()``.
  func prepare<R>(_ start: () -> R) -> R {
    let previous = testing_support_enter_schedule(Unmanaged.passUnretained(self).toOpaque())
    testing_support_act_for_schedule()
    defer { testing_support_enter_schedule(previous) }
    return start()
  }

  func start() {
    LaneMonitor.watch(self)
    resume()
  }

  /// The body's task was cancelled: from now on it has as long as before to end.
  func bodyWasCancelled() {
    let (startsPump, startsWatch) = state.withLock { state in
      // Cancelled, the body may have something to do, whatever waits for an executor.
      let startsPump = state.stopAwaitingQueued() && state.startPumping()
      return (startsPump, state.bodyWasCancelled())
    }
    if startsPump { startPump() }
    if startsWatch { watch(after: state.withLock(\.cancellationLimit) ?? outsideLimit) }
  }

  /// The code that runs the test is cancelled, and so is the body's task.
  func callerWasCancelled() {
    state.withLock { $0.noteCancellation() }
  }

  /// Abandons a test that does not finish, unless it still runs: none of its tasks ever runs again.
  func abandon(_ body: Task<Void, Never>) -> Bool {
    let remains: ScheduleState.Remains? = state.withLock { state in
      guard state.isAtRest, state.livelock.hasStoppedTest || !Runtime.isActive(body) else { return nil }
      state.phase = .abandoned
      return state.takeRemains()
    }
    guard let remains else {
      bodyWasCancelled()
      return false
    }
    retire(remains, body: state.withLock { $0.body })
    return true
  }

  func pause() {
    state.withLock { $0.pauses += 1 }
  }

  func resume() {
    let startsPump = state.withLock { state in
      state.pauses -= 1
      return state.startPumping()
    }
    if startsPump { startPump() }
  }

  /// The log, if requested.
  var log: ScheduleLog? {
    var (log, recorder): (ScheduleLog?, StepRecorder?) = state.withLock { state in
      var log = state.scheduler.log
      log?.taskNames = state.tasks.names
      return (log, state.recorder)
    }
    if let recorder, let count = log?.steps.count { log?.details = recorder.named.filter { $0.key < count } }
    return log
  }

  /// The scope of an `async let` ends.
  func endScope(of child: UInt64) {
    state.withLock { state in
      guard let number = state.scheduler.knownNumber(of: child) else { return }
      state.tasks.endScope(of: number)
      state.renewPace { $0 == number }
    }
  }

  /// The running task leaves the scope of an `async let` whose task has not ended, and so cancels it.
  func noteCancelledChild(_ child: UInt64) {
    guard describesSteps else { return }
    state.withLock { $0.noteCancelledChild(child) }
  }

  func noteClockSleep(_ duration: () -> String) {
    guard describesSteps else { return }
    let (duration, sleeper) = (duration(), testing_support_current_task())
    state.withLock { $0.noteClockSleep(duration, of: sleeper) }
  }

  func noteClock(_ time: () -> String) {
    guard describesSteps else { return }
    let time = time()
    state.withLock { $0.noteClock(time) }
  }

  /// Whether something outside took part until now, as far as the log shows.
  var hasOutsideEvents: Bool {
    state.withLock { $0.scheduler.log?.hasOutsideEvents != false || !$0.startedWork.isEmpty }
  }
}
