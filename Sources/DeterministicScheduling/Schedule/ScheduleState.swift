internal import DeterministicSchedulingLoader
internal import Dispatch
internal import TestingSupportCore

/// All of a schedule that changes; read and written only under the schedule's lock.
struct ScheduleState: Sendable {
  enum Phase {
    /// The body runs.
    case running
    /// The body's task was cancelled, since it waited for an event that never happened.
    case cancelled
    /// The body has ended; other tasks of the test have something left to do.
    case ending
    /// Jobs go to the original executor.
    case over
    /// Jobs go nowhere.
    case abandoned
  }

  var scheduler: Scheduler
  var tasks = TaskTable()
  /// Records what the steps do, if requested.
  var recorder: StepRecorder?
  var excursions = ForeignExecutorTasks()
  /// The threads that run these tasks.
  var foreignThreads: [UInt64: Int32] = [:]
  /// Whether they wait for others.
  var foreignWait = LastingWait()
  /// What these threads have used since a test was about to end, and looked at.
  var foreignUse: [UInt64: ProcessorUse] = [:]
  var workBesidePolls = WorkBesidePolls()
  var rooms = WaitPointRegistry()
  /// The actors that were claimed, and how many there may be before those are forgotten that are gone.
  var actors: [UInt] = []
  var actorsUntilSweep = 1024
  var phase = Phase.running
  var isPumping = false
  var hasReadSeed = false
  var lane: LaneOccupancy
  /// The tasks that are held after they have created or resumed another one.
  var held: [Int: HeldTask] = [:]
  /// The number of jobs that had been enqueued before the latest block on the main queue, until the lane goes there behind it.
  var latestMainBlock: Int?
  /// The blocks for the main queue that are to run after jobs of the main actor.
  var mainBlocks: [MainBlock] = []
  /// Whether the test was idle when the current helper was answered, and whether time may pass: there may have been an
  /// outside event since.
  var answer: (isSettled: Bool, hasTimers: Bool)?
  /// Where the lane's own jobs run: another one from when a job keeps the thread of the one before.
  var queue = makeLaneQueue()
  // Paused until the body may begin.
  var pauses = 1
  var outsideWaits = 0
  var outside = OutsideState()
  /// How often clocks have been asked since time passed.
  var looks: UInt32 = 0
  var startedWork = StartedWork()
  /// Whether time stands still while work that the test has started outside is unfinished, and for how long at most.
  let awaitsStartedWork: Bool
  let outsideLimit: Duration
  let outsideSetting: OutsideSetting
  /// How long a body that was cancelled has to end, if less than that.
  let cancellationLimit: Duration?
  let endlessLimit: Duration
  /// Until when it stands still for that in a test whose tasks poll.
  var heldDeadline: WaitDeadline?
  /// How many steps were taken while time stood still and something was ready.
  var heldSteps = 0
  /// Whether a sleep would natively have ended meanwhile, so that the next one ends.
  var isHeldSleepOver = false
  /// Since when sleeps have been kept from ending for that.
  var heldTime = HeldTime()
  /// Since when tasks on executors of the user's have turn after turn.
  var turnsElsewhereSince: GivenTime?
  /// How many such turns there were when the test came to rest, or was last looked at.
  var turnsElsewhereAtRest = 0
  /// Takes the next step when a sleep may end, or to look whether a job that was left behind is still at work.
  var wakeUp: WaitDeadline?
  var livelock = LivelockWatch()
  /// Whether the body's task was cancelled, by whomever.
  var isCancelled = false
  var stepsBeforeCancellation = 0
  /// When a task has asked for the real time last, as the scheduler counts turns.
  var turnOfRealTime: Int?
  /// How much of its log is kept if the test was found to go on without end.
  var stepsToKeep: Int?
  /// The latest time that has passed for a loop that asks for it.
  var latestPoll: (start: Duration, end: Duration)?
  /// The first jump of time that something outside did not keep up with.
  var overtaken: Overtaking?
  /// The same, where all of that had resumed a task before, and may have been about to return.
  var possiblyOvertaken: (overtaking: Overtaking, work: Set<UInt64>)?
  /// How much time had passed when work outside first started a task, which belongs to no test.
  var startOfTaskOfWork: Duration?
  var isReasonReported = false
  /// By number, the time at which each task had its latest turn.
  var latestTurns: [Duration] = []
  /// How much time has passed in schedules inside this one.
  var elapsedInside: Duration = .zero { didSet { insideChanges += 1 } }
  private(set) var insideChanges = 0
  /// How much of all the time that has passed the schedule around this one knows of.
  var elapsedOutside: Duration = .zero
  var restingSince = RestStart.now
  private var stepsAtRest = 0
  /// Checks whether the test has stalled, when it may have.
  var stallWatch: WaitDeadline?
  /// When that was set.
  var watchStart = RestStart.now
  var events: [Schedule.Event] = []
  var listener: Schedule.Listener?
  /// Whether tasks may run where an actor serves ordinary tasks too.
  var sharesActors = false
  /// Whether the schedule is inside another.
  let isNested: Bool
  private var isPolling = false
  /// The other tests whose tasks were resumed, and whether they were over.
  var resumedTests: [String: Bool] = [:]
  /// The task of the body: the first of the test.
  var body: UInt64?
  // The newest task that was cancelled since it outlived the body.
  var newestLeftover = 0
  var waiting: [IdleRequest: Waiting] = [:]
  var requestCount: UInt64 = 0
  var isWatched = false
  var isWarned = false
  // Without the exact engine a test that rests may well have something to run, and it is not known which tasks are its own.
  let isExact = DeterministicSupport.current == .exact
  /// How long the test rests while time stands still for the sake of a job that was left behind.
  var restOfPace: Duration?
  // How many there were at the latest look at their pace, and after how many steps it was.
  var latestLookAtPace = (jobs: 0, steps: 0)
  /// For how long time passes no faster than real time beside such a job.
  let pacingLimit: Duration
  let longBlockingLimit: Duration
  var effortOfNextCheck = 0
  /// When to ask the test around this one again for the turn of an actor.
  var effortOfNextTurnOfOuter = 1_000
  var fence = FenceState(isPossible: Runtime.level.hooks?.needsFence ?? false)
  /// The tasks that were found on threads that are not the test's.
  var strays: Set<UInt64> = []

