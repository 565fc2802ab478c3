internal import DeterministicSchedulingLoader
internal import TestingSupportCore

/// What a schedule does where it sees only what the runtime's hooks show.
extension Schedule {
  /// Waits for jobs that may be in flight to the test.
  func raiseFence() {
    PoolFence.pass(state.withLock { $0.fence.priorities }) {
      let startsPump = self.state.withLock { state in
        state.fence.pass()
        return !state.isClosed && state.startPumping()
      }
      if startsPump { self.startPump() }
    }
  }

  /// Takes in the running task, which may have begun in the queue of an actor, where no hook shows it.
  func adoptRunningTask() {
    let task = testing_support_current_task()
    guard task != 0, ScheduleRegistry.owner(of: task) == nil else { return }
    let isNew = state.withLock { state in
      guard !state.isClosed, let body = state.body, body <= task else { return false }
      return state.insert(0, of: task, createdBy: 0)
    }
    if isNew { ScheduleRegistry.insert(self, for: task) }
  }

  /// The running task is one of this test's, and runs on a thread that is not.
  func noteStray() {
    let task = testing_support_current_task()
    if state.withLock({ $0.strays.insert(task).inserted }) { StrayTasks.note() }
  }
}

/// The tasks of deterministic tests that were found on threads that were not their test's.
enum StrayTasks {
  private static let count = Locked(0)

  static func note() { count.withLock { $0 += 1 } }

  /// A sentence to add to an explanation, if there were any.
  static var text: String { text(of: count.withLock { $0 }) }

  static func text(of count: Int) -> String {
    let tasks = count == 1 ? "task" : "tasks"
    return count == 0 ? "" : " \(count) \(tasks) of deterministic tests ran outside the order of their test."
  }
}
