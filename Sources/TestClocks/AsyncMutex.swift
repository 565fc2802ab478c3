import TestingSupportCore

/// Lets one task at a time move a clock; the others follow in the order in which they came.
final class AsyncMutex: Sendable {
  private struct State: Sendable {
    var isTaken = false
    var queue: [UnsafeContinuation<Void, Never>] = []
  }

  private let state = Locked(State())

  /// Returns when it is this task's turn. Each call is answered by one of ``unlock()``.
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

  /// Ends this task's turn; the next in line follows.
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
