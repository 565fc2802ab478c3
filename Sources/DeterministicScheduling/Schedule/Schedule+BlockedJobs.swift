internal import DeterministicSchedulingLoader
internal import Dispatch
internal import TestingSupportCore

/// How a schedule handles a job that blocks its thread: it continues without the job, on another thread.
extension Schedule {
  /// Looks whether the job that runs keeps its thread; called by the monitor, from time to time.
  func lookAtLane(after interval: Duration) {
    guard let blocked = state.withLock({ $0.displaceBlockedJob(after: interval) }) else { return }
    if blocked.isFirst {
      post(.blocked(task: blocked.task, function: blocked.occupant.code.functionName))
    }
    // The thread releases its slot, and the one that takes over acquires one.
    if blocked.occupant.lane == .own { FIFOSemaphore.lanes.release() }
    startPump()
  }

  /// Whether the test continued without a job that blocked its thread.
  var hasBlockedJobs: Bool {
    state.withLock { $0.lane.displacements > 0 }
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
  /// A job that was left behind, and the task it is of.
  struct BlockedJob {
    let occupant: LaneOccupancy.Occupant
    let task: String
    let isFirst: Bool
  }

  mutating func displaceBlockedJob(after interval: Duration) -> BlockedJob? {
    guard isPumping else { return nil }
    let occupant = lane.look(after: interval, step: scheduler.stepCount, isAwaited: isAnythingAwaited)
    guard let occupant else { return nil }
    if occupant.lane == .own { queue = makeLaneQueue() }
    return BlockedJob(occupant: occupant, task: tasks.subject(scheduler.currentTask), isFirst: lane.displacements == 1)
  }

  // Whether there is anything that the lane could do, were it not for the job that runs.
  private var isAnythingAwaited: Bool {
    pauses == 0 && !excursions.isAnyActive && (scheduler.hasReadyJobs || scheduler.hasTimers || !waiting.isEmpty)
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