  init(_ scheduler: Scheduler, _ run: DeterministicRun, isNested: Bool) {
    self.scheduler = scheduler
    self.isNested = isNested
    awaitsStartedWork = (run.outsidePatience ?? .zero) > .zero
    outsideSetting = run.outsideSetting
    outsideLimit = run.stallLimit ?? run.outsideLimit
    cancellationLimit = run.cancellationLimit
    endlessLimit = run.endlessLimit
    if run.reportsErrors { tasks.errors = ThrownErrors() }
    pacingLimit = run.pacingLimit ?? run.longBlockingLimit
    lane = LaneOccupancy(
      patience: run.blockingLimit,
      longPatience: run.longBlockingLimit,
      longestPatience: max(run.longBlockingLimit, run.idleLimit)
    )
    longBlockingLimit = run.longBlockingLimit
    if !run.awaitsQueued { excursions.stopAwaitingQueued() }
    recorder = run.describesSteps && isExact ? StepRecorder() : nil
  }

  var isBodyRunning: Bool { phase == .running || phase == .cancelled }
  var isClosed: Bool { phase == .over || phase == .abandoned }

  mutating func startPumping() -> Bool {
    guard !isPumping, pauses == 0, !excursions.pausesSchedule else { return false }
    isPumping = true
    return true
  }

  /// Whether the next step is sure to be on the main queue.
  var startsOnMain: Bool { scheduler.startsOnMain && !lane.keepsMain }

  /// Whether jobs may be in flight while a helper waits for idleness, or time would pass.
  var needsFence: Bool { fence.isNeeded && (!waiting.isEmpty || scheduler.hasTimers) }

  mutating func nextStep() -> Scheduler.Step {
    if excursions.hasResidents { lookForResumed() }
    if !excursions.leftBehind.isEmpty { awaitThoseAtWorkElsewhere() }
    guard pauses == 0, !excursions.pausesSchedule else { return .rest }
    let timeChanges = scheduler.timeChanges
    let step = takeStep()
    let isRest = if case .rest = step { true } else { false }
    excursions.noteStep(isRest: isRest, hasTimePassed: scheduler.timeChanges != timeChanges)
    return step
  }

