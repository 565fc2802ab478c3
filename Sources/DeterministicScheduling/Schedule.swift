internal import DeterministicSchedulingLoader
internal import Dispatch
internal import TestingSupportCore

/// One deterministic test while it runs: its scheduler behind a lock, and the lane that does what the scheduler decides.
final class Schedule: TestSchedule {
  /// What the code that runs the test has to know.
  enum Event: Equatable {
    /// The body has ended, and so has all that could run after it.
    case ended
    /// Nothing can run and nothing from outside came within the limit.
    case stalled(waiting: [String])
    /// The same, but that some sleep again and again, while the body has no turn; tells how much time has passed.
    case endless(waiting: [String], wakes: Int, elapsed: Duration)
    /// The same once more, after the body's task was cancelled.
    case stuck(waiting: [String])
  }

  let seed: UInt64?
  let outsideLimit: Duration
  /// Whether the strategy decides at hops to actors too, which first in, first out makes at once.
  let exploresHops: Bool
  let epoch = testing_support_epoch_now()
  let state: Locked<ScheduleState>
  let queue = DispatchQueue(label: "deterministic test", qos: .userInitiated)
  /// The schedule that stands still while this one runs.
  let outer: Schedule?

  init(_ run: DeterministicRun, outer: Schedule? = nil) {
    seed = run.seed
    outsideLimit = run.outsideLimit
    exploresHops = run.strategy != nil
    let scheduler = Scheduler<UnownedJob>(
      strategy: run.strategy,
      isRecording: run.isRecording,
      wakesWithoutBody: run.wakesWithoutBody
    )
    state = Locked(ScheduleState(scheduler))
    self.outer = outer
    testing_support_count_schedules(1)
  }

  // MARK: What the runtime asks for

  /// Takes a job of this test.
  ///
  /// - Returns: Whether it was taken. A job that is not of this test, or comes when the test is over, is left.
  func enqueue(_ job: UnownedJob, of task: UInt64, on lane: Lane) -> Bool {
    let isInside = Schedule.isCurrent(self)
    let admission = state.withLock { $0.admit(job, of: task, on: lane, isInside: isInside) }
    if admission.isNewTask { ScheduleRegistry.insert(self, for: task) }
    if admission.startsPump { startPump() }
    return admission.isTaken
  }

  /// Takes a job that is to run after a sleep of one of the test's tasks.
  func enqueue(_ job: UnownedJob, of sleeper: UInt64, after delay: Duration) -> Bool {
    let passed = takePassedTime()
    let admission = state.withLock { state in
      state.scheduler.pass(passed)
      return state.admit(job, of: sleeper, after: delay)
    }
    if admission.startsPump { startPump() }
    return admission.isTaken
  }

  // MARK: The life of a test

  /// Prepares the test's body: whatever `start` makes ready belongs to this schedule, and waits for ``start()``.
  func prepare<R>(_ start: () -> R) -> R {
    let previous = testing_support_enter_schedule(Unmanaged.passUnretained(self).toOpaque())
    defer { testing_support_enter_schedule(previous) }
    return start()
  }

  func start() {
    resume()
  }

  /// The body has ended: what can still run does, and then the schedule is over.
  func bodyDidEnd() {
    state.withLock { $0.bodyDidEnd() }
    _ = request(.settled, patience: .seconds(1)) { self.close() }
  }

  /// The body's task was cancelled: from now on it has as long as before to end.
  func bodyWasCancelled() {
    let startsWatch = state.withLock { $0.bodyWasCancelled() }
    if startsWatch { watch(after: outsideLimit) }
  }

  /// Leaves a test that cannot be brought to its end, unless it still runs: none of its tasks ever runs again.
  func abandon(_ body: Task<Void, Never>) -> Bool {
    let isAbandoned = state.withLock { state in
      guard state.isAtRest, !Runtime.isActive(body) else { return false }
      state.phase = .abandoned
      return true
    }
    if isAbandoned {
      ActorClaims.release(state.withLock { $0.takeActors() }, of: self)
    } else {
      bodyWasCancelled()
    }
    return isAbandoned
  }

  /// The next thing that the code that runs the test has to know. A schedule around this one stands still meanwhile.
  func nextEvent(isolation: isolated (any Actor)? = #isolation) async -> Event {
    await withCheckedContinuation { continuation in
      outer?.pause()
      let event: Event? = state.withLock { state in
        guard state.events.isEmpty else { return state.events.removeFirst() }
        state.listener = continuation
        return nil
      }
      if let event { tell(event, to: continuation) }
    }
  }

