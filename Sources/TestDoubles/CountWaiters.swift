import TestingSupportCore

/// Those who wait for a count to be reached, as part of the state that a lock protects.
struct CountWaiters {
  private var waiting: [(count: Int, waiter: Waiter)] = []

  mutating func add(_ waiter: Waiter, for count: Int) {
    waiting.append((count, waiter))
  }

  mutating func remove(_ waiter: Waiter) {
    waiting.removeAll { $0.waiter === waiter }
  }

  /// Takes out those who have what they wait for. Tell them, once the lock is released, with ``Waiter/arrive()``.
  mutating func takeReached(by count: Int) -> [Waiter] {
    guard !waiting.isEmpty else { return [] }
    let reached = waiting.filter { $0.count <= count }.map(\.waiter)
    if !reached.isEmpty { waiting.removeAll { $0.count <= count } }
    return reached
  }
}
