internal import TestingSupportCore

/// What is left of a test when its body has ended.
extension ScheduleState {
  /// Takes those tasks out that are left when nothing more of the test can run, to be cancelled, retained.
  mutating func takeLeftovers() -> [(number: Int, address: UInt)] {
    let leftovers = tasks.unfinishedRoots.filter { $0.number > newestLeftover }
    newestLeftover = leftovers.last?.number ?? newestLeftover
    for leftover in leftovers { Runtime.retain(leftover.address) }
    return leftovers
  }

  /// What is left when a test has finished.
  struct Remains {
    var ready: [(UnownedJob, Lane)]
    var sleeping: [(UnownedJob, Duration)]
    /// Tasks that have ended, and tasks that have not.
    var finished: [UInt64] = []
    var unfinished: [UInt64] = []
    var retained: [UInt]
    var actions: [@Sendable () -> Void]
    var mainBlocks: [MainBlock]
  }

  /// Ends the schedule.
  ///
  /// - Returns: What is left, or `nil` if it has been ended before.
  mutating func close() -> Remains? {
    guard !isClosed else { return nil }
    phase = .over
    return takeRemains()
  }

  mutating func takeRemains() -> Remains {
    let jobs = scheduler.drain()
    defer { waiting = [:] }
    (stallWatch, outside.watch, heldDeadline, wakeUp) = (nil, nil, nil, nil)
    (heldTime, turnsElsewhereSince) = (HeldTime(), nil)
    lane.endPace()
    let left = tasks.left
    var remains = Remains(
      ready: jobs.ready.map { (UnownedJob(number: $0), $1) },
      sleeping: jobs.sleeping.map { (UnownedJob(number: $0), $1) },
      retained: tasks.removeAll(),
      actions: waiting.sorted { $0.key.id < $1.key.id }.map(\.value.action) + takeAllHeld().map(\.signal),
      mainBlocks: takeMainBlocks()
    )
    for task in scheduler.knownTasks {
      if let number = scheduler.knownNumber(of: task), left.contains(number) {
        remains.unfinished.append(task)
      } else {
        remains.finished.append(task)
      }
    }
    return remains
  }
}
