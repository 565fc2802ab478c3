import Dispatch

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A counting semaphore that admits waiters in FIFO order.
package final class FIFOSemaphore: Sendable {
  /// Lanes of deterministic tests that run: as many as there are processors, as for tasks outside such tests, so that
  /// neither keeps the other from running.
  package static let lanes = FIFOSemaphore(count: max(2, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  /// Deterministic tests that have begun: each may block a thread while it waits for an actor, and threads are not without
  /// number.
  package static let tests = FIFOSemaphore(count: 128)

  private struct State: Sendable {
    var free: Int
    // The latest waiter is last in `arrived`; the next waiter is last in `next`.
    var arrived: [@Sendable () -> Void] = []
    var next: [@Sendable () -> Void] = []

    var hasWaiters: Bool { !(arrived.isEmpty && next.isEmpty) }

    mutating func takeNext() -> (@Sendable () -> Void)? {
      if next.isEmpty {
        next = arrived.reversed()
        arrived = []
      }
      return next.popLast()
    }
  }

  private let state: Locked<State>

  package init(count: Int) {
    state = Locked(State(free: count))
  }

  /// Whether any waiter is queued.
  package var hasWaiters: Bool {
    state.withLock { $0.hasWaiters }
  }

  /// Calls `start` as soon as a slot is free.
  package func acquire(_ start: @escaping @Sendable () -> Void) {
    let isFree = state.withLock { state in
      if state.free > 0 {
        state.free -= 1
        return true
      }
      state.arrived.append(start)
      return false
    }
    if isFree { start() }
  }

  /// Suspends until a slot is free.
  package func acquire(isolation: isolated (any Actor)? = #isolation) async {
    await withCheckedContinuation { continuation in
      acquire { continuation.resume() }
    }
  }

  /// Releases a slot to the next waiter.
  package func release() {
    let next = state.withLock { state in
      let next = state.takeNext()
      if next == nil { state.free += 1 }
      return next
    }
    next?()
  }

  /// Releases the slot while `block` blocks the thread, and acquires one again.
  package func release<R>(while block: () -> R) -> R {
    release()
    let result = block()
    let semaphore = DispatchSemaphore(value: 0)
    acquire { semaphore.signal() }
    semaphore.wait()
    return result
  }
}
