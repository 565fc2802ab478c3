import DeterministicScheduling
import Testing
import TestingSupportCore

extension PlantedBug {
  /// A task looks whether the gate is open, does something else, then waits for it to open: if it opened in between,
  /// the continuation is never resumed.
  static let missedWakeUp = PlantedBug(name: "missed wake-up") { version in
    let gate = LaunchGate(version)
    let passed = Locked(false)
    let screen = start("screen") {
      await gate.wait()
      passed.withLock { $0 = true }
    }
    let launch = start("launch") {
      await roundTrip(turns: 3)
      gate.open()
    }
    await launch.value
    await settle()
    let hasPassed = passed.withLock { $0 }
    gate.open()
    await screen.value
    return hasPassed
  }
}

private final class LaunchGate: Sendable {
  private struct State {
    var isOpen = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Locked(State())
  private let version: PlantedBug.Version

  init(_ version: PlantedBug.Version) { self.version = version }

  func wait() async {
    if state.withLock({ $0.isOpen }) { return }
    await roundTrip()  // shows the splash screen
    await withCheckedContinuation { continuation in
      let passes = state.withLock { state in
        if version == .corrected, state.isOpen { return true }
        state.waiters.append(continuation)
        return false
      }
      if passes { continuation.resume() }
    }
  }

  func open() {
    let waiters = state.withLock { state in
      state.isOpen = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }
}
