/// Default actors that tasks of this schedule use, and of the one around it, which stands still.
///
/// An actor has its turn where its first task is ready. If that is a task of the schedule around this one, those of this schedule
/// that are behind it in the actor's queue would wait for ever.
extension Schedule {
  /// Takes over the turn of an actor if something of this schedule may be in its queue.
  func borrowTurnOfActor(from outer: Schedule) {
    guard state.withLock({ $0.mayNeedTurnOfOuter() }), let job = outer.lendTurnOfActor() else { return }
    takeOverTurnOfActor(job)
  }

  private func lendTurnOfActor() -> UnownedJob? {
    let job = state.withLock { state in
      state.isClosed ? nil : state.scheduler.take { Runtime.isTurnOfActor(UnownedJob(number: $0)) }
    }
    return job.map { UnownedJob(number: $0) } ?? outer?.lendTurnOfActor()
  }

  /// Enqueues the turn of an actor whose tasks are not all of this schedule.
  func takeOverTurnOfActor(_ job: UnownedJob) {
    let startsPump = state.withLock { state in
      state.tasks.mayHaveUnseenEnds = true
      state.scheduler.enqueue(job.number, task: nil, on: .own, isInside: false)
      return state.startPumping()
    }
    if startsPump { startPump() }
  }
}
