import Dispatch
import Foundation
import Testing
import TestingSupportCore

@testable import DeterministicScheduling

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

  @Test(
    "When the main actor enqueues a block then what it enqueues later runs after the block",
    .exactOnly,
    .enabled(if: Runtime.seesStartedWork),
    arguments: MainEnqueuing.allCases
  )
  @MainActor func whenMainActorEnqueuesBlock_thenLaterJobsRunAfterIt(enqueuing: MainEnqueuing) async throws {
    for seed in [nil, 1, 2, 3, 4] as [UInt64?] {
      let log = EventLog()
      let run = DeterministicRun(strategy: seed.map { RandomStrategy(seed: $0) })
      _ = try await run.perform(sourceLocation: #_sourceLocation) {
        await Task { @MainActor in
          let earlier = Task { @MainActor in log.add("earlier") }
          enqueuing.enqueue { log.add("block") }
          let later = Task { @MainActor in log.add("later") }
          await later.value
          await earlier.value
          enqueuing.enqueue { log.add("block") }
          await Task.yield()  // conventions:ignore yielding - it takes its turn behind the block
          log.add("yielded")
          enqueuing.enqueue { log.add("block") }
          try? await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
          log.add("slept")
        }.value
      }
      let expected = ["earlier", "block", "later", "block", "yielded", "block", "slept"]
      #expect(log.events == expected, "seed \(seed.map(\.description) ?? "none")")
    }
  }
}

enum MainEnqueuing: CaseIterable {
  case async, workItem, group, operation

  func enqueue(_ work: @escaping @Sendable () -> Void) {
    switch self {
    case .async: DispatchQueue.main.async(execute: work)
    case .workItem: DispatchQueue.main.async(execute: DispatchWorkItem(block: work))
    case .group: DispatchQueue.main.async(group: DispatchGroup(), execute: work)
    case .operation: OperationQueue.main.addOperation(work)
    }
  }
}

@MainActor private final class MainCounter {
  private(set) var count = 0

  nonisolated init() {}

  func increment() { count += 1 }
}
