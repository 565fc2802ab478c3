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

  @Test(
    "When a block comes to the main queue by another way then later jobs run after it too",
    .exactOnly,
    .enabled(if: Runtime.seesStartedWork),
    arguments: MainEnqueuing.byOtherWays
  )
  @MainActor func whenBlockComesByAnotherWay_thenLaterJobsRunAfterIt(enqueuing: MainEnqueuing) async throws {
    for seed in [nil, 1, 2, 3, 4] as [UInt64?] {
      let log = EventLog()
      try await withDeterministicScheduling(seed: seed) {
        enqueuing.enqueue { log.add("block") }
        await Task { @MainActor in log.add("later") }.value
      }
      #expect(log.events == ["block", "later"], "seed \(seed.map(\.description) ?? "none")")
    }
  }

  @Test(
    "When blocks and jobs of the main actor alternate then they run in the order in which they are enqueued",
    .exactOnly,
    .enabled(if: Runtime.seesStartedWork),
    arguments: [MainEnqueuing.async, .workItem, .group],
    [true, false]
  )
  func whenBlocksAndJobsAlternate_thenTheyRunInOrder(enqueuing: MainEnqueuing, isOnMain: Bool) async throws {
    for seed in [nil, 1, 2, 3, 4, 5, 6, 7, 8] as [UInt64?] {
      let log = EventLog()
      let enqueueAll: @Sendable () -> [Task<Void, Never>] = {
        (0..<8).compactMap { number in
          if [0, 3, 4, 6].contains(number) {
            enqueuing.enqueue { log.add("\(number)") }
            return nil
          }
          return Task { @MainActor in log.add("\(number)") }
        }
      }
      try await withDeterministicScheduling(seed: seed) {
        let tasks = isOnMain ? await MainActor.run { enqueueAll() } : enqueueAll()
        // conventions:ignore yielding - a task that is ready too
        let other = Task { for _ in 0..<10 { await Task.yield() } }
        for task in tasks { await task.value }
        await other.value
      }
      #expect(log.events == (0..<8).map { "\($0)" }, "seed \(seed.map(\.description) ?? "none")")
    }
  }

  #if os(Linux)
    @Test(
      "When a test is over before the jobs in front of a block have run then the block runs all the same",
      .exactOnly,
      .timeLimit(.minutes(15))
    )
    func whenTestIsOverBeforeJobs_thenBlockRuns() async throws {
      let (log, end) = (EventLog(), AsyncStream.makeStream(of: Void.self))
      // Nothing of the test runs while it waits for an executor that runs nothing.
      let executor = ManualExecutor(.serial)
      try await withDeterministicScheduling(outside: .milliseconds(50)) {
        executor.start {}
        Task { @MainActor in log.add("job") }
        DispatchQueue.main.async {
          log.add("block")
          end.continuation.finish()
        }
      }
      for await _ in end.stream {}
      #expect(log.events == ["block"])
    }
  #endif

  @Test("When a test ends before a block has run then the block runs all the same", .exactOnly)
  @MainActor func whenTestEndsFirst_thenBlockRuns() async throws {
    let (log, end) = (EventLog(), AsyncStream.makeStream(of: Void.self))
    try await withDeterministicScheduling {
      Task { log.add("job") }
      DispatchQueue.main.async {
        log.add("block")
        end.continuation.finish()
      }
    }
    for await _ in end.stream {}
    #expect(log.events == ["job", "block"])
  }
}

enum MainEnqueuing: CaseIterable {
  case async, workItem, group, operation
  case target, targetOfTarget, groupEnd, itemEnd

  static let allCases: [MainEnqueuing] = [.async, .workItem, .group, .operation]
  static let byOtherWays: [MainEnqueuing] = [.target, .targetOfTarget, .groupEnd, .itemEnd]

  func enqueue(_ work: @escaping @Sendable () -> Void) {
    switch self {
    case .async: DispatchQueue.main.async(execute: work)
    case .workItem: DispatchQueue.main.async(execute: DispatchWorkItem(block: work))
    case .group: DispatchQueue.main.async(group: DispatchGroup(), execute: work)
    case .operation: OperationQueue.main.addOperation(work)
    case .target: DispatchQueue(label: "queue", target: .main).async(execute: work)
    case .targetOfTarget:
      DispatchQueue(label: "queue", target: DispatchQueue(label: "target", target: .main)).async(execute: work)
    case .groupEnd:
      #if os(Linux)  // only there is it seen
        DispatchGroup().notify(queue: .main, execute: work)
      #endif
    case .itemEnd:
      #if os(Linux)
        let item = DispatchWorkItem {}
        item.perform()
        item.notify(queue: .main, execute: work)
      #endif
    }
  }
}

@MainActor private final class MainCounter {
  private(set) var count = 0

  nonisolated init() {}

  func increment() { count += 1 }
}
