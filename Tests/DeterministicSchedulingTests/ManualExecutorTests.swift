// conventions:ignore-file yielding - tests that run an executor between yields are the subject

// Where tasks are seen on executors of the user's, and those can run tasks.
#if os(Linux)

  import Dispatch
  import Foundation
  import Testing
  import TestingSupportCore

  @testable import DeterministicScheduling

  @Suite("An executor that runs its tasks when it is told to", .exactOnly, .timeLimit(.minutes(15)))
  struct ManualExecutorTests {
    @Test("When the test tells it to then the test goes on, with one warning", arguments: Manual.allCases)
    func whenTestRunsTheExecutor_thenItGoesOn(manual: Manual) async throws {
      let (log, executor) = (EventLog(), ManualExecutor(manual))
      let issues = await recordedIssues {
        executor.start(3) { log.add("worker") }
        while log.events.count < 3, !Task.isCancelled {
          executor.runAll()
          await Task.yield()
        }
      }
      #expect(log.events == ["worker", "worker", "worker"])
      #expect(issues.map(\.isFailure) == [false], "\(issues)")
      let text = """
        The test continued although an executor has not run its tasks
        Waiting for 100 milliseconds: unnamed task 1
        """
      #expect(issues.first?.comments.first?.rawValue.hasPrefix(text) == true, "\(issues)")
    }

    @Test("When the test sleeps before it tells it to then time passes", arguments: Manual.allCases)
    func whenTestSleepsBefore_thenTimePasses(manual: Manual) async throws {
      let (log, executor) = (EventLog(), ManualExecutor(manual))
      let issues = await recordedIssues {
        executor.start { log.add("worker") }
        for hour in 1...3 {
          try? await Task.sleep(for: .seconds(3600))  // sleep-is-the-subject
          log.add("\(hour)")
        }
        while log.events.count < 4, !Task.isCancelled {
          executor.runAll()
          await Task.yield()
        }
      }
      #expect(log.events == ["1", "2", "3", "worker"])
      #expect(issues.map(\.isFailure) == [false], "\(issues)")
    }

    @Test("When work that the test has started goes on too then time passes", .enabled(if: Runtime.seesStartedWork))
    func whenStartedWorkGoesOn_thenTimePasses() async throws {
      let (executor, end) = (ManualExecutor(.serial), DispatchSemaphore(value: 0))
      let issues = await recordedIssues {
        DispatchQueue.global().async { end.wait() }
        executor.start {}
        try? await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
        end.signal()
      }
      #expect(issues.map(\.isFailure) == [false], "\(issues)")
    }

    @Test("When nobody tells it to then the test fails, with the task that is ready", arguments: Manual.allCases)
    func whenNobodyRunsTheExecutor_thenTheTestFails(manual: Manual) async throws {
      let executor = ManualExecutor(manual)
      let issues = await recordedIssues {
        executor.start {}
        // Ends when the test is cancelled.
        for await _ in AsyncStream<Never>.makeStream().stream {}
      }
      #expect(issues.map(\.isFailure) == [true], "\(issues)")
      let text = try #require(issues.first?.comments.first?.rawValue)
      #expect(text.hasPrefix("No task in this test can make progress\n"))
      #expect(text.contains("\nSuspended: test body"))
      #expect(text.contains("\nReady, but not run by an executor: unnamed task 1"), "\(text)")
    }

    @Test("When orders are explored then only the first run waits for it")
    func whenOrdersAreExplored_thenOnlyFirstRunWaits() async throws {
      let waits = Locked<[Bool]>([])
      let outcome = try await explore(.interleavings(4, outside: .milliseconds(100))) {
        waits.withLock { $0.append(Schedule.current?.awaitsQueued == true) }
        let (executor, isDone) = (ManualExecutor(.serial), Locked(false))
        executor.start { isDone.withLock { $0 = true } }
        let other = Task { await Task.yield() }
        while !isDone.withLock({ $0 }), !Task.isCancelled {
          executor.runAll()
          await Task.yield()
        }
        await other.value
      }
      #expect(outcome.issues.isEmpty)
      #expect(outcome.harmless.filter { $0.contains("an executor has not run its tasks") }.count == 1)
      #expect(waits.withLock { $0 } == [true, false, false, false])
    }

    @Test("When an executor runs a task for long then the test waits for it")
    func whenTaskRunsForLong_thenTheTestWaits() async throws {
      let issues = await recordedIssues {
        await QueueActor().block { usleep(500_000) }  // sleep-is-the-subject
      }
      #expect(issues.isEmpty)
    }

    @Test("When an executor runs a task without end then the test fails, with the task that blocks a thread")
    func whenTaskNeverSuspends_thenTheTestFails() async throws {
      let isCancelled = Locked(false)
      let issues = await recordedIssues(longLimit: .milliseconds(300)) {
        await withTaskCancellationHandler {
          await QueueActor().block {
            while !isCancelled.withLock({ $0 }) { usleep(1000) }  // sleep-is-the-subject
          }
        } onCancel: {
          isCancelled.withLock { $0 = true }
        }
      }
      #expect(issues.map(\.isFailure) == [true], "\(issues)")
      let text = try #require(issues.first?.comments.first?.rawValue)
      #expect(text.contains("\nBlocking a thread: test body"), "\(text)")
    }

    private func recordedIssues(
      longLimit: Duration? = nil,
      _ body: @escaping @Sendable () async -> Void
    ) async -> [Issue] {
      await capturingIssues {
        var run = DeterministicRun(outsideLimit: .milliseconds(100))
        if let longLimit { run.longBlockingLimit = longLimit }
        _ = try? await run.perform(sourceLocation: #_sourceLocation) { await body() }
      }
    }
  }

  /// How a task comes to an executor that runs its tasks when it is told to.
  enum Manual: CaseIterable {
    case serial, preferred
  }

  final class ManualExecutor: SerialExecutor, TaskExecutor {
    private let manual: Manual
    private let jobs = Locked<[UnownedJob]>([])

    init(_ manual: Manual) { self.manual = manual }

    func start(_ times: Int = 1, _ body: @escaping @Sendable () -> Void) {
      switch manual {
      case .serial:
        Task {
          let actor = ManualActor(self)
          for _ in 0..<times { await actor.run(body) }
        }
      case .preferred:
        Task(executorPreference: self) {
          for _ in 0..<times {
            body()
            await Task.yield()
          }
        }
      }
    }

    func enqueue(_ job: UnownedJob) { jobs.withLock { $0.append(job) } }

    func runAll() {
      let ready = jobs.withLock { jobs in
        defer { jobs = [] }
        return jobs
      }
      for job in ready {
        switch manual {
        case .serial: job.runSynchronously(on: asUnownedSerialExecutor())
        case .preferred: job.runSynchronously(on: asUnownedTaskExecutor())
        }
      }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
  }

  private actor ManualActor {
    private let executor: ManualExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ executor: ManualExecutor) { self.executor = executor }

    func run(_ body: @Sendable () -> Void) { body() }
  }

#endif
