package import TestingSupportCore

/// Decides what a deterministic test does next: a state machine that knows nothing of threads, jobs or locks.
///
/// What is ready runs first, in the order that the strategy decides, then what has slept until this very moment. When
/// there is neither, whoever waits for that is told, one at a time; then time jumps to the next deadline; then whoever waits for the end of all sleeps is told; then
/// the test rests until something from outside wakes it.
package struct Scheduler<Job> {
  /// What to do next.
  package enum Step {
    case run(Job, on: Lane)
    case tell(IdleRequest)
    case rest
  }

  /// How many steps in a row may find something ready before time passes all the same.
  ///
  /// A loop that yields until a sleeper has done its work would otherwise keep that sleeper from ever waking.
  package static var stepsWithoutTime: Int { 100_000 }

  package private(set) var elapsed: Duration = .zero
  /// How many steps were taken.
  package private(set) var stepCount = 0
  /// What was done, if it is to be recorded.
  package private(set) var log: ScheduleLog?
  /// The strategy with the state it has now.
  package private(set) var strategy: (any ScheduleStrategy)?

  private var ready = ReadyQueue<Job>()
  private var timers = TimerQueue<Job>()
  private var sequence = 0
  private var busySteps = 0
  private var allowance: WakeAllowance
  private var tasks: [UInt64: Int] = [:]
  private var latestTask: (id: UInt64, number: Int)?
  // The task that has yielded and has its turn now.
  private var follower: Int?
  // Where the latest step ran.
  private var currentLane = Lane.own
  // The registration of the timer for which a task sleeps now.
  private var sleepers: [UInt64: Int] = [:]
  private var settledRequests: [IdleRequest] = []
  private var exhaustedRequests: [IdleRequest] = []
  // Wait for a sleeper to wake, and then for what it has made ready to have run: for no other sleeper, though it be due.
  private var timePassedRequests: [IdleRequest] = []
  private var wokenRequests: [IdleRequest] = []

  /// - Parameters:
  ///   - strategy: Decides the order; first in, first out without.
  ///   - isRecording: Whether to keep a log of the steps.
  ///   - wakesWithoutBody: How many sleepers may wake without a turn of the test's body before time passes no more.
  package init(
    strategy: (any ScheduleStrategy)? = nil,
    isRecording: Bool = false,
    wakesWithoutBody: Int = 100_000
  ) {
    self.strategy = strategy
    allowance = WakeAllowance(wakesWithoutBody)
    log = isRecording ? ScheduleLog() : nil
  }

  package var hasReadyJobs: Bool { !ready.isEmpty }
  package var hasTimers: Bool { !timers.isEmpty }
  /// Whether nothing can run unless time passes.
  package var isSettled: Bool { ready.isEmpty && dueTimer == nil }
  /// Whether time has stopped, since sleepers wake again and again and the body has no turn.
  package var isEndless: Bool { allowance.isUsedUp && !timers.isEmpty }
  /// How many sleepers woke since the body's last turn.
  package var wakes: Int { allowance.used }

  /// The number of a task within its test, and whether this is the first that is heard of it.
  package mutating func number(of task: UInt64) -> (number: Int, isNew: Bool) {
    if let latestTask, latestTask.id == task { return (latestTask.number, false) }
    let known = tasks[task]
    let number = known ?? tasks.count
    if known == nil { tasks[task] = number }
    latestTask = (task, number)
    return (number, known == nil)
  }

  /// The number of a task that was heard of.
  package func knownNumber(of task: UInt64) -> Int? { tasks[task] }

  /// All tasks that were ever made ready, as the runtime numbers them.
  package var knownTasks: some Collection<UInt64> { tasks.keys }

  /// Makes a job ready.
  ///
  /// - Parameters:
  ///   - job: What is to run.
  ///   - task: The task it belongs to, as the runtime numbers it, if it belongs to one. A task that is made ready while
  ///     it sleeps sleeps no more: time does not jump for its timer.
  ///   - lane: Where it is to run.
  ///   - isInside: Whether a step of this test asks for it.
  package mutating func enqueue(_ job: Job, task: UInt64?, on lane: Lane, isInside: Bool) {
    enqueue(job, task: task, as: lane == .hop && currentLane == .own ? .hop : .job, on: lane, isInside: isInside)
  }

  private mutating func enqueue(_ job: Job, task: UInt64?, as kind: Candidate.Kind, on lane: Lane, isInside: Bool) {
    if let task, !sleepers.isEmpty { sleepers[task] = nil }
    let candidate = Candidate(
      sequence: sequence,
      task: task.map { number(of: $0).number },
      lane: lane == .main ? .main : .own,
      kind: kind
    )
    sequence += 1
    ready.append(job, as: candidate, origin: isInside ? currentStep : nil)
  }

  /// Makes a job of the runtime ready that only makes a task ready again, as a yield does.
  ///
  /// It is a turn of that task, which follows at once.
  ///
  /// - Parameter task: The task that asks for it, as the runtime numbers it, or 0.
  package mutating func enqueue(_ job: Job, resuming task: UInt64, on lane: Lane, isInside: Bool) {
    let isTurn = isInside && task != 0
    enqueue(job, task: isTurn ? task : nil, as: isTurn ? .handover : .job, on: lane, isInside: isInside)
  }

  /// Makes a job ready when time has come to a deadline.
  ///
  /// - Parameter sleeper: The task that waits for it, as the runtime numbers it.
  package mutating func sleep(_ job: Job, sleeper: UInt64, on lane: Lane, until deadline: Duration) {
    sleepers[sleeper] = sequence
    timers.insert(
      .init(
        deadline: deadline,
        registration: sequence,
        sleeper: sleeper,
        lane: lane,
        origin: currentStep,
        job: job
      )
    )
    sequence += 1
  }

  /// Asks to be told, once, when the test is idle.
  package mutating func tell(_ request: IdleRequest, when idleness: Idleness) {
    switch idleness {
    case .settled: settledRequests.append(request)
    case .exhausted: exhaustedRequests.append(request)
    }
  }

  /// Asks to be told, once, when nothing is ready to run after the next sleeper was woken.
  package mutating func tellWhenTimePassed(_ request: IdleRequest) {
    timePassedRequests.append(request)
  }

  package mutating func withdraw(_ request: IdleRequest) {
    timePassedRequests.removeAll { $0 == request }
    wokenRequests.removeAll { $0 == request }
    settledRequests.removeAll { $0 == request }
    exhaustedRequests.removeAll { $0 == request }
  }

  /// Lets time pass without a sleep.
  package mutating func pass(_ duration: Duration) {
    elapsed += duration
  }

  /// Takes the next step.
  ///
  /// - Parameter impatient: Who has waited so long for the test to be idle that it is told now, though it is not.
  package mutating func next(impatient: IdleRequest? = nil) -> Step {
    if let impatient {
      withdraw(impatient)
      return tell(impatient)
    }
    if let follower, let step = follow(follower) { return step }
    if !ready.isEmpty, busySteps < Self.stepsWithoutTime || timers.isEmpty {
      busySteps += 1
      return runNext()
    }
    busySteps = 0
    if ready.isEmpty, !wokenRequests.isEmpty { return tell(wokenRequests.removeFirst()) }
    if isSettled, !settledRequests.isEmpty { return tell(settledRequests.removeFirst()) }
    if allowance.isUsedUp, timers.hasSleeper(registeredBefore: allowance.registrationAtTurn) { allowance.extend() }
    if !allowance.isUsedUp, let timer = timers.popFirst() { return wake(timer) }
    if !exhaustedRequests.isEmpty { return tell(exhaustedRequests.removeFirst()) }
    return .rest
  }

  /// Takes out all that is left, when the test is over: what is ready, and what sleeps and for how long still.
  package mutating func drain() -> (ready: [(Job, Lane)], sleeping: [(Job, Duration)]) {
    var left: (ready: [(Job, Lane)], sleeping: [(Job, Duration)]) = ([], [])
    while !ready.isEmpty {
      let entry = ready.remove(at: 0)
      left.ready.append((entry.job, entry.candidate.lane))
    }
    while let timer = timers.popFirst() {
      let isAwaited = sleepers[timer.sleeper] == timer.registration
      left.sleeping.append((timer.job, isAwaited ? max(.zero, timer.deadline - elapsed) : .zero))
    }
    settledRequests = []
    exhaustedRequests = []
    timePassedRequests = []
    wokenRequests = []
    return left
  }

  // The sleep that has come to its end without time having to pass.
  private var dueTimer: TimerQueue<Job>.Timer? {
    timers.first.flatMap { $0.deadline <= elapsed ? $0 : nil }
  }

  private var currentStep: Int? { stepCount == 0 ? nil : stepCount - 1 }

  private mutating func runNext() -> Step {
    let (choice, count) = choose()
    guard choice < ready.count else { return wakeNow(amongReady: count) }
    let entry = ready.remove(at: choice)
    let candidate = entry.candidate
    if candidate.task == 0 { allowance.begin(at: sequence) }
    if candidate.kind == .handover { follower = candidate.task }
    record(
      ScheduleStep.Kind(candidate.kind),
      task: candidate.task,
      lane: candidate.lane,
      choice: choice,
      readyCount: count,
      origin: entry.origin
    )
    return .run(entry.job, on: candidate.lane)
  }

  // Who runs next, of how many. A sleep that ends at this very moment may end first if a strategy says so.
  private mutating func choose() -> (choice: Int, count: Int) {
    guard strategy != nil else { return (0, ready.count) }
    var candidates = ready.waiting
    if let timer = dueTimer {
      let task = number(of: timer.sleeper).number
      candidates.append(Candidate(sequence: timer.registration, task: task, lane: timer.lane, kind: .wake))
    }
    guard candidates.count > 1 else { return (0, 1) }
    let wish = strategy?.choose(among: candidates) ?? 0
    return (min(max(0, wish), candidates.count - 1), candidates.count)
  }

  private mutating func wakeNow(amongReady count: Int) -> Step {
    timers.popFirst().map { wake($0, choice: count - 1, readyCount: count) } ?? .rest
  }

  // The turn of a task that has yielded, if the yield has made it ready.
  private mutating func follow(_ task: Int) -> Step? {
    follower = nil
    guard let index = ready.waiting.lastIndex(where: { $0.task == task }) else { return nil }
    let entry = ready.remove(at: index - ready.waiting.startIndex)
    if task == 0 { allowance.begin(at: sequence) }
    record(.job, task: task, lane: entry.candidate.lane, readyCount: 1, origin: entry.origin)
    return .run(entry.job, on: entry.candidate.lane)
  }

  private mutating func wake(_ timer: TimerQueue<Job>.Timer, choice: Int = 0, readyCount: Int = 0) -> Step {
    allowance.noteWake()
    if sleepers[timer.sleeper] == timer.registration {
      sleepers[timer.sleeper] = nil
      elapsed = max(elapsed, timer.deadline)
      wokenRequests += timePassedRequests
      timePassedRequests = []
    }
    let task = log == nil ? nil : number(of: timer.sleeper).number
    record(.wake, task: task, lane: timer.lane, choice: choice, readyCount: readyCount, origin: timer.origin)
    return .run(timer.job, on: timer.lane)
  }

  private mutating func tell(_ request: IdleRequest) -> Step {
    record(.idle, task: nil, lane: .own, origin: nil)
    return .tell(request)
  }

  private mutating func record(
    _ kind: ScheduleStep.Kind,
    task: Int?,
    lane: Lane,
    choice: Int = 0,
    readyCount: Int = 0,
    origin: Int?
  ) {
    stepCount += 1
    currentLane = lane
    guard log != nil else { return }
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

extension Scheduler: Sendable where Job: Sendable {}
extension Scheduler.Step: Sendable where Job: Sendable {}
