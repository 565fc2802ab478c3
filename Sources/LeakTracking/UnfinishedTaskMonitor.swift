internal import TestingSupportCore

/// An object that every task of a test retains until it finishes.
final class TaskLifetimeToken: Sendable {}

/// Observes whether a task that some code started is unfinished.
final class UnfinishedTaskMonitor: Sendable {
  private struct State {
    weak var work: TaskLifetimeToken?
    var isInsideOfSchedule = false
    /// The tasks of the schedule that were there before.
    var older: Set<Int> = []
  }

  private let state = Locked(State())

  /// Starts observing; call it before the code runs.
  func watch(_ work: TaskLifetimeToken) {
    let schedule = CurrentTestSchedule.schedule
    let older = schedule?.unfinishedTasks ?? []
    state.withLock { [weak work] state in
      state = State(work: work, isInsideOfSchedule: schedule != nil, older: older)
    }
  }

  /// The tasks that have begun since, as a failure lists them, if the schedule knows any.
  var listedTasks: String? {
    guard let schedule = CurrentTestSchedule.schedule else { return nil }
    return schedule.list(schedule.unfinishedTasks.subtracting(state.withLock { $0.older }))
  }

  var isInFlight: Bool {
    let unfinished = CurrentTestSchedule.schedule?.unfinishedTasks
    return state.withLock { state in
      guard let unfinished else { return state.work != nil }
      // The schedule knows detached tasks too. Around it, the checking task is one of those that retain the token.
      return !unfinished.isSubset(of: state.older) || state.isInsideOfSchedule && state.work != nil
    }
  }
}
