internal import DeterministicSchedulingLoader
internal import TestingSupportCore

/// A test's tasks on actors that are not the test's alone, and on executors that are not its own.
extension Schedule {
  func isInside(_ other: Schedule) -> Bool {
    self === other || outer?.isInside(other) == true
  }

  /// Remembers an actor that was claimed, until the schedule is over.
  func keepActor(_ actor: UInt) {
    Runtime.keepMemory(ofActor: actor)
    let gone = state.withLock { $0.claim(actor) }
    if !gone.isEmpty { ActorClaims.forget(gone) }
  }

  /// A task of this test is about to hop to an executor that is not the schedule's.
  func depart(_ task: Excursions.Traveller) {
    state.withLock { $0.excursions.depart(task) }
  }

  /// A task of this test was created on such an executor.
  func create(_ task: Excursions.Traveller) {
    let isKnown = state.withLock { state in
      guard state.phase != .over, state.phase != .abandoned else { return false }
      _ = state.scheduler.number(of: task.id)
      state.excursions.create(task, isActive: Runtime.isActive(task.address))
      return true
    }
    if isKnown { ScheduleRegistry.insert(self, for: task.id) }
  }

  /// A task of this test begins to run there.
  func arrive(_ task: Excursions.Traveller) -> Bool {
    let (isOurs, elapsed) = state.withLock { state in
      guard state.phase != .over, state.phase != .abandoned else { return (false, Duration.zero) }
      state.excursions.begin(task)
      return (true, state.scheduler.elapsed)
    }
    if isOurs { testing_support_set_time(epoch, testing_support_time(elapsed)) }
    return isOurs
  }

  /// A task of this test has run there.
  func leave(_ task: Excursions.Traveller, isOver: Bool) {
    let passed = takePassedTime()
    let startsPump = state.withLock { state in
      state.scheduler.pass(passed)
      state.excursions.end(task, isOver: isOver)
      return state.startPumping()
    }
    if startsPump { startPump() }
  }
}
