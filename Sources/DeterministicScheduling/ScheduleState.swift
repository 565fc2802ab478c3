internal import DeterministicSchedulingLoader
internal import Dispatch
internal import TestingSupportCore

/// All of a schedule that changes; read and written only under the schedule's lock.
struct ScheduleState: Sendable {
  enum Phase {
    /// The body runs.
    case running
    /// The body's task was cancelled, since it waited for something that never came.
    case cancelled
    /// The body has ended; other tasks of the test have something left to do.
    case ending
    /// Jobs go to the original executor.
    case over
    /// Jobs go nowhere.
    case abandoned
  }

  /// Somebody who waits for the test to be idle.
  struct Waiting {
    let action: @Sendable () -> Void
    let end: DispatchTime
    /// On a machine that stands still for longer than that, the test still gets its chance.
    let firstStep: Int
  }

  private static let stepsBeforeImpatience = 10_000

  var scheduler: Scheduler<UnownedJob>
  var tasks = KnownTasks()
  var excursions = Excursions()
  var rooms = WaitingRooms()
  private var actors: [UInt] = []
  private var actorsUntilSweep = 1024
  var phase = Phase.running
  var isPumping = false
  // Paused until the body may begin.
  var pauses = 1
  var outsideWaits = 0
  var restingSince = DispatchTime.now()
  var events: [Schedule.Event] = []
  var listener: CheckedContinuation<Schedule.Event, Never>?
  private var firstTask: UInt64?
  private var waiting: [IdleRequest: Waiting] = [:]
  private var requestCount: UInt64 = 0
  private var isWatched = false
  // Without the exact engine a test that rests may well have something to run.
  private let detectsStalls = DeterministicSupport.current == .exact
  private var stepsUntilClock = 0

  init(_ scheduler: Scheduler<UnownedJob>) {
    self.scheduler = scheduler
  }

  private var isBodyRunning: Bool { phase == .running || phase == .cancelled }

  // MARK: Jobs

  /// What became of a job.
  struct Admission {
    var isTaken: Bool
    var isNewTask = false
    var startsPump = false
  }

  mutating func admit(_ job: UnownedJob, of task: UInt64, on lane: Lane, isInside: Bool) -> Admission {
    if phase == .over { return Admission(isTaken: false) }
    if phase == .abandoned { return Admission(isTaken: true) }
    guard task != 0 else {
      scheduler.enqueue(job, resuming: testing_support_current_task(), on: lane, isInside: isInside)
      return Admission(isTaken: true, startsPump: startPumping())
    }
    // Older than this test: a task of the test runner, or of another test, that this one has woken.
    guard task >= firstTask ?? task else { return Admission(isTaken: false) }
    firstTask = firstTask ?? task
    let (number, isNew) = scheduler.number(of: task)
    if isNew { tasks.insert(job, number: number) }
    scheduler.enqueue(job, task: task, on: lane, isInside: isInside)
    return Admission(isTaken: true, isNewTask: isNew, startsPump: startPumping())
  }

  mutating func admit(_ job: UnownedJob, of sleeper: UInt64, after delay: Duration) -> Admission {
    if phase == .over { return Admission(isTaken: false) }
    if phase == .abandoned { return Admission(isTaken: true) }
    scheduler.sleep(job, sleeper: sleeper, on: .own, until: scheduler.elapsed + max(.zero, delay))
    return Admission(isTaken: true, startsPump: startPumping())
  }

  mutating func startPumping() -> Bool {
    guard !isPumping, pauses == 0, !excursions.isAnyActive else { return false }
    isPumping = true
    return true
  }

  mutating func nextStep() -> Scheduler<UnownedJob>.Step {
    excursions.lookForResumed(Runtime.isActive)
    guard pauses == 0, !excursions.isAnyActive else { return .rest }
    return scheduler.next(impatient: mostImpatient())
  }

  // MARK: Those who wait for the test to be idle

