internal import DeterministicSchedulingLoader
internal import Dispatch
internal import Testing
internal import TestingSupportCore

/// How a test waits for outside events when nothing of it can run any more.
extension Schedule {
  func whenStalled(after patience: Duration, _ action: @escaping @Sendable () -> Void) -> IdleRequest {
    let limit = WaitLimit.current
    let task = testing_support_current_task()
    return admit(action) { state in
      guard let request = state.makeRequest(patience: limit, action) else { return nil }
      state.outside.add(request, .init(patience: patience, task: task))
      return request
    }
  }

  /// Looks after a while whether helpers have waited long enough.
  func checkHelpers(after delay: Duration) {
    state.withLock { state in
      guard !state.isClosed else { return }
      state.outside.watch = WaitDeadline(after: delay) { [weak self] in self?.checkHelpers($0) }
    }
  }

  private func checkHelpers(_ reason: TimeoutReason) {
    let (startsPump, next): (Bool, Duration?) = state.withLock { state in
      state.outside.beginCheck()
      guard state.startPumping() else { return (false, nil) }
      let due = state.outside.takeDue(idleSince: state.restingSince, reason)
      guard due.isEmpty else {
        for (request, task) in due {
          state.scheduler.tellOverdue(request, for: state.scheduler.knownNumber(of: task))
        }
        return (true, nil)
      }
      state.isPumping = false
      return (false, state.outside.arrangeCheck(idleSince: state.restingSince))
    }
    if startsPump { startPump() }
    if let next { checkHelpers(after: next) }
  }

  // MARK: Outside work

  /// Stops virtual time until the work has finished.
  func beginOutsideWork() {
    state.withLock { $0.outside.beginWork() }
  }

  func endOutsideWork() {
    let startsPump = state.withLock { state in
      state.outside.endWork()
      return state.startPumping()
    }
    if startsPump { startPump() }
  }
}
