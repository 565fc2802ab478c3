internal import DeterministicSchedulingLoader
internal import Dispatch
internal import TestingSupportCore

/// A task that is held in the middle of its job while the lane goes on without it: after it has created or resumed another one,
/// or because it needs a lock that a held task has.
struct HeldTask: Sendable {
  /// What a task is held for.
  enum Reason: Equatable {
    case creation
    /// The thread that has the lock; 0 if nobody knows.
    case lock(owner: Int32)
  }

  let occupant: LaneOccupancy.Occupant
  let reason: Reason
  private let semaphore = DispatchSemaphore(value: 0)

  init(_ occupant: LaneOccupancy.Occupant, for reason: Reason) {
    self.occupant = occupant
    self.reason = reason
  }

  var thread: Int32 { occupant.thread }

  var signal: @Sendable () -> Void {
    { [semaphore] in _ = semaphore.signal() }
  }

  /// Gives the lane to the task's thread.
  ///
  /// - Parameter lane: The lane that the calling thread was on. A slot for the test's own lane goes with it.
  func goOn(from lane: Lane) {
    switch (lane == .main, occupant.lane == .main) {
    case (true, false): FIFOSemaphore.lanes.acquire(signal)
    case (false, true):
      signal()
      FIFOSemaphore.lanes.release()
    default: signal()
    }
  }

  /// Waits for the lane.
  ///
  /// - Returns: Whether it has come within a time.
  func wait(for time: Duration) -> Bool {
    // Whoever needs a lock of this thread's while it waits needs a lock of the task's.
    testing_support_set_waiting(thread, true)
    defer { testing_support_set_waiting(thread, false) }
    return semaphore.wait(timeout: .now() + time.timeInterval) == .success
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
      state.pass(passed)
      if describesSteps { state.noteCancelled(isByStep: true) }
      return state.hold(task, id: id, occupancy: occupancy).map { ($0, $1, state.queue) }
    }
    guard let hold else {
      if passed > .zero { setTime() }
      return
    }
    continueLane(on: hold.queue)
    Self.withoutTracking { wait(for: hold.task, key: hold.key) }
    setTime()
  }

  /// The task of this test that runs on the calling thread needs a lock that another thread has.
  ///
  /// - Parameter owner: The thread that has it; 0 if nobody knows.
  /// - Returns: Whether a held task has continued meanwhile. The lock may be free now.
  func waitForHeld(owner: Int32) -> Bool {
    let occupancy = testing_support_occupancy()
    let passed = takePassedTime()
    let exchange = state.withLock { state in
      state.pass(passed)
      if describesSteps { state.noteCancelled(isByStep: true) }
      return state.exchangeHeld(forLockOf: owner, occupancy)
    }
    guard let exchange else {
      if passed > .zero { setTime() }
      return false
    }
    exchange.next.goOn(from: exchange.waiter.occupant.lane)
    Self.withoutTracking { wait(for: exchange.waiter, key: exchange.key) }
    setTime()
    return true
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
    _ = state.withLock { $0.lane.setParked(false, task.occupant.id) }
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
    let task = HeldTask(occupant, for: .creation)
    hold(task, key)
    return (key, task)
  }

  private mutating func hold(_ task: HeldTask, _ key: Int) {
    held[key] = task
    testing_support_set_held(task.thread, true)
    _ = lane.leave(task.occupant.id)
    queue = makeLaneQueue()
  }

  private mutating func takeHeld(_ key: Int) -> HeldTask? {
    let task = held.removeValue(forKey: key)
    if let task { testing_support_set_held(task.thread, false) }
    return task
  }

  mutating func takeAllHeld() -> [HeldTask] { held.keys.compactMap { takeHeld($0) } }

  /// Holds the task that has the lane, in exchange for one that may have a lock which it needs.
  mutating func exchangeHeld(
    forLockOf owner: Int32,
    _ occupancy: UInt64
  ) -> (key: Int, waiter: HeldTask, next: HeldTask)? {
    guard !isClosed, pauses == 0, let occupant = lane.occupant, occupant.id == occupancy, !occupant.isParked,
      let next = keyOfHeld(owner), !isAwaited(occupant.thread, by: next), let key = scheduler.yieldForLock(to: next),
      let task = takeHeld(next)
    else { return nil }
    let waiter = HeldTask(occupant, for: .lock(owner: owner))
    hold(waiter, key)
    lane.enter(task.occupant)
    return (key, waiter, task)
  }

  // Where nobody knows who has the lock, the task that was held last may.
  private func keyOfHeld(_ owner: Int32) -> Int? {
    if owner == 0 { return held.filter { $0.value.reason == .creation }.keys.max() }
    return held.first { $0.value.thread == owner }?.key
  }

  // Whether a held task waits for a thread, or for another that does: then neither can continue, as without a schedule.
  private func isAwaited(_ thread: Int32, by key: Int) -> Bool {
    var key: Int? = key
    while let next = key.flatMap({ held[$0] }), case .lock(let owner) = next.reason {
      if owner == thread { return true }
      key = owner == 0 ? nil : keyOfHeld(owner)
    }
    return false
  }

  /// Gives the lane to a task that is held.
  mutating func release(_ key: Int, from occupancy: UInt64) -> HeldTask? {
    _ = lane.leave(occupancy)
    guard let task = takeHeld(key) else { return nil }
    lane.enter(task.occupant)
    return task
  }

  /// Looks at the thread that has the lane, for the task that was held last.
  func lookBesideHeld(_ key: Int) -> Look? {
    guard isPumping, held.keys.max() == key, let occupant = lane.occupant, !occupant.isParked,
      case .waits(let used) = Runtime.activity(of: occupant.thread)
    else { return nil }
    let cause = WaitCause(of: occupant.thread, heldThreads: held.values.map(\.thread))
    return Look(occupancy: occupant.id, step: scheduler.stepCount, used: used, cause: cause)
  }

  /// Gives the lane to a task that is held, since the thread that has it waits for that task.
  ///
  /// - Returns: The lane that the other thread keeps.
  mutating func takeLane(for key: Int, unless look: Look?) -> Lane? {
    guard look == lookBesideHeld(key), let occupant = lane.occupant, let task = takeHeld(key) else { return nil }
    lane.leaveBehind(at: scheduler.elapsed)
    queue = makeLaneQueue()
    scheduler.releaseNow(key)
    lane.enter(task.occupant)
    return occupant.lane
  }
}
