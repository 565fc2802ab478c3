internal import DeterministicSchedulingLoader
internal import Dispatch
internal import TestingSupportCore

/// One deterministic test while it runs: its scheduler behind a lock, and the lane that does what the scheduler decides.
final class Schedule: TestSchedule {
  typealias Step = Scheduler<UnownedJob>.Step

  /// What the code that runs the test has to know.
  enum Event: Equatable {
    /// The body has ended, and so has all that could run after it.
    case ended
    /// Nothing can run and nothing from outside came within the limit.
    case stalled(waiting: [String])
    /// The same once more, after the body's task was cancelled.
    case stuck
  }

  let seed: UInt64?
  private let outsideLimit: Duration
  private let epoch = testing_support_epoch_now()
  private let state: Locked<State>
  private let queue = DispatchQueue(label: "deterministic test", qos: .userInitiated)

  init(strategy: (any ScheduleStrategy)?, seed: UInt64?, outsideLimit: Duration, isRecording: Bool) {
    self.seed = seed
    self.outsideLimit = outsideLimit
    state = Locked(State(scheduler: Scheduler(strategy: strategy, isRecording: isRecording)))
  }

  // MARK: What the runtime asks for

  /// Takes a job of this test.
  ///
  /// - Returns: Whether it was taken. A job that is not of this test, or comes when the test is over, is left.
  func enqueue(_ job: UnownedJob, of task: UInt64, on lane: Lane) -> Bool {
    let isInside = Schedule.isCurrent(self)
    let taken: (isTaken: Bool, starts: Bool, isNew: Bool) = state.withLock { state in
      guard state.phase != .over else { return (false, false, false) }
      guard state.phase != .abandoned else { return (true, false, false) }
      guard task != 0 else {
        state.scheduler.enqueue(job, task: nil, on: lane, isInside: isInside)
        return (true, state.startPumping(), false)
      }
      // Older than this test: a task of the test runner, or of another test, that this one has woken.
      if state.firstTask == 0 { state.firstTask = task }
      guard task >= state.firstTask else { return (false, false, false) }
      let (number, isNew) = state.scheduler.number(of: task)
      if isNew, let name = Runtime.name(ofNewTask: job) { state.names[number] = name }
      state.scheduler.enqueue(job, task: task, on: lane, isInside: isInside)
      return (true, state.startPumping(), isNew)
    }
    if taken.isNew { ScheduleRegistry.insert(self, for: task) }
    if taken.starts { startPump() }
    return taken.isTaken
  }

  /// Takes a job that is to run after a sleep of the current task.
  func enqueue(_ job: UnownedJob, of sleeper: UInt64, after delay: Duration) -> Bool {
    let passed = Schedule.isCurrent(self) ? takePassedTime() : .zero
    let (isTaken, starts): (Bool, Bool) = state.withLock { state in
      guard state.phase != .over else { return (false, false) }
      guard state.phase != .abandoned else { return (true, false) }
      state.scheduler.pass(passed)
      let deadline = state.scheduler.elapsed + max(.zero, delay)
      state.scheduler.sleep(job, sleeper: sleeper, on: .own, until: deadline)
      return (true, state.startPumping())
    }
    if starts { startPump() }
    return isTaken
  }

  // MARK: The life of a test

  /// Starts the test's body: whatever `start` makes ready belongs to this schedule.
  func begin<R>(_ start: () -> R) -> R {
    let previous = testing_support_enter_schedule(Unmanaged.passUnretained(self).toOpaque())
    defer { testing_support_enter_schedule(previous) }
    testing_support_set_time(epoch, testing_support_time(seconds: 0, nanoseconds: 0))
    return start()
  }

  /// The body has ended: what can still run does, and then the schedule is over.
  func bodyDidEnd() {
    state.withLock { state in
      if state.phase == .running || state.phase == .cancelled { state.phase = .ending }
      state.stepsAtEnd = state.scheduler.stepCount
    }
    _ = whenIdle(.settled) { self.close() }
  }

  /// Leaves a test that cannot be brought to its end: none of its tasks ever runs again.
  func abandon() {
    state.withLock { $0.phase = .abandoned }
  }

  /// The next thing that the code that runs the test has to know.
  func nextEvent(isolation: isolated (any Actor)? = #isolation) async -> Event {
    await withCheckedContinuation { continuation in
      let event: Event? = state.withLock { state in
        guard state.events.isEmpty else { return state.events.removeFirst() }
        state.listener = continuation
        return nil
      }
      if let event { continuation.resume(returning: event) }
    }
  }

