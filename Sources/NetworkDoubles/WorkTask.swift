import TestingSupportCore

/// A task that can be cancelled before it exists.
final class WorkTask: Sendable {
  private struct State: Sendable {
    var task: Task<Void, Never>?
    var isCancelled = false
  }

  private let state = Locked(State())

  func start(_ task: Task<Void, Never>) {
    let isCancelled = state.withLock { state in
      state.task = task
      return state.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  func cancel() {
    let task = state.withLock { state in
      state.isCancelled = true
      return state.task
    }
    task?.cancel()
  }
}
