// conventions:ignore-file yielding - ordinary code that polls, which has no schedule to wait for

// Only there does the library see such work.
#if os(Linux)
  import Dispatch
  import Foundation
  import Testing
  import TestingSupportCore

  @testable import DeterministicScheduling

  @Suite("Operations that begin when another test's end", .enabled(if: Runtime.seesStartedWork))
  struct SharedOperationQueueTests {
    @Test(
      "When tests share a queue then each operation shows the time of the test that added it",
      arguments: Addition.allCases,
      [[0, 1, 2], [1, 0, 2], [1, 2, 0], [2, 1, 1, 0, 0, 2]]
    )
    func whenTestsShareQueue_thenOperationShowsTimeOfItsTest(_ add: Addition, owners: [Int]) async throws {
      let (queue, start, turn) = (SharedQueue(), ContinuousClock.now, Locked(0))
      let seen = Locked<[Int]>([])
      // The first is no deterministic test.
      await withTaskGroup(of: Void.self) { group in
        for owner in 0...2 {
          let addAll = { @Sendable in
            for (index, other) in owners.enumerated() where other == owner {
              while turn.withLock({ $0 < index }) { await Task.yield() }
              add({ seen.withLock { $0.append(hours(since: start)) } }, to: queue)
              turn.withLock { $0 += 1 }
            }
          }
          group.addTask {
            guard owner > 0 else { return await addAll() }
            try? await withDeterministicScheduling(outside: .seconds(60)) {
              try await Task.sleep(for: .seconds(3600 * owner))  // sleep-is-the-subject
              await withOutsideWork { await addAll() }
              await withCheckedContinuation { continuation in add({ continuation.resume() }, to: queue) }
            }
          }
        }
        while turn.withLock({ $0 < owners.count }) { await Task.yield() }
        queue.open()
      }
      #expect(seen.withLock { $0 } == owners)
    }

    @Test("When a time-out is raced against an operation behind another test's then the operation wins")
    func whenOperationIsBehindOther_thenItBeatsTimeout() async throws {
      let (queue, isAdded) = (SharedQueue(), DispatchSemaphore(value: 0))
      queue.operations.addOperation {
        isAdded.wait()
        usleep(20_000)  // sleep-is-the-subject
      }
      queue.open()
      try await withDeterministicScheduling(outside: .seconds(60)) {
        let winner = await withTaskGroup(of: String.self) { group in
          group.addTask {
            try? await Task.sleep(for: .seconds(60))  // sleep-is-the-subject
            return "time-out"
          }
          group.addTask {
            await withCheckedContinuation { continuation in
              queue.operations.addOperation { continuation.resume() }
              isAdded.signal()
            }
            return "operation"
          }
          defer { group.cancelAll() }
          return await group.next()
        }
        #expect(winner == "operation")
        #expect(VirtualTime.elapsed == .zero)
      }
    }

    @Test(
      "When nothing starts what was made then sleeps take no real time",
      .timeLimit(.minutes(15)),
      .deterministic(outside: .seconds(3600))
    )
    func whenNothingStarts_thenSleepsTakeNoTime() async throws {
      let (queue, item) = (SharedQueue(), DispatchWorkItem { Issue.record("Nothing starts it") })
      queue.operations.addOperation { Issue.record("Nothing starts it") }
      try await Task.sleep(for: .seconds(3600))  // sleep-is-the-subject
      queue.operations.cancelAllOperations()
      queue.open()
      let (stream, source) = AsyncStream.makeStream(of: Int.self)
      Task {
        try await Task.sleep(for: .seconds(3600))  // sleep-is-the-subject
        source.yield(1)
      }
      for await _ in stream { break }
      #expect(VirtualTime.elapsed == .seconds(7200))
      item.cancel()
    }

    @Test("When an item outlives its test then it runs in real time")
    func whenItemOutlivesTest_thenTimeIsReal() async throws {
      let start = ContinuousClock.now
      let queue = SharedQueue()
      try await withDeterministicScheduling {
        try await Task.sleep(for: .seconds(3600))  // sleep-is-the-subject
        queue.add { #expect(hours(since: start) == 0) }
      }
      await withCheckedContinuation { continuation in
        queue.add { continuation.resume() }
        queue.open()
      }
    }
  }

  /// How something is added to a queue.
  enum Addition: CaseIterable {
    case operation, barrier, quality, item

    func callAsFunction(_ work: @escaping @Sendable () -> Void, to queue: SharedQueue) {
      switch self {
      case .operation: queue.operations.addOperation(work)
      case .barrier: queue.operations.addBarrierBlock(work)
      case .quality:
        let operation = BlockOperation(block: work)
        operation.qualityOfService = .userInitiated
        queue.operations.addOperation(operation)
      case .item: queue.add(work)
      }
    }
  }

  /// Begins nothing until it is opened, and then one thing after the other.
  final class SharedQueue: Sendable {
    let operations = OperationQueue()
    // What begins when the one before has ended: a queue as apps have them.
    private let items = Locked<(waiting: [Item], isBusy: Bool)>(([], true))

    // Safe: an item may be used on any thread.
    private struct Item: @unchecked Sendable {
      let item: DispatchWorkItem
    }

    init() {
      operations.maxConcurrentOperationCount = 1
      operations.isSuspended = true
      // A barrier that follows nothing begins at once.
      operations.addOperation {}
    }

    func add(_ work: @escaping @Sendable () -> Void) {
      let item = DispatchWorkItem {
        work()
        self.beginNext()
      }
      let begins = items.withLock { items in
        items.waiting.append(Item(item: item))
        return !items.isBusy
      }
      if begins { beginNext() }
    }

    func open() {
      operations.isSuspended = false
      beginNext()
    }

    private func beginNext() {
      let next = items.withLock { items in
        items.isBusy = !items.waiting.isEmpty
        return items.isBusy ? items.waiting.removeFirst() : nil
      }
      if let next { DispatchQueue.global().async(execute: next.item) }
    }
  }

  private func hours(since start: ContinuousClock.Instant) -> Int {
    Int((ContinuousClock.now - start) / .seconds(3600))
  }
#endif