  /// Keeps every job of this test waiting, while a schedule inside it runs.
  func pause() {
    state.withLock { $0.pauses += 1 }
  }

  func resume() {
    let starts = state.withLock { state in
      state.pauses -= 1
      return state.startPumping()
    }
    if starts { startPump() }
  }

  /// The log, if one was asked for.
  var log: ScheduleLog? {
    state.withLock { state in
      var log = state.scheduler.log
      log?.taskNames = state.names
      return log
    }
  }

  // MARK: What helpers ask for

  var elapsed: Duration {
    let passed = Schedule.isCurrent(self) ? takePassedTime() : .zero
    return state.withLock { state in
      state.scheduler.pass(passed)
      return state.scheduler.elapsed
    }
  }

  func whenIdle(_ idleness: Idleness, _ action: @escaping @Sendable () -> Void) -> IdleRequest {
    let patience = WaitLimit.current
    let (request, starts, isOver): (IdleRequest, Bool, Bool) = state.withLock { state in
      state.requestCount += 1
      let request = IdleRequest(id: state.requestCount)
      guard state.phase != .over, state.phase != .abandoned else { return (request, false, true) }
      state.actions[request] = action
      state.scheduler.tell(request, when: idleness)
      if idleness == .exhausted, state.patienceEnd == nil { state.patienceEnd = .now() + patience.timeInterval }
      return (request, state.startPumping(), false)
    }
    if isOver { action() }
    if starts { startPump() }
    return request
  }

  func withdraw(_ request: IdleRequest) {
    let action = state.withLock { state in
      state.scheduler.withdraw(request)
      if !state.scheduler.isWatchedForExhaustion { state.patienceEnd = nil }
      return state.actions.removeValue(forKey: request)
    }
    withExtendedLifetime(action) {}
  }

  func beginWaitingForOutside() {
    state.withLock { $0.outsideWaits += 1 }
  }

  func endWaitingForOutside() {
    let isWatchNeeded = state.withLock { state in
      state.outsideWaits -= 1
      state.restingSince = .now()
      return state.startWatching()
    }
    if isWatchNeeded { watch(after: outsideLimit) }
  }
}

// MARK: - The lane

extension Schedule {
  // A main-queue block runs so many jobs before it lets others have the queue.
  private static var jobsPerMainBlock: Int { 32 }

  private func startPump() {
    queue.async { self.pump(on: .own, first: nil) }
  }

  private func pump(on lane: Lane, first: Turn?) {
    let previous = testing_support_enter_schedule(Unmanaged.passUnretained(self).toOpaque())
    defer { testing_support_enter_schedule(previous) }
    var turn = first ?? takeTurn()
    var time = turn.elapsed
    var jobsLeft = lane == .main ? Self.jobsPerMainBlock : .max
    testing_support_set_time(epoch, testing_support_time(time))
    while true {
      if turn.elapsed != time {
        time = turn.elapsed
        testing_support_set_time(epoch, testing_support_time(time))
      }
      switch turn.step {
      case .run(let job, let jobLane):
        guard jobLane == lane, jobsLeft > 0 else { return hand(turn, to: jobLane) }
        jobsLeft -= 1
        Runtime.run(job, on: lane)
      case .tell:
        guard lane == .own else { return hand(turn, to: .own) }
        turn.action?()
      case .rest:
        if turn.needsWatch { watch(after: outsideLimit) }
        return
      }
      turn = takeTurn()
    }
  }

  private func hand(_ turn: Turn, to lane: Lane) {
    (lane == .main ? DispatchQueue.main : queue).async { self.pump(on: lane, first: turn) }
  }

  /// What the lane does next, and at what time.
  private struct Turn: Sendable {
    var step: Step
    var elapsed: Duration
    var action: (@Sendable () -> Void)?
    var needsWatch = false
  }

  private func takeTurn() -> Turn {
    let passed = takePassedTime()
    return state.withLock { state in
      state.scheduler.pass(passed)
      guard state.pauses == 0 else {
        state.isPumping = false
        return Turn(step: .rest, elapsed: state.scheduler.elapsed)
      }
      let step = state.scheduler.next(isOutOfPatience: state.isOutOfPatience)
      var turn = Turn(step: step, elapsed: state.scheduler.elapsed)
      switch step {
      case .run: break
      case .tell(let request):
        turn.action = state.actions.removeValue(forKey: request)
        if !state.scheduler.isWatchedForExhaustion { state.patienceEnd = nil }
      case .rest:
        state.isPumping = false
        state.restingSince = .now()
        turn.needsWatch = state.startWatching()
      }
      return turn
    }
  }

