/// The waiters for a count to be reached, as part of the state that a lock protects.
package struct ThresholdWaiters: Sendable {
  private var waiting: [(count: Int, waiter: Waiter)] = []

  package init() {}

  package var isEmpty: Bool { waiting.isEmpty }

  package mutating func add(_ waiter: Waiter, for count: Int) {
    waiting.append((count, waiter))
  }

  package mutating func remove(_ waiter: Waiter) {
    waiting.removeAll { $0.waiter === waiter }
  }

  /// Removes and returns the waiters whose count is reached. Signal them, once the lock is released, with
  /// ``Waiter/signal()``.
  package mutating func takeReached(by count: Int) -> [Waiter] {
    guard !waiting.isEmpty else { return [] }
    let reached = waiting.filter { $0.count <= count }.map(\.waiter)
    if !reached.isEmpty { waiting.removeAll { $0.count <= count } }
    return reached
  }
}
