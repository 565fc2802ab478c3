import TestingSupportCore

/// A FIFO lock that lets one task at a time advance a clock, and suspends the others.
final class AsyncMutex: Sendable {
  private struct State: Sendable {
    var isTaken = false
    var queue: [UnsafeContinuation<Void, Never>] = []
  }

  private let state = Locked(State())

  /// Returns when this task has the lock. Each call requires one call of ``unlock()``.
  func lock(isolation: isolated (any Actor)?) async {
    await withUnsafeContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.isTaken else {
          state.isTaken = true
          return true
        }
        state.queue.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  /// Passes the lock to the next task that waits for it.
  func unlock() {
    let next = state.withLock { state -> UnsafeContinuation<Void, Never>? in
      guard !state.queue.isEmpty else {
        state.isTaken = false
        return nil
      }
      return state.queue.removeFirst()
    }
    next?.resume()
  }
}
