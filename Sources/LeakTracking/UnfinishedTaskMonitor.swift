internal import TestingSupportCore

/// What every task of a test carries with it, and so keeps alive for as long as it has not ended.
final class TaskLifetimeToken: Sendable {}

/// Tells whether a task that some code started has not ended.
final class UnfinishedTaskMonitor: Sendable {
  private struct State {
    weak var work: TaskLifetimeToken?
    var isInsideOfSchedule = false
    /// The tasks of the schedule that were there before.
    var older: Set<Int> = []
  }

  private let state = Locked(State())

  /// Begins to watch: the code starts now.
  func watch(_ work: TaskLifetimeToken) {
    let schedule = CurrentTestSchedule.schedule
    let older = schedule?.unfinishedTasks ?? []
    state.withLock { [weak work] state in
      state = State(work: work, isInsideOfSchedule: schedule != nil, older: older)
    }
  }

  var isInFlight: Bool {
    let unfinished = CurrentTestSchedule.schedule?.unfinishedTasks
    return state.withLock { state in
      guard let unfinished else { return state.work != nil }
      // The schedule knows detached tasks too. Around it, the task that looks is one of those that keep the work alive.
      return !unfinished.isSubset(of: state.older) || state.isInsideOfSchedule && state.work != nil
    }
  }
}
