internal import Dispatch
internal import TestingSupportCore

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// So many at once, and the others in the order in which they came.
package final class Places: Sendable {
  /// Lanes that run: as many as there are processors, as for tasks outside of deterministic tests, so that neither keeps
  /// the other from running.
  static let lanes = Places(count: max(2, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  /// Tests that have begun: each may block a thread while it waits for an actor, and threads are not without number.
  static let tests = Places(count: 128)

  private struct State: Sendable {
    var free: Int
    // Who came last is last in `arrived`, who is next is last in `next`.
    var arrived: [@Sendable () -> Void] = []
    var next: [@Sendable () -> Void] = []

    var isAwaited: Bool { !(arrived.isEmpty && next.isEmpty) }

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

  /// Whether somebody waits for a place.
  package var isAwaited: Bool {
    state.withLock { $0.isAwaited }
  }

  /// Calls `start` as soon as there is a place for it.
  package func enter(_ start: @escaping @Sendable () -> Void) {
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

  /// Waits for a place.
  package func enter(isolation: isolated (any Actor)? = #isolation) async {
    await withCheckedContinuation { continuation in
      enter { continuation.resume() }
    }
  }

  /// Gives a place up.
  package func leave() {
    let next = state.withLock { state in
      let next = state.takeNext()
      if next == nil { state.free += 1 }
      return next
    }
    next?()
  }

  /// Gives a place up while the thread is blocked.
  package func leave<R>(while block: () -> R) -> R {
    leave()
    let result = block()
    let semaphore = DispatchSemaphore(value: 0)
    enter { semaphore.signal() }
    semaphore.wait()
    return result
  }
}