  private mutating func lookForResumed() {
    let (scheduler, tasks) = (scheduler, tasks)
    excursions.lookForResumed { task in
      guard let number = scheduler.knownNumber(of: task), tasks.isActive(number) else { return false }
      // One that has yielded on an actor is active, and about to run in the schedule.
      return !scheduler.isReady(task) && !Self.isInSchedule(tasks.actor(inWhoseQueueIs: number), scheduler)
    }
  }

  // Whether it is the schedule's turn to go on if tasks wait in an actor's queue.
  private static func isInSchedule(_ actor: UInt, _ scheduler: Scheduler) -> Bool {
    guard actor != 0 else { return false }
    return Runtime.isActorRunning(actor)
      || scheduler.hasReadyJob { Runtime.actor(whoseTurnIs: UnownedJob(number: $0)) == actor }
  }

  private mutating func takeStep() -> Scheduler.Step {
    while true {
      let step = takeStepOnAnyLane()
      guard case .run(let job, on: .main) = step, lane.keepsMain else { return step }
      lane.holdForMain(UnownedJob(number: job))
    }
  }

  private mutating func takeStepOnAnyLane() -> Scheduler.Step {
    if !scheduler.hasReadyJobs { lookForSharedActors() }
    if !scheduler.hasReadyJobs, lane.awaitsLeftBehind() || isAnyTaskOnSharedThread {
      if !isPolling { restingSince = .now }
      isPolling = true
      return .rest
    }
    isPolling = false
    if noteLivelock() { return .rest }
    restOfPace = nil
    scheduler.isTimeHeld =
      outside.holdsTime || excursions.holdsTime && !hasSleptAsLongNatively || isHeldByStartedWork()
      || isHeldByJobLeftBehind()
    limitTimeOfPolls()
    scheduler.isTimeAwaitedElsewhere = excursions.haveManyTurns
    scheduler.isSleepOver = excursions.haveManyTurns && isNextSleepOver
    noteHeldStep()
    scheduler.isOutsideAwaited = outsideWaits > 0
    if !scheduler.hasReadyJobs, needsFence { return .rest }
    let elapsed = startedWork.isEmpty ? nil : scheduler.elapsed
    defer { if let elapsed, scheduler.elapsed > elapsed { noteJump(from: elapsed) } }
    let step = scheduler.next(impatient: mostImpatient())
    if scheduler.currentKind == .wake { isHeldSleepOver = false }
    noteTurn()
    if recorder != nil, case .run(let job, _) = step { noteStep(UnownedJob(number: job)) }
    return step
  }

  /// Whether nothing but the scheduler decides what is next.
  var isUndisturbed: Bool {
    isExact && phase == .running && pauses == 0 && lane.displaced.isEmpty && excursions.leftBehind.isEmpty
      && !excursions.isAnyActive
  }

  /// Whether the task that takes the next turn is the only one that can run, so that it would go on if it yields, and nothing
  /// else would happen.
  var mayYieldImmediately: Bool {
    scheduler.wouldOnlyYield && isUndisturbed && waiting.isEmpty && startedWork.isEmpty
  }

  /// Takes the turn of a task together with the step that resumes it after a yield.
  ///
  /// - Returns: The task; `nil` if it is no such step.
  mutating func takeTaskResumed(by job: UnownedJob) -> UnownedJob? {
    guard scheduler.isYield, isUndisturbed, let task = Runtime.taskResumed(by: job) else { return nil }
    scheduler.takeFollower()
    return task
  }

  /// The task that had the latest turn has yielded so many times since.
  mutating func note(immediateYields count: Int) {
    scheduler.note(immediateYields: count)
  }

  /// The lane becomes idle. If it has taken no step, the test goes on resting: a timer outside that only ticks, for example,
  /// resumes nothing.
  ///
  /// - Returns: Whether to check again soon, since a task of the test runs where its end is not reported.
  mutating func rest() -> Bool {
    isPumping = false
    if !isPolling, scheduler.stepCount != stepsAtRest {
      (restingSince, stepsAtRest) = (.now, scheduler.stepCount)
      turnsElsewhereAtRest = scheduler.turnsElsewhere
    }
    return isPolling || excursions.pausesForResumed
  }

  mutating func bodyDidEnd() {
    guard isBodyRunning else { return }
    phase = .ending
    excursions.forgetDeinits()
  }
}
