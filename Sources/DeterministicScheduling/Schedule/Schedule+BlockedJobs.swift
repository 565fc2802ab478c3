internal import DeterministicSchedulingLoader
internal import Dispatch
internal import TestingSupportCore

/// How a schedule handles a job that blocks its thread: it continues without the job, on another thread.
extension Schedule {
  /// Looks whether the job that runs keeps its thread; called by the monitor, from time to time.
  func lookAtLane(after interval: Duration) {
    switch state.withLock({ $0.lookForBlockedJob(after: interval) }) {
    case .nothing: break
    case .lendsSlot: FIFOSemaphore.lanes.release()
    case .blocksLong(let task, let occupant):
      post(blocked(task, by: occupant, isLeftBehind: false))
    case .leftBehind(let task, let occupant, let isFirst, let hasLentSlot):
      if isFirst { post(blocked(task, by: occupant, isLeftBehind: true)) }
      // The thread releases its slot, and the one that takes over acquires one.
      if occupant.lane == .own, !hasLentSlot { FIFOSemaphore.lanes.release() }
      startPump()
    }
  }

  private func blocked(_ task: String, by occupant: LaneOccupancy.Occupant, isLeftBehind: Bool) -> Event {
    .blocked(
      task: task,
      function: occupant.code.functionName,
      isWaiting: occupant.isWaiting,
      isLeftBehind: isLeftBehind
    )
  }

  /// Takes the next step after a while, or when an outside event happens.
  func wake(after delay: Duration) {
    let goOn: @Sendable () -> Void = { [weak self] in
      guard let self, state.withLock({ $0.startPumping() }) else { return }
      startPump()
    }
    // A deadline takes several rounds, however short it is: too long for what is only to be seen again.
    let isGiven = state.withLock { $0.timeOfPace == .reached && $0.lane.displacedWait.missing(.reached) == nil }
    if isGiven {
      let wakeUp = WaitDeadline(after: delay) { _ in goOn() }
      state.withLock { $0.wakeUp = wakeUp }
    } else {
      Self.watchQueue.asyncAfter(deadline: .now() + .nanoseconds(Int(delay / .nanoseconds(1))), execute: goOn)
    }
  }

  /// What kept other tasks of the test from running, in the words of a failure; `nil` if nothing did, or if the test
  /// continued without it, which is reported.
  var blockingText: String? {
    let blocked: (task: String, occupant: LaneOccupancy.Occupant)? = state.withLock { state in
      let lane = state.lane
      guard lane.displacements == 0, let job = lane.longestWait ?? lane.longestRun else { return nil }
      return (state.tasks.subject(job.task), job)
    }
    return blocked.map { task, occupant in
      StallMessage.blockedShortly(
        task: task,
        function: occupant.code.functionName,
        time: occupant.blockedTime,
        isWaiting: occupant.isWaiting
      )
    }
  }

  /// Whether the test continued without a job that blocked its thread.
  var hasBlockedJobs: Bool {
    state.withLock { $0.lane.displacements > 0 || $0.excursions.hasLeftBehind }
  }

  /// Whether the calling thread has lost the lane to another one.
  var isDisplaced: Bool {
    let occupancy = testing_support_occupancy()
    return occupancy != 0 && state.withLock { $0.lane.isDisplaced(occupancy) }
  }

  /// Blocks the calling thread until an actor is free: with its slot given up, and unknown to the monitor.
  func park(_ wait: () -> Void) {
    let occupancy = testing_support_occupancy()
    let isParked = state.withLock { $0.lane.setParked(true, occupancy) }
    if isParked, testing_support_has_lane_slot() {
      FIFOSemaphore.lanes.release { wait() }
    } else {
      wait()
    }
    if isParked { _ = state.withLock { $0.lane.setParked(false, occupancy) } }
  }
}

extension ScheduleState {
  /// What is to be done about a job that keeps its thread, and the subject of a sentence about its task.
  enum BlockedJob {
    case nothing
    case lendsSlot
    case blocksLong(task: String, LaneOccupancy.Occupant)
    case leftBehind(task: String, LaneOccupancy.Occupant, isFirst: Bool, hasLentSlot: Bool)
  }

  mutating func lookForBlockedJob(after interval: Duration) -> BlockedJob {
    defer { suspendCancelledPolls() }
    guard isPumping else { return .nothing }
    let isAwaited = isAnythingAwaited
    let isAnyReady = isAwaited && scheduler.hasReadyJobs
    let finding = lane.look(
      after: interval,
      step: scheduler.stepCount,
      isAwaited: isAwaited,
      isAnyReady: isAnyReady,
      elapsed: scheduler.elapsed
    )
    switch finding {
    case .nothing: return .nothing
    case .lendsSlot: return .lendsSlot
    case .blocksLong(let occupant): return .blocksLong(task: tasks.subject(occupant.task), occupant)
    case .leftBehind(let occupant):
      if occupant.lane == .own { queue = makeLaneQueue() }
      return .leftBehind(
        task: tasks.subject(occupant.task),
        occupant,
        isFirst: lane.displacements == 1,
        hasLentSlot: lane.takeBackSlot()
      )
    }
  }

  // A poll that ignores cancellation never suspends again once it is cancelled, since its sleeps return immediately. Where the
  // test is over, or has failed, it is better suspended for ever than on a thread.
  private mutating func suspendCancelledPolls() {
    guard phase == .cancelled || phase == .ending else { return }
    for task in lane.findSpinningTasks() { tasks.takeBackCancellation(of: task) }
    for task in findSpinningTasksElsewhere() { tasks.takeBackCancellation(of: task) }
  }

  // The same on executors of the user's.
  private mutating func findSpinningTasksElsewhere() -> [Int] {
    foreignUse = foreignUse.filter { foreignThreads[$0.key] != nil }
    for (task, thread) in foreignThreads {
      foreignUse[task, default: ProcessorUse()].note(Runtime.activity(of: thread))
    }
    return foreignUse.filter(\.value.isSpinning).keys.compactMap(scheduler.knownNumber)
  }

  // Whether there is anything that the lane could do, were it not for the job that runs.
  private var isAnythingAwaited: Bool {
    pauses == 0 && !excursions.isAnyActive && (scheduler.hasReadyJobs || scheduler.hasTimers || !waiting.isEmpty)
  }

  /// How long the lane rests at most while time stands still; `nil` if it does not.
  var longestRest: Duration? {
    guard scheduler.isTimeHeld else { return nil }
    return [restOfPace, heldRest].compactMap(\.self).min()
  }

  /// A displaced thread has returned, and leaves the lane.
  mutating func leaveLane(_ occupancy: UInt64) {
    _ = lane.leave(occupancy)
    for job in lane.takeHeldForMain() { requeue(job, on: .main) }
  }

  mutating func requeue(_ job: UnownedJob, on lane: Lane) {
    let task = testing_support_task_of_job(Runtime.pointer(to: job))
    scheduler.enqueue(job.number, task: task == 0 ? nil : task, on: lane, isInside: false)
  }
}

/// A queue for the jobs of one lane.
func makeLaneQueue() -> DispatchQueue {
  DispatchQueue(label: "deterministic test", qos: .userInitiated)
}
