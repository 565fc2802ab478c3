internal import DeterministicSchedulingLoader
internal import Dispatch
internal import TestingSupportCore

/// Looks whether a test that waits for the outside can still go on.
extension Schedule {
  static let watchQueue = DispatchQueue(label: "deterministic tests: outside", qos: .userInitiated)

  func watch(after delay: Duration) {
    state.withLock { state in
      guard !state.isClosed else { return }
      state.watchStart = .now
      state.stallWatch = WaitDeadline(after: delay) { [weak self] in self?.checkForStall($0) }
    }
  }

  private func checkForStall(_ reason: TimeoutReason) {
    switch state.withLock({ $0.checkForStall(limit: outsideLimit, idleLimit: idleLimit, reason) }) {
    case .nothing: break
    case .watchOn(let remaining): watch(after: remaining)
    case .timeGoesOn: goOn()
    case .goesOnWithout(let tasks):
      // Before the test goes on, which may end it.
      post(.wentOn(without: tasks))
      _ = state.withLock { $0.stopAwaitingQueued() }
      goOn()
    case .goesOnBeside(let tasks, let ids):
      post(.wentOnBeside(blocked: tasks))
      state.withLock { state in
        state.excursions.leaveBehind(ids)
        testing_support_note_time_beside_lane()
      }
      goOn()
    case .found(let event):
      found(event)
      if event == .idle(isFinal: false) { watch(after: idleLimit - outsideLimit) }
    case .overdue: close()
    }
  }

  private func goOn() {
    let (startsPump, startsWatch) = state.withLock { state in
      let startsPump = state.startPumping()
      return (startsPump, !startsPump && state.startWatching())
    }
    if startsPump { startPump() }
    // It is still paused for a task on an executor of the user's.
    if startsWatch { watch(after: outsideLimit) }
  }

  // The test can't go on by itself, unless it waits for what another test does on an actor of this one.
  func found(_ event: Event) {
    switch event {
    case .stalled where ActorOwnership.share(from: self): watch(after: outsideLimit)
    case .livelock where ActorOwnership.share(from: self), .polling where ActorOwnership.share(from: self),
      .endless where ActorOwnership.share(from: self):
      state.withLock { state in
        state.livelock.goOn()
        state.stepsToKeep = nil
      }
      goOn()
    default:
      state.withLock { $0.cutLog() }
      post(event)
    }
  }
}
