internal import DeterministicSchedulingLoader
internal import TestingSupportCore

/// What helpers ask for.
extension Schedule {
  var elapsed: Duration {
    let passed = takePassedTime()
    return state.withLock { state in
      state.pass(passed)
      return state.scheduler.elapsed
    }
  }

  /// Whether nothing can run unless time passes.
  var isSettled: Bool {
    state.withLock { $0.answer?.isSettled ?? $0.scheduler.isSettled }
  }

  /// Whether nothing will run, however much time passes.
  var isStalled: Bool {
    state.withLock { state in
      let (isSettled, hasTimers) = state.answer ?? (state.scheduler.isSettled, state.scheduler.hasTimers)
      return isSettled && !hasTimers
    }
  }

  var isTimeHeld: Bool { state.withLock(\.scheduler.isTimeHeld) }
  var pausedSchedule: (any TestSchedule)? { outer }

  /// The tasks that are known not to have ended, without the first, which runs the body.
  var unfinishedTasks: Set<Int> {
    state.withLock { Set($0.tasks.unfinished).subtracting([0]) }
  }

  /// The tasks that run, or are about to, but for the one that asks; `nil` where none is known.
  var textOfActiveTasks: String? {
    let tasks = state.withLock(\.activeTasks)
    return tasks.isEmpty ? nil : "Still running or yielding: \(SuspendedTask.list(tasks))"
  }

  func list(_ tasks: Set<Int>) -> String? {
    guard !tasks.isEmpty else { return nil }
    return SuspendedTask.list(state.withLock { state in tasks.sorted().map { state.tasks.suspended($0) } })
  }

  func whenIdle(_ idleness: Idleness, _ action: @escaping @Sendable () -> Void) -> IdleRequest {
    request(idleness, patience: WaitLimit.current, action)
  }

  func whenTimePassed(_ action: @escaping @Sendable () -> Void) -> IdleRequest {
    request(nil, patience: WaitLimit.current, action)
  }

  // If a test never becomes idle, no helper waits longer than `patience`, in the time that the process was given.
  func request(
    _ occasion: Idleness?,
    patience: Duration,
    _ action: @escaping @Sendable () -> Void
  ) -> IdleRequest {
    let task = testing_support_current_task()
    return admit(action) { $0.request(occasion, of: task, patience: patience, action) }
  }

  /// Makes a request, and goes on with what is ready; performs the action at once where none is made.
  func admit(
    _ action: @Sendable () -> Void,
    _ makeRequest: (inout ScheduleState) -> IdleRequest?
  ) -> IdleRequest {
    let (request, startsPump): (IdleRequest?, Bool) = state.withLock { state in
      guard let request = makeRequest(&state) else { return (nil, false) }
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

  /// A task of this test has resumed a task of another test.
  func noteResumption(ofTaskOf test: String?, isFinished: Bool) {
    state.withLock { $0.resumedTests[test ?? "another test"] = isFinished }
  }

  /// The other tests whose tasks were resumed, and whether they were over.
  var resumedTests: [String: Bool] {
    state.withLock { $0.resumedTests }
  }

  func beginWaitingForOutside() {
    state.withLock { state in
      state.outsideWaits += 1
      state.outside.noteWait()
    }
  }

  func endWaitingForOutside() {
    let startsWatch = state.withLock { state in
      state.outsideWaits -= 1
      state.restingSince = .now
      return state.startWatching()
    }
    if startsWatch { watch(after: outsideLimit) }
  }

  func remember(_ room: any WaitPoint) {
    let kept = state.withLock { $0.rooms.insert(room) }
    withExtendedLifetime(kept) {}
  }

  var waitPoints: [any WaitPoint] {
    state.withLock { $0.rooms.living }
  }

  /// The time that has passed on this thread by looking at the clock again and again.
  func takePassedTime() -> Duration {
    guard Schedule.isCurrent(self) else { return .zero }
    let nanoseconds = testing_support_take_passed_time()
    // A thread that has lost the lane has its own clock.
    return nanoseconds == 0 || isDisplaced ? .zero : .nanoseconds(nanoseconds)
  }
}
