internal import DeterministicSchedulingLoader
internal import Dispatch
internal import TestingSupportCore

/// A task that is held in the middle of its job, after it has created or resumed another one, while the lane goes on without it.
struct HeldTask: Sendable {
  let occupant: LaneOccupancy.Occupant
  private let semaphore = DispatchSemaphore(value: 0)

  init(_ occupant: LaneOccupancy.Occupant) {
    self.occupant = occupant
  }

  var signal: @Sendable () -> Void {
    { [semaphore] in _ = semaphore.signal() }
  }

  /// Gives the lane to the task's thread.
  ///
  /// - Parameter lane: The lane that the calling thread was on. A slot for the test's own lane goes with it.
  func goOn(from lane: Lane) {
    if lane == .main { FIFOSemaphore.lanes.acquire(signal) } else { signal() }
  }

  /// Waits for the lane.
  ///
  /// - Returns: Whether it has come within a time.
  func wait(for time: Duration) -> Bool {
    semaphore.wait(timeout: .now() + time.timeInterval) == .success
  }
}

/// A new task may begin before its creator goes on, where they have no serial executor in common, and a resumed one may go
/// on before the task that has resumed it.
///
/// Where a strategy says so, the creator is held on its thread, inside of the function that creates or resumes the task,
/// and the lane goes on on another thread until a step releases the creator.
extension Schedule {
  private static var timeBetweenLooks: Duration { .milliseconds(2) }

  /// A task of this test, which runs on the calling thread, has created or resumed another one.
  func offerHold(of task: UnownedJob, id: UInt64) {
    let occupancy = testing_support_occupancy()
    guard occupancy != 0 else { return }
    let passed = takePassedTime()
    let hold: (key: Int, task: HeldTask, queue: DispatchQueue)? = state.withLock { state in
      state.scheduler.pass(passed)
      if describesSteps { state.noteCancelled(isByStep: true) }
      return state.hold(task, id: id, occupancy: occupancy).map { ($0, $1, state.queue) }
    }
    guard let hold else {
      if passed > .zero { setTime() }
      return
    }
    continueLane(on: hold.queue)
    wait(for: hold.task, key: hold.key)
    setTime()
  }

  // The thread that has the lane may wait for a lock that a held task has.
  private func wait(for task: HeldTask, key: Int) {
    var latest: ScheduleState.Look?
    var time: GivenTime?
    while !task.wait(for: Self.timeBetweenLooks) {
      let look = state.withLock { $0.lookBesideHeld(key) }
      defer { latest = look }
      guard let look, look == latest, let patience = look.cause.patience else {
        time = nil
        continue
      }
      let start = time ?? GivenTime()
      time = start
      guard start.elapsed >= patience, let lane = state.withLock({ $0.takeLane(for: key, unless: look) }) else {
        continue
      }
      task.goOn(from: lane)
    }
  }
}

extension ScheduleState {
  /// What the thread that has the lane does, if it waits in the system.
  struct Look: Equatable {
    let occupancy: UInt64
    let step: Int
    let used: Duration
    let cause: WaitCause
  }

  /// Asks whether a task is held that has created or resumed another one, and if so takes the lane from its thread.
  mutating func hold(_ job: UnownedJob, id: UInt64, occupancy: UInt64) -> (Int, HeldTask)? {
    // The runtime's own task that ends a sleep is none of the test's, and has nothing left to do.
    guard scheduler.knownNumber(of: id) != nil else { return nil }
    guard !isClosed, !sharesActors, pauses == 0, !excursions.isAnyActive, let occupant = lane.occupant,
      occupant.id == occupancy, occupant.lane == .own, let key = scheduler.hold(job.number, task: id)
    else { return nil }
    let task = HeldTask(occupant)
    held[key] = task
    _ = lane.leave(occupancy)
    queue = makeLaneQueue()
    return (key, task)
  }

  /// Gives the lane to a task that is held.
  mutating func release(_ key: Int, from occupancy: UInt64) -> HeldTask? {
    _ = lane.leave(occupancy)
    guard let task = held.removeValue(forKey: key) else { return nil }
    lane.enter(task.occupant)
    return task
  }

  /// Looks at the thread that has the lane, for the task that was held last.
  func lookBesideHeld(_ key: Int) -> Look? {
    guard isPumping, held.keys.max() == key, let occupant = lane.occupant, !occupant.isParked,
      case .waits(let used) = Runtime.activity(of: occupant.thread)
    else { return nil }
    let cause = WaitCause(of: occupant.thread, heldThreads: held.values.map(\.occupant.thread.id))
    return Look(occupancy: occupant.id, step: scheduler.stepCount, used: used, cause: cause)
  }

  /// Gives the lane to a task that is held, since the thread that has it waits for that task.
  ///
  /// - Returns: The lane that the other thread keeps.
  mutating func takeLane(for key: Int, unless look: Look?) -> Lane? {
    guard look == lookBesideHeld(key), let occupant = lane.occupant, let task = held.removeValue(forKey: key) else {
      return nil
    }
    lane.leaveBehind()
    queue = makeLaneQueue()
    scheduler.releaseNow(key)
    lane.enter(task.occupant)
    return occupant.lane
  }
}
