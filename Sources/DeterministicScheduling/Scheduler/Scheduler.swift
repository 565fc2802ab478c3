package import TestingSupportCore

/// Decides what a deterministic test does next: a state machine that knows nothing of threads, jobs or locks.
///
/// What is ready runs first, in the order that the strategy decides, then what has slept until this moment. Then
/// requests for that are answered, one at a time; then time advances to the next deadline, unless it is stopped; then
/// requests for the end of all sleeps are answered; then the test waits for an outside event.
package struct Scheduler: Sendable {
  /// A job, by a number of the caller's, who gets it back when the job is to run.
  ///
  /// Not a generic parameter: a debug build runs unspecialized code, and each step of a test goes through here.
  package typealias Job = Int

  /// What to do next.
  package enum Step: Sendable {
    case run(Job, on: Lane)
    case tell(IdleRequest)
    /// The task continues that was held under this key.
    case release(Int)
    case rest
  }

  /// How many steps in a row may find something ready before time passes all the same: the fewest, before a short sleep
  /// ends, and the most, before a long one does.
  ///
  /// A loop that yields until a sleeper has done its work would otherwise keep that sleeper from ever waking. Work that has
  /// an end natively takes less time than a long sleep.
  package static var stepsWithoutTime: ClosedRange<Int> { 100_000...1_000_000 }
  /// The same for steps in which tasks do nothing but yield.
  package static var yieldsWithoutTime: ClosedRange<Int> { 20_000...100_000 }
  // What a step and a yield may natively take, and more.
  private static var timeOfStep: Duration { .microseconds(5) }
  private static var timeOfYield: Duration { .microseconds(10) }
  // A loop that goes on when time has passed waits for a time: from then on, time passes after one of so many steps.
  package static var busyShareAfterFirst: Int { 10 }
  // How many steps a hop counts as that a task makes after many others in one turn.
  static var effortOfRepeatedHop: Int { 1_000 }
  /// How many steps one counts as that changes between the main queue and the test's own: the system has to wake a thread.
  package static var stepsOfLaneChange: Int { 5 }

  package internal(set) var elapsed: Duration = .zero {
    didSet { if elapsed != oldValue { timeChanges += 1 } }
  }
  /// The time that has passed although something was ready, if any has.
  package internal(set) var loopTime: LoopTime?
  /// How often time has advanced.
  package private(set) var timeChanges = 0
  package var isTimeHeld = false  // Something goes on outside the test: nobody wakes whose time has not come.
  /// How much time may have passed at most while anything is ready.
  package var latestTime: Duration?
  /// Whether the next sleep would natively have ended: tasks on executors of the user's have had so many turns since.
  package var isSleepOver = false
  /// Whether tasks on executors of the user's have had so many turns since time has passed that they seem to wait for it.
  package var isTimeAwaitedElsewhere = false
  /// Whether a helper waits for an outside event, with a limit.
  package var isOutsideAwaited = false
  /// Whether the helper that was notified last had waited too long for the test to be idle.
  private(set) var wasImpatient = false
  /// How many steps were taken.
  package internal(set) var stepCount = 0
  /// The task whose step was taken last.
  package private(set) var currentTask: Int?
  private(set) var currentKind: ScheduleStep.Kind?
  /// The task, as the runtime numbers it, whose timer went off last.
  private(set) var wokenSleeper: UInt64?
  /// Whether the timer that went off last was that of a sleep that had ended before.
  private(set) var wasSleepInterrupted = false
  /// What was done, if it is to be recorded.
  package private(set) var log: ScheduleLog?
  /// The strategy with the state it has now.
  package internal(set) var strategy: (any ScheduleStrategy)?
  let hasStrategy: Bool

  var ready: ReadyQueue
  var timers = TimerQueue()
  var polling = PollingDetector()
  var hasLooked = false
  var hasSleptForNoTime = false
  var sequence = 0
  // Steps in a row that have found something ready; some count as several.
  var busySteps = 0
  private var firstBusyStep = 0
  // Which share of so many steps it takes until time passes: all, until time has passed for that.
  private var busyShare = 1
  /// Which of the jobs that were enqueued is that of the current step.
  var currentSequence = 0
  // Since a task did anything else.
  var yields = 0
  /// The step at which the first of these was.
  package internal(set) var firstYield = 0
  /// How often the body has slept or yielded since it did anything else, or another task resumed it.
  package internal(set) var bodyWaits = 0
  /// The step at which the first of these was.
  package internal(set) var firstBodyWait = 0
  // Of tasks that had made many others in the same turn.
  var repeatedHops = 0
  // Those of tasks on executors of the user's.
  var turnsElsewhere = 0
  var allowance: WakeUpBudget
  let waitsOfPoll: Int
  var tasks = TaskNumbers()
  // The task that has yielded and runs now.
  var follower: Int?
  // The job that was chosen when a task was held, and of how many, for the next step.
  var choiceAtHold: (sequence: Int, count: Int)?
  var holdsLeft = 32
  // The tasks that have waited for a lock while a held one continued: the latest tries again next.
  var waitingForLocks: [Int] = []
  // How often time may still advance while jobs are ready.
  var delaysLeft = 3
  // Where the latest step ran.
  var currentLane = Lane.own
  // The registration of the timer for which a task sleeps now.
  var sleepers: [UInt64: Int] = [:]
  var requests = IdleRequests()

  /// - Parameters:
  ///   - strategy: Decides the order; first in, first out without.
  ///   - isRecording: Whether to keep a log of the steps.
  ///   - wakesWithoutBody: How many sleepers may wake without a turn of the test's body before time passes no more, and how
  ///     often the body may wait without doing anything else.
  package init(
    strategy: (any ScheduleStrategy)? = nil,
    isRecording: Bool = false,
    wakesWithoutBody: Int = 100_000
  ) {
    self.strategy = strategy
    hasStrategy = strategy != nil
    ready = ReadyQueue(isRanked: hasStrategy)
    allowance = WakeUpBudget(wakesWithoutBody)
    waitsOfPoll = wakesWithoutBody
    log = isRecording ? ScheduleLog() : nil
  }

  package var hasReadyJobs: Bool { !ready.isEmpty }
  /// The tasks that ready jobs run.
  package var readyTasks: [Int] { ready.tasks }
  /// Whether the next step is sure to be a job for the main queue.
  package var startsOnMain: Bool { strategy == nil && follower == nil && ready.first?.lane == .main }
  /// Whether a job for the main queue can run that was enqueued before one with this number.
  package func hasMainJob(before sequence: Int) -> Bool {
    ready.contains { $0.lane == .main && $0.sequence < sequence }
  }

  package var hasTimers: Bool { !timers.isEmpty }
  /// Whether nothing can run unless time passes.
  package var isSettled: Bool { ready.isEmpty && dueTimer == nil }
  /// Whether time has stopped, since sleepers wake again and again and the body has no turn.
  package var isNeverIdle: Bool { allowance.isUsedUp && !timers.isEmpty }
  /// How many sleepers woke since the body's last turn.
  package var wakes: Int { allowance.used }
  /// The step of the first of these.
  var firstWake: Int { allowance.firstStep }

  /// The number of a task within its test, and whether this is the first that is heard of it.
  ///
  /// - Parameter starter: The task that started it, as the runtime numbers it, or 0.
  package mutating func number(
    of task: UInt64,
    startedBy starter: @autoclosure () -> UInt64 = 0
  ) -> (number: Int, isNew: Bool) {
    tasks.number(of: task, startedBy: starter())
  }

  /// The number of a task that was heard of.
  package func knownNumber(of task: UInt64) -> Int? { tasks.number(of: task) }

  /// All tasks that were ever enqueued, by their runtime number.
  package var knownTasks: some Collection<UInt64> { tasks.tasks }

  /// Takes the next step.
  ///
  /// - Parameter impatient: The request that has waited so long for the test to be idle that it is answered now, though the test is not.
  package mutating func next(impatient: IdleRequest? = nil) -> Step {
    requests.endAnswer()
    if let step = retryLock() { return step }
    if let impatient {
      withdraw(impatient)
      return tell(impatient, isImpatient: true)
    }
    if let follower, let step = follow(follower) { return step }
    // What is done while time is held says nothing of who waits for time.
    if isTimeHeld { (busySteps, firstBusyStep, yields) = (0, stepCount, 0) }
    let loop = loop
    let isBusy = (loop != nil || isSleepOver) && (ready.isEmpty || !isNextSleepLate)
    if !isTimeHeld, let step = passTimeForPolls(isBusy: isBusy && timers.isEmpty) { return step }
    if !ready.isEmpty, !isBusy || timers.isEmpty || isTimeHeld {
      busySteps += 1
      return runNext()
    }
    if ready.isEmpty, let request = requests.next(.woken, tasks) { return tell(request) }
    if !isTimeHeld, !allowance.isUsedUp, dueTimer != nil, let timer = timers.popFirst() {
      // No time has passed: there may be a sleep of no time in every step of a loop.
      busySteps += 1
      if isBusy, !ready.isEmpty { busyShare = Self.busyShareAfterFirst }
      return wake(timer)
    }
    let cause = ready.isEmpty ? nil : loop
    if isBusy {
      busyShare = Self.busyShareAfterFirst
    } else if !timers.isEmpty {
      busyShare = 1
    }
    (busySteps, firstBusyStep, yields) = (0, stepCount, 0)
    if isSettled, !requests.isSettlingEndless, let request = requests.next(.settled, tasks) { return tell(request) }
    if isTimeHeld { return nextWithoutTime() }
    if allowance.isUsedUp, timers.hasSleeper(registeredBefore: allowance.firstRegistration) { allowance.extend() }
    if !allowance.isUsedUp, let timer = timers.popFirst() {
      let start = elapsed
      let step = wake(timer)
      if let cause { noteLoop(cause, from: start, to: elapsed) }
      return step
    }
    if isSettled, let request = requests.next(.settled, tasks) { return tell(request) }
    if let request = requests.next(.stalled, tasks, isOutsideAwaited: isOutsideAwaited) { return tell(request) }
    if let request = requests.next(.overdue, tasks) { return tell(request) }
    return .rest
  }

  // What tasks have done for so long that they seem to wait for the next sleep to end, or for time to pass.
  private var loop: LoopTime.Cause? {
    let (steps, yields) = (busySteps * busyShare, self.yields * busyShare)
    let (leastSteps, leastYields) = (Self.stepsWithoutTime.lowerBound, Self.yieldsWithoutTime.lowerBound)
    guard steps >= leastSteps || yields >= leastYields else { return nil }
    let rest = timers.first.map { $0.deadline - elapsed } ?? .zero
    if yields >= Self.yieldsWithoutTime.clamped(rest / Self.timeOfYield) { return .yields(self.yields) }
    return steps >= Self.stepsWithoutTime.clamped(rest / Self.timeOfStep) ? .steps(stepCount - firstBusyStep) : nil
  }

  /// Whether the next sleep ends later than time may have passed while anything is ready.
  var isNextSleepLate: Bool {
    guard let latestTime, let deadline = timers.first?.deadline else { return false }
    return deadline > latestTime
  }

  /// Whether sleeps end although something is always ready.
  var isInLoop: Bool { busyShare > 1 }

  // The sleep whose deadline is reached without advancing time.
  var dueTimer: TimerQueue.Timer? {
    timers.first.flatMap { $0.deadline <= elapsed ? $0 : nil }
  }

  /// Keeps no more than the first steps of the log.
  package mutating func cutLog(to count: Int) { log?.cut(to: count) }

  var currentStep: Int? { stepCount == 0 ? nil : stepCount - 1 }

  mutating func bodyRuns() {
    allowance.begin()
    requests.noteProgress()
  }

  mutating func wake(_ timer: TimerQueue.Timer, choice: Int = 0, readyCount: Int = 0) -> Step {
    allowance.noteWake(at: sequence, step: stepCount)
    currentSequence = sequence
    wokenSleeper = timer.sleeper
    wasSleepInterrupted = sleepers[timer.sleeper] != timer.registration
    if !wasSleepInterrupted {
      sleepers[timer.sleeper] = nil
      elapsed = max(elapsed, timer.deadline)
      requests.noteTimePassed()
    }
    let task = log == nil ? nil : number(of: timer.sleeper).number
    record(.wake, task: task, lane: timer.lane, choice: choice, readyCount: readyCount, origin: timer.origin)
    return .run(timer.job, on: timer.lane)
  }

  mutating func tell(_ request: IdleRequest, isImpatient: Bool = false) -> Step {
    wasImpatient = isImpatient
    record(.idle, task: nil, lane: .own, origin: nil)
    return .tell(request)
  }

  mutating func record(
    _ kind: ScheduleStep.Kind,
    task: Int?,
    lane: Lane,
    choice: Int = 0,
    readyCount: Int = 0,
    origin: Int?
  ) {
    stepCount += 1
    currentLane = lane
    currentTask = task
    currentKind = kind
    guard log?.isCut == false else { return }
    log?.steps.append(
      ScheduleStep(
        kind: kind,
        task: task,
        lane: lane,
        choice: choice,
        readyCount: readyCount,
        origin: origin,
        elapsed: elapsed
      )
    )
  }
}
