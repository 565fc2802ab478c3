internal import DeterministicSchedulingLoader
internal import TestingSupportCore

/// What becomes of a test's tasks when its body has ended.
extension Schedule {
  /// The body has ended: what can still run does, what is left then is cancelled and runs to its end, and the schedule is
  /// over.
  func bodyDidEnd() {
    state.withLock { $0.bodyDidEnd() }
    _ = request(.settled, patience: .seconds(1)) { self.cancelLeftovers() }
  }

  // Virtual time passes, so that what takes a while to clean up comes to its end; but what goes on again and again, though
  // it is cancelled, has only so many steps. What is created meanwhile is cancelled in its turn.
  private func cancelLeftovers(rounds: Int = 3) {
    let (leftovers, tasks) = state.withLock { state in
      let leftovers = rounds > 0 ? state.takeLeftovers() : []
      return (leftovers, leftovers.map { state.tasks.suspended($0.number) })
    }
    guard !leftovers.isEmpty else { return close() }
    if rounds == 3, self.leftovers == .fail { post(.leftBehind(tasks: tasks)) }
    for leftover in leftovers {
      Runtime.cancel(leftover.address)
      Runtime.release(leftover.address)
    }
    _ = request(.stalled, patience: .zero) { self.cancelLeftovers(rounds: rounds - 1) }
  }

  /// Ends the schedule, with all that has not ended yet.
  func close() {
    guard let remains = state.withLock({ $0.close() }) else { return }
    retire(remains, body: nil)
    post(.ended)
  }

  /// Sees to it that a test's tasks never run again, now that it is over.
  ///
  /// - Parameter body: The task of a body that was abandoned.
  func retire(_ remains: ScheduleState.Remains, body: UInt64?) {
    LaneMonitor.forget(self)
    let previous = testing_support_enter_schedule(nil)
    defer { testing_support_enter_schedule(previous) }
    ScheduleRegistry.remove(remains.finished)
    if !remains.unfinished.isEmpty {
      ScheduleRegistry.retire(remains.unfinished, of: FinishedTest(name: testName, body: body))
    }
    testing_support_count_schedules(-1)
    if reportsErrors { testing_support_count_result_observers(-1) }
    for (job, lane) in remains.ready where !isOver(job) {
      if let outer, Runtime.isTurnOfActor(job) {
        outer.takeOverTurnOfActor(job)
      } else {
        Runtime.enqueueOutside(job, on: lane)
      }
    }
    for (job, remaining) in remains.sleeping {
      Runtime.enqueueOutside(job, after: DeterministicSupport.current == .exact ? .zero : remaining)
    }
    for task in remains.retained { Runtime.release(task) }
    for action in remains.actions { action() }
    for block in remains.mainBlocks { block.enqueue() }
    ActorOwnership.release(state.withLock { $0.takeActors() }, of: self)
  }

  /// A task of this test is awaited, by whatever task.
  func taskIsAwaited(_ id: UInt64) {
    state.withLock { state in
      if let number = state.scheduler.knownNumber(of: id) { state.tasks.errors?.taskIsAwaited(number) }
    }
  }

  /// The errors that no task has awaited, now that the test is over.
  var unhandledErrors: [UnhandledError] {
    state.withLock { state in state.tasks.errors?.left { state.tasks.title(of: $0) } ?? [] }
  }

  private func isOver(_ job: UnownedJob) -> Bool {
    DeterministicSupport.current == .exact && Runtime.isTask(job)
  }
}
