import DeterministicScheduling
import Dispatch
import Testing
import TestingSupportCore

@Suite("Blocks of the main queue in a deterministic test", .scheduledOnly)
struct MainQueueTests {
  @Test("When a task waits for a block on the main queue then the block is on the main actor", .deterministic)
  func whenTaskWaitsForBlock_thenItIsOnMainActor() async {
    let counter = MainCounter()
    DispatchQueue.main.sync {
      MainActor.assertIsolated()
      MainActor.assumeIsolated { counter.increment() }
    }
    await Task.detached { DispatchQueue.main.sync { MainActor.assumeIsolated { counter.increment() } } }.value
    #expect(await counter.count == 2)
  }

  @Test("When orders are explored then a block on the main queue is on the main actor too", .interleavings(5))
  func whenOrdersAreExplored_thenBlockIsOnMainActor() async {
    let counter = MainCounter()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask { DispatchQueue.main.sync { MainActor.assumeIsolated { counter.increment() } } }
        group.addTask { await counter.increment() }
      }
    }
    #expect(await counter.count == 6)
  }
}

@MainActor private final class MainCounter {
  private(set) var count = 0

  nonisolated init() {}

  func increment() { count += 1 }
}
