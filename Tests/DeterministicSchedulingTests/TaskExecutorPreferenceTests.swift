// conventions:ignore-file yielding - tasks that yield are the subject

#if os(Linux)

  import Dispatch
  import Foundation
  import Testing
  import TestingSupportCore

  @testable import DeterministicScheduling

  @Suite("A task that prefers an executor of its own", .exactOnly)
  struct TaskExecutorPreferenceTests {
    @Test("is waited for by settle()", arguments: Preference.allCases)
    func whenTaskYieldsThere_thenSettleWaits(preference: Preference) async throws {
      for _ in 1...20 {
        let log = Numbers()
        try await withDeterministicScheduling {
          preference.start {
            for number in 1...5 {
              await Task.yield()
              log.add(number)
            }
          }
          await settle()
          #expect(log.all == [1, 2, 3, 4, 5])
        }
      }
    }

    @Test("has done its work before time advances", arguments: Preference.allCases)
    func whenTaskIsSlow_thenTimeStandsStill(preference: Preference) async throws {
      let log = Locked<[Duration?]>([])
      try await withDeterministicScheduling {
        preference.start {
          usleep(5_000)  // sleep-is-the-subject
          await Task.yield()
          usleep(5_000)  // sleep-is-the-subject
          log.withLock { $0.append(VirtualTime.elapsed) }
          try? await Task.sleep(for: .seconds(5))  // sleep-is-the-subject
          log.withLock { $0.append(VirtualTime.elapsed) }
        }
        try await Task.sleep(for: .seconds(60))  // sleep-is-the-subject
        #expect(log.withLock { $0 } == [.zero, .seconds(5)])
      }
    }

    @Test("is known by whoever else is told of it at the same moment")
    func whenTwoThreadsLearnOfTask_thenBothKnowIt() async {
      let schedule = Schedule(DeterministicRun())
      let (first, count) = (UInt64.max - 40_000, 20_000)
      let unknown = Locked<[UInt64]>([])
      DispatchQueue.concurrentPerform(iterations: 2) { _ in
        for task in first..<first + UInt64(count) {
          ScheduleRegistry.insert(schedule, for: task)
          if ScheduleRegistry.schedule(of: task) == nil { unknown.withLock { $0.append(task) } }
        }
      }
      ScheduleRegistry.remove(first..<first + UInt64(count))
      schedule.close()
      #expect(unknown.withLock { $0 } == [])
    }

    @Test("that goes on after its test and ignores cancellation stops at its next sleep")
    func whenTaskOutlivesTest_thenItStops() async throws {
      let turns = Locked(0)
      try await withDeterministicScheduling {
        Task(executorPreference: QueueTaskExecutor()) {
          while true {
            try? await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
            turns.withLock { $0 += 1 }
          }
        }
        await settle()
      }
      let last = turns.withLock(\.self)
      usleep(10_000)  // sleep-is-the-subject
      #expect(turns.withLock(\.self) == last)
    }

    @Test("reads the test's time there")
    func whenTaskReadsClock_thenItIsTheTestsTime() async throws {
      try await withDeterministicScheduling {
        let start = ContinuousClock.now
        let end = await Task(executorPreference: QueueTaskExecutor()) {
          try? await Task.sleep(for: .seconds(60))  // sleep-is-the-subject
          return ContinuousClock.now
        }.value
        #expect(start.duration(to: end) == .seconds(60))
      }
    }

    @Test(
      "is the test's from its first line on, however early its executor runs it",
      arguments: Preference.allCases,
      EarlyTaskExecutor.Way.allCases
    )
    func whenTaskBeginsBeforeItsCreatorContinues_thenItIsTheTests(
      preference: Preference,
      way: EarlyTaskExecutor.Way
    ) async throws {
      let log = Locked<[Duration?]>([])
      try await withDeterministicScheduling {
        let start = ContinuousClock.now
        try await Task.sleep(for: .seconds(3600))  // sleep-is-the-subject
        preference.start(on: EarlyTaskExecutor(way)) {
          let begin = ContinuousClock.now
          log.withLock { $0 = [VirtualTime.elapsed, start.duration(to: begin)] }
          try? await Task.sleep(for: .seconds(5))  // sleep-is-the-subject
          log.withLock { $0.append(begin.duration(to: .now)) }
        }
        try await Task.sleep(for: .seconds(60))  // sleep-is-the-subject
      }
      #expect(log.withLock { $0 } == [.seconds(3600), .seconds(3600), .seconds(5)], "\(preference)")
    }

    @Test(
      "is cancelled at the end of the test, however early its executor runs it",
      arguments: EarlyTaskExecutor.Way.allCases
    )
    func whenTaskBeginsEarly_thenItIsLeftover(way: EarlyTaskExecutor.Way) async throws {
      let log = Numbers()
      try await withDeterministicScheduling {
        _ = Task(executorPreference: EarlyTaskExecutor(way)) {
          try? await Task.sleep(for: .seconds(60))  // sleep-is-the-subject
          log.add(Task.isCancelled ? 1 : 2)
        }
      }
      #expect(log.all == [1])
    }

    @Test("does not make a test's of what its executor runs besides", arguments: EarlyTaskExecutor.Way.allCases)
    func whenExecutorRunsTasksOfOthersMeanwhile_thenTheyStayOrdinary(way: EarlyTaskExecutor.Way) async throws {
      let times = Locked<[Duration?]>([])
      let (elements, continuation) = AsyncStream.makeStream(of: Void.self)
      let (beginning, hasBegun) = AsyncStream.makeStream(of: Void.self)
      let ordinary = Task {
        hasBegun.finish()
        for await _ in elements {
          times.withLock { $0.append(VirtualTime.elapsed) }
          await Task { times.withLock { $0.append(VirtualTime.elapsed) } }.value
        }
      }
      for await _ in beginning {}
      usleep(20_000)  // sleep-is-the-subject: until the task waits for an element
      try await withDeterministicScheduling {
        await Task(executorPreference: EarlyTaskExecutor(way, before: { continuation.yield() })) {}.value
        await settle()
      }
      continuation.finish()
      await ordinary.value
      #expect(times.withLock { $0 } == [nil, nil])
    }

    @Test("calls actors, and comes back")
    func whenTaskCallsActors_thenItComesBack() async throws {
      for _ in 1...20 {
        try await withDeterministicScheduling {
          let counter = Counter()
          let executor = QueueTaskExecutor()
          await withTaskGroup(of: Void.self) { group in
            for _ in 1...4 {
              group.addTask(executorPreference: executor) {
                for _ in 1...3 {
                  await counter.increment()
                  await MainActor.run {}
                }
              }
              group.addTask { for _ in 1...3 { await counter.increment() } }
            }
          }
          #expect(await counter.count == 24)
        }
      }
    }

    @Test("may have children that begin with async let")
    func whenTaskHasAsyncLet_thenItsChildRuns() async throws {
      for _ in 1...20 {
        try await withDeterministicScheduling {
          let sum = await Task(executorPreference: QueueTaskExecutor()) {
            async let first = number(1)
            async let second = number(2)
            return await first + second
          }.value
          #expect(sum == 3)
        }
      }
    }

    @Test("is finished when its test has ended")
    func whenTestEnds_thenTaskIsFinished() async throws {
      let log = Numbers()
      try await withDeterministicScheduling {
        Task(executorPreference: QueueTaskExecutor()) {
          try? await Task.sleep(for: .seconds(60))  // sleep-is-the-subject
          log.add(Task.isCancelled ? 1 : 2)
        }
        await settle()
      }
      #expect(log.all == [1])
    }

    @Test("is explored, as far as its executor lets it", .interleavings(20, seed: 1))
    func whenOrdersAreExplored_thenTaskTakesPart() async {
      let log = Numbers()
      let tasks = [
        Task(executorPreference: QueueTaskExecutor()) { log.add(1) }, Task { log.add(2) },
        Task(executorPreference: QueueTaskExecutor()) {
          await Task.yield()
          log.add(3)
        },
      ]
      for task in tasks { await task.value }
      #expect(log.all.sorted() == [1, 2, 3])
    }

    @Test("may prefer the default executor, which is the schedule's")
    func whenTaskPrefersDefaultExecutor_thenOrderIsKept() async throws {
      var orders: Set<[Int]> = []
      for _ in 1...20 {
        let log = Numbers()
        try await withDeterministicScheduling {
          for number in 1...4 {
            Task(executorPreference: globalConcurrentExecutor) {
              log.add(number)
              await Task.yield()
              log.add(number)
            }
          }
          await settle()
        }
        orders.insert(log.all)
      }
      #expect(orders == [[1, 2, 3, 4, 1, 2, 3, 4]])
    }

    @Test("leaves the tasks of others on its executor alone")
    func whenOthersUseTheExecutor_thenTheyRunAsEver() async throws {
      let executor = QueueTaskExecutor()
      let other = Task(executorPreference: executor) { for _ in 1...200 { await Task.yield() } }
      try await withDeterministicScheduling {
        await Task(executorPreference: executor) { await Task.yield() }.value
        await settle()
      }
      await other.value
    }
  }

  /// How a task comes to prefer an executor.
  enum Preference: CaseIterable {
    case task, detached, scope, childOfScope, groupChild, discardingGroupChild, asyncLet, immediate

    func start(on executor: some TaskExecutor = QueueTaskExecutor(), _ body: @escaping @Sendable () async -> Void) {
      switch self {
      case .task: Task(executorPreference: executor) { await body() }
      case .detached: Task.detached(executorPreference: executor) { await body() }
      case .scope: Task { await withTaskExecutorPreference(executor) { await body() } }
      case .childOfScope:
        Task { await withTaskExecutorPreference(executor) { await withTaskGroup { $0.addTask { await body() } } } }
      case .groupChild: Task { await withTaskGroup { $0.addTask(executorPreference: executor) { await body() } } }
      case .discardingGroupChild:
        Task { await withDiscardingTaskGroup { $0.addTask(executorPreference: executor) { await body() } } }
      case .asyncLet:
        Task(executorPreference: executor) {
          async let child: Void = body()
          await child
        }
      case .immediate:
        #if compiler(>=6.2)
          Task.immediate(executorPreference: executor) { await body() }
        #else
          Task(executorPreference: executor) { await body() }
        #endif
      }
    }
  }

  @Sendable private func number(_ number: Int) async -> Int {
    await Task.yield()
    return number
  }

  private actor Counter {
    private(set) var count = 0
    func increment() { count += 1 }
  }

  /// A task executor that runs its first job before the call that enqueues it returns, and the others on a dispatch queue.
  final class EarlyTaskExecutor: TaskExecutor {
    enum Way: CaseIterable {
      case atOnce, onThread
    }

    private let way: Way
    private let first: Locked<(@Sendable () -> Void)?>
    private let queue = DispatchQueue(label: "task executor", attributes: .concurrent)

    /// - Parameter work: What runs before the first job.
    init(_ way: Way, before work: @escaping @Sendable () -> Void = {}) {
      self.way = way
      first = Locked(work)
    }

    func enqueue(_ job: UnownedJob) {
      guard let work = first.withLock({ $0.take() }) else {
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        return
      }
      work()
      switch way {
      case .atOnce: job.runSynchronously(on: asUnownedTaskExecutor())
      case .onThread:
        let hasRun = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          job.runSynchronously(on: self.asUnownedTaskExecutor())
          hasRun.signal()
        }
        hasRun.wait()
      }
    }
  }

#endif
