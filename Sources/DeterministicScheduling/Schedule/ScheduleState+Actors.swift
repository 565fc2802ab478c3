internal import TestingSupportCore

/// The actors of a test, and its tasks that run where the schedule does not decide.
extension ScheduleState {
  /// Remembers an actor that was claimed.
  ///
  /// - Returns: The deallocated actors, which no longer have to be claimed.
  mutating func claim(_ actor: UInt) -> [UInt] {
    actors.append(actor)
    guard actors.count >= actorsUntilSweep else { return [] }
    let gone = actors.filter(Runtime.isGone)
    let goneActors = Set(gone)
    actors.removeAll { goneActors.contains($0) }
    actorsUntilSweep = max(1024, actors.count * 2)
    return gone
  }

  /// An actor that is busy while no task of this test can run serves a task of another test, or an ordinary one: the tasks
  /// behind it in the queue, which may be this test's, run where that one runs. If it serves the test around this one, it is
  /// that test's actor.
  mutating func lookForSharedActors() {
    guard isExact, !sharesActors, lane.displaced.isEmpty else { return }
    sharesActors = Runtime.isAnyBusy(actors) || isNested && tasks.isAnyActive
  }

  /// Whether something of this test may wait for an actor whose turn is ready in the test around it: where nothing can run,
  /// and once in a thousand steps, since those that run may wait for it in a loop.
  mutating func mayNeedTurnOfOuter() -> Bool {
    let isDue = scheduler.effort >= effortOfNextTurnOfOuter
    guard isDue || !scheduler.hasReadyJobs || excursions.hasResidents else { return false }
    effortOfNextTurnOfOuter = scheduler.effort + 1_000
    return tasks.isAnyActive || excursions.isAnyDeinitOnActor
  }

  /// The test is no longer paused for tasks that wait for an executor of the user's.
  ///
  /// - Returns: Whether it was.
  mutating func stopAwaitingQueued() -> Bool {
    let wasPaused = isPausedByTasks
    excursions.stopAwaitingQueued()
    return wasPaused && !isPausedByTasks
  }

  /// Whether nothing happens until a task has run where the schedule does not decide.
  var isPausedByTasks: Bool { excursions.pausesSchedule || !scheduler.hasReadyJobs && isAnyTaskOnSharedThread }

  /// Whether a task or a deinitializer of this test runs where its end is not reported, or is about to.
  var isAnyTaskOnSharedThread: Bool {
    guard sharesActors else { return false }
    // Those that were left behind, and those that wait in line for actors of theirs, may take as long as they like.
    let unawaited = Set(excursions.unawaited.compactMap(scheduler.knownNumber) + lane.displaced.compactMap(\.task))
    if !unawaited.isEmpty { return !unawaited.isSuperset(of: tasks.running) }
    return excursions.awaitsQueued ? tasks.isAnyActive || excursions.isAnyDeinitOnActor : tasks.isAnyRunning
  }

  /// Whether a task of this test runs outside the schedule's control, or is about to, apart from those that were left behind.
  ///
  /// Such a task may have been created on an executor of the user's. The schedule learns of it only when it begins to run.
  var isAnyTaskElsewhere: Bool {
    guard sharesActors else { return false }
    // In this order: one that begins to run meanwhile is in both.
    let active = (excursions.awaitsQueued ? tasks.queued : []) + tasks.running
    let others = lane.displaced.compactMap(\.task) + excursions.leftBehind.compactMap(scheduler.knownNumber)
    return !Set(active).isSubset(of: scheduler.readyTasks + others + [scheduler.currentTask].compactMap(\.self))
  }

  mutating func takeActors() -> [UInt] {
    defer { actors = [] }
    return actors
  }
}