  func post(_ event: Event) {
    let listener: CheckedContinuation<Event, Never>? = state.withLock { state in
      guard let listener = state.listener else {
        state.events.append(event)
        return nil
      }
      state.listener = nil
      return listener
    }
    if let listener { tell(event, to: listener) }
  }

  private func tell(_ event: Event, to listener: CheckedContinuation<Event, Never>) {
    // In this order: an outer schedule that has nothing to run would let time pass.
    listener.resume(returning: event)
    outer?.resume()
  }

  private func pause() {
    state.withLock { $0.pauses += 1 }
  }

  private func resume() {
    let startsPump = state.withLock { state in
      state.pauses -= 1
      return state.startPumping()
    }
    if startsPump { startPump() }
  }

  private func close() {
    let left = state.withLock { $0.close() }
    let previous = testing_support_enter_schedule(nil)
    defer { testing_support_enter_schedule(previous) }
    ScheduleRegistry.remove(left.taskIDs)
    testing_support_count_schedules(-1)
    for (job, lane) in left.ready { Runtime.enqueueOutside(job, on: lane) }
    for (job, remaining) in left.sleeping { Runtime.enqueueOutside(job, after: remaining) }
    for action in left.actions { action() }
    ActorClaims.release(state.withLock { $0.takeActors() }, of: self)
    post(.ended)
  }

  /// The log, if one was asked for.
  var log: ScheduleLog? {
    state.withLock { state in
      var log = state.scheduler.log
      log?.taskNames = state.tasks.names
      return log
    }
  }

  // MARK: What helpers ask for

  var elapsed: Duration {
    let passed = takePassedTime()
    return state.withLock { state in
      state.scheduler.pass(passed)
      return state.scheduler.elapsed
    }
  }

  /// Whether nothing can run unless time passes.
  var isSettled: Bool {
    state.withLock { $0.scheduler.isSettled }
  }

  /// Whether nothing will run any more, however much time passes.
  var isExhausted: Bool {
    state.withLock { $0.scheduler.isSettled && !$0.scheduler.hasTimers }
  }

  /// The tasks that are known not to have ended, without the first, which runs the body.
  var unfinishedTasks: Set<Int> {
    state.withLock { $0.tasks.unfinished.subtracting([0]) }
  }

  func whenIdle(_ idleness: Idleness, _ action: @escaping @Sendable () -> Void) -> IdleRequest {
    request(idleness, patience: WaitLimit.current, action)
  }

  func whenTimePassed(_ action: @escaping @Sendable () -> Void) -> IdleRequest {
    request(nil, patience: WaitLimit.current, action)
  }

  // A test that never comes to rest keeps nobody waiting for longer than `patience`, in real time.
  private func request(
    _ occasion: Idleness?,
    patience: Duration,
    _ action: @escaping @Sendable () -> Void
  ) -> IdleRequest {
    let end = DispatchTime.now() + patience.timeInterval
    let (request, startsPump): (IdleRequest?, Bool) = state.withLock { state in
      guard let request = state.request(occasion, until: end, action) else { return (nil, false) }
      return (request, state.startPumping())
    }
    guard let request else {
      action()
      return IdleRequest(id: 0)
    }
    if startsPump { startPump() }
    return request
  }

  func withdraw(_ request: IdleRequest) {
    let action = state.withLock { $0.withdraw(request) }
    withExtendedLifetime(action) {}
  }

  func beginWaitingForOutside() {
    state.withLock { $0.outsideWaits += 1 }
  }

  func endWaitingForOutside() {
    let startsWatch = state.withLock { state in
      state.outsideWaits -= 1
      state.restingSince = .now()
      return state.startWatching()
    }
    if startsWatch { watch(after: outsideLimit) }
  }

  func remember(_ room: any WaitingRoom) {
    let kept = state.withLock { $0.rooms.insert(room) }
    withExtendedLifetime(kept) {}
  }

  var waitingRooms: [any WaitingRoom] {
    state.withLock { $0.rooms.living }
  }

  /// The time that has passed on this thread by looking at the clock again and again.
  func takePassedTime() -> Duration {
    guard Schedule.isCurrent(self) else { return .zero }
    let nanoseconds = testing_support_take_passed_time()
    return nanoseconds == 0 ? .zero : .nanoseconds(nanoseconds)
  }
}