  private func takePassedTime() -> Duration {
    let nanoseconds = testing_support_take_passed_time()
    return nanoseconds == 0 ? .zero : .nanoseconds(nanoseconds)
  }

  private func close() {
    let left = state.withLock { state in
      state.phase = .over
      let left = state.scheduler.drain()
      return (left.ready, left.sleeping, Array(state.scheduler.knownTasks), Array(state.actions.values))
    }
    let previous = testing_support_enter_schedule(nil)
    defer { testing_support_enter_schedule(previous) }
    ScheduleRegistry.remove(left.2)
    for (job, lane) in left.0 { Runtime.enqueueOutside(job, on: lane) }
    for (job, remaining) in left.1 { Runtime.enqueueOutside(job, after: remaining) }
    for action in left.3 { action() }
    post(.ended)
  }

  private func post(_ event: Event) {
    let listener: CheckedContinuation<Event, Never>? = state.withLock { state in
      guard let listener = state.listener else {
        state.events.append(event)
        return nil
      }
      state.listener = nil
      return listener
    }
    listener?.resume(returning: event)
  }
}

// MARK: - Waiting for the outside

extension Schedule {
  private func watch(after delay: Duration) {
    queue.asyncAfter(deadline: .now() + delay.timeInterval) { [weak self] in self?.checkForStall() }
  }

  private func checkForStall() {
    enum Finding {
      case nothing
      case rest(Duration)
      case event(Event)
    }
    let finding: Finding = state.withLock { state in
      guard !state.isPumping, state.outsideWaits == 0, state.pauses == 0, state.isBodyRunning else {
        state.isWatched = false
        return .nothing
      }
      let rested = Duration.nanoseconds(
        Int64(DispatchTime.now().uptimeNanoseconds - state.restingSince.uptimeNanoseconds)
      )
      guard rested >= outsideLimit else { return .rest(outsideLimit - rested) }
      guard state.phase == .running else { return .event(.stuck) }
      state.phase = .cancelled
      state.restingSince = .now()
      return .event(.stalled(waiting: state.names.sorted { $0.key < $1.key }.map(\.value)))
    }
    switch finding {
    case .nothing: break
    case .rest(let remaining): watch(after: remaining)
    case .event(let event):
      post(event)
      if event != .stuck { watch(after: outsideLimit) }
    }
  }
}

// MARK: - State

extension Schedule {
  private enum Phase {
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

  private struct State: Sendable {
    var scheduler: Scheduler<UnownedJob>
    var phase = Phase.running
    var isPumping = false
    var pauses = 0
    var firstTask: UInt64 = 0
    var names: [Int: String] = [:]
    var actions: [IdleRequest: @Sendable () -> Void] = [:]
    var requestCount: UInt64 = 0
    var patienceEnd: DispatchTime?
    var outsideWaits = 0
    var restingSince = DispatchTime.now()
    var isWatched = false
    var stepsAtEnd = 0
    var events: [Event] = []
    var listener: CheckedContinuation<Event, Never>?

    init(scheduler: Scheduler<UnownedJob>) {
      self.scheduler = scheduler
    }

    var isBodyRunning: Bool { phase == .running || phase == .cancelled }

    /// Whether those who wait until no sleeper is left have waited too long; looks at the clock only if that matters.
    var isOutOfPatience: Bool {
      guard let patienceEnd, scheduler.hasTimers, !scheduler.hasReadyJobs else { return false }
      return .now() >= patienceEnd
    }

    mutating func startPumping() -> Bool {
      guard !isPumping, pauses == 0 else { return false }
      isPumping = true
      return true
    }

    mutating func startWatching() -> Bool {
      guard !isWatched, !isPumping, outsideWaits == 0, isBodyRunning else { return false }
      isWatched = true
      return true
    }
  }
}

extension testing_support_time {
  fileprivate init(_ duration: Duration) {
    let (seconds, nanoseconds) = duration.wholeNanoseconds
    self.init(seconds: seconds, nanoseconds: nanoseconds)
  }
}