  /// Notes a request, unless the test is over.
  ///
  /// - Parameter occasion: When to tell it; `nil` for when virtual time has passed.
  mutating func request(
    _ occasion: Idleness?,
    until end: DispatchTime,
    _ action: @escaping @Sendable () -> Void
  ) -> IdleRequest? {
    guard phase != .over, phase != .abandoned else { return nil }
    requestCount += 1
    let request = IdleRequest(id: requestCount)
    waiting[request] = Waiting(
      action: action,
      end: end,
      firstStep: scheduler.stepCount + Self.stepsBeforeImpatience
    )
    if let occasion {
      scheduler.tell(request, when: occasion)
    } else {
      scheduler.tellWhenTimePassed(request)
    }
    return request
  }

  mutating func withdraw(_ request: IdleRequest) -> (@Sendable () -> Void)? {
    scheduler.withdraw(request)
    return waiting.removeValue(forKey: request)?.action
  }

  // The clock is looked at once in a thousand steps: a test that comes to rest pays nothing.
  private mutating func mostImpatient() -> IdleRequest? {
    guard !waiting.isEmpty, scheduler.hasReadyJobs || scheduler.hasTimers else { return nil }
    stepsUntilClock -= 1
    guard stepsUntilClock < 0 else { return nil }
    stepsUntilClock = 1000
    let now = DispatchTime.now()
    let step = scheduler.stepCount
    return waiting.filter { $0.value.end <= now && $0.value.firstStep <= step }.keys.min { $0.id < $1.id }
  }

  // MARK: Actors

  /// Remembers an actor that was claimed.
  ///
  /// - Returns: Those that are gone, and need be claimed no longer.
  mutating func claim(_ actor: UInt) -> [UInt] {
    actors.append(actor)
    guard actors.count >= actorsUntilSweep else { return [] }
    let gone = actors.filter(Runtime.isGone)
    let goneActors = Set(gone)
    actors.removeAll { goneActors.contains($0) }
    actorsUntilSweep = max(1024, actors.count * 2)
    return gone
  }

  mutating func takeActors() -> [UInt] {
    defer { actors = [] }
    return actors
  }

  // MARK: The end

  mutating func bodyDidEnd() {
    if isBodyRunning { phase = .ending }
  }

  /// What is left when a test is over.
  struct Remains {
    var ready: [(UnownedJob, Lane)]
    var sleeping: [(UnownedJob, Duration)]
    var taskIDs: [UInt64]
    var actions: [@Sendable () -> Void]
  }

  mutating func close() -> Remains {
    phase = .over
    let jobs = scheduler.drain()
    defer { waiting = [:] }
    return Remains(
      ready: jobs.ready,
      sleeping: jobs.sleeping,
      taskIDs: Array(scheduler.knownTasks),
      actions: waiting.sorted { $0.key.id < $1.key.id }.map(\.value.action)
    )
  }

  // MARK: Waiting for the outside

  enum Finding {
    case nothing
    case watchOn(after: Duration)
    case found(Schedule.Event)
  }

  mutating func startWatching() -> Bool {
    guard detectsStalls, !isWatched, isAtRest else { return false }
    isWatched = true
    return true
  }

  mutating func checkForStall(limit: Duration) -> Finding {
    guard isAtRest else {
      isWatched = false
      return .nothing
    }
    let rested = DispatchTime.now().uptimeNanoseconds - restingSince.uptimeNanoseconds
    let remaining = limit - .nanoseconds(Int64(rested))
    guard remaining <= .zero else { return .watchOn(after: remaining) }
    // No second finding until the first has been acted upon.
    guard phase == .running else { return .found(.stuck(waiting: tasks.waiting)) }
    guard scheduler.isEndless else { return .found(.stalled(waiting: tasks.waiting)) }
    return .found(.endless(waiting: tasks.waiting, wakes: scheduler.wakes, elapsed: scheduler.elapsed))
  }

  mutating func bodyWasCancelled() -> Bool {
    if phase == .running { phase = .cancelled }
    restingSince = .now()
    isWatched = false
    return startWatching()
  }

  var isAtRest: Bool { !isPumping && outsideWaits == 0 && pauses == 0 && isBodyRunning }
}
