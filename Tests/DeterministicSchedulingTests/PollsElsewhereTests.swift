// conventions:ignore-file yielding, sleeping - tests that poll are the subject

import Dispatch
import Testing
import TestingSupportCore

@testable import DeterministicScheduling

// One after the other, since each of them takes a processor for itself.
@Suite("Loops on executors of the user's", .serialized, .exactOnly, .timeLimit(.minutes(15)))
struct PollsElsewhereTests {
  @Test("When a task there polls for what another task does then that has its turn", arguments: Pause.allCases)
  func whenTaskPollsForTask_thenThatHasItsTurn(pause: Pause) async throws {
    try await withDeterministicScheduling {
      let isDone = Locked(false)
      let poll = Task { await Poller().poll(pause) { isDone.withLock(\.self) } }
      for _ in 1...100 { await Task.yield() }
      isDone.withLock { $0 = true }
      await poll.value
      let elapsed = try #require(VirtualTime.elapsed)
      #expect(elapsed < .seconds(10))
    }
  }

  @Test("When a task there polls for what follows sleeps then they end", arguments: Pause.allCases, [nil, 60])
  func whenTaskPollsForSleeper_thenSleepsEnd(pause: Pause, outside: Int?) async throws {
    let limit = outside.map { Duration.seconds($0) }
    try await withDeterministicScheduling(outside: limit) {
      let isDone = Locked(false)
      Task {
        for _ in 1...10 { try await Task.sleep(for: .milliseconds(5)) }  // sleep-is-the-subject
        isDone.withLock { $0 = true }
      }
      await Poller().poll(pause) { isDone.withLock(\.self) }
      let elapsed = try #require(VirtualTime.elapsed)
      #expect(elapsed >= .milliseconds(50))
    }
  }

  @Test("When a task there waits for a time then that comes", arguments: Pause.allCases)
  func whenTaskWaitsForTime_thenItComes(pause: Pause) async throws {
    try await withDeterministicScheduling {
      let deadline = ContinuousClock.now + .seconds(2)
      await Poller().poll(pause) { ContinuousClock.now >= deadline }
      let elapsed = try #require(VirtualTime.elapsed)
      #expect(elapsed >= .seconds(2))
    }
  }

  #if os(Linux)
    @Test(
      "When a task polls on an executor that delays each job then a sleep ends after about its own time",
      arguments: [1, 5, 10],
      [false, true]
    )
    func whenTaskPollsOnSlowExecutor_thenSleepEnds(milliseconds: Int, isSerial: Bool) async throws {
      let turns = Locked(0)
      let issues = await capturingIssues {
        try? await withDeterministicScheduling {
          let isDone = Locked(false)
          Task {
            try await Task.sleep(for: .milliseconds(10))  // sleep-is-the-subject
            isDone.withLock { $0 = true }
          }
          let executor = DelayingExecutor(milliseconds: milliseconds, isSerial: isSerial)
          await Task(executorPreference: executor) {
            while !isDone.withLock(\.self) {
              turns.withLock { $0 += 1 }
              await Task.yield()
            }
          }.value
          #expect(VirtualTime.elapsed == .milliseconds(10))
        }
      }
      #expect(issues.isEmpty, "\(issues)")
      // After five seconds, the test would be told that the executor does not run its tasks.
      #expect(turns.withLock { $0 } * milliseconds < 4_500)
    }

    @Test("When a task polls on a slow executor for one that is ready then that soon has its turn")
    func whenTaskPollsForReadyTask_thenThatSoonHasItsTurn() async throws {
      let (turns, hasBegun) = (Locked(0), DispatchSemaphore(value: 0))
      try await withDeterministicScheduling {
        let isDone = Locked(false)
        let poll = Task(executorPreference: DelayingExecutor(milliseconds: 10)) {
          while !isDone.withLock(\.self) {
            turns.withLock { $0 += 1 }
            hasBegun.signal()
            await Task.yield()
          }
        }
        // The test is paused for the poll before the other task is ready.
        waitBlocking(hasBegun)
        Task { isDone.withLock { $0 = true } }
        await poll.value
      }
      #expect(turns.withLock { $0 } < 450)
    }

    @Test("When a task that prefers such an executor yields on an actor then the schedule is not paused for it")
    func whenTaskYieldsOnActor_thenScheduleIsNotPaused() async throws {
      for _ in 1...300 {
        let issues = await capturingIssues {
          try? await withDeterministicScheduling(seed: 6, outside: .seconds(1)) {
            let counter = Counter()
            await withTaskGroup(of: Void.self) { group in
              group.addTask { await counter.visit() }
              group.addTask {
                await withTaskExecutorPreference(QueueTaskExecutor()) {
                  await counter.visit()
                  await counter.visit()
                }
                await counter.visit()
              }
            }
          }
        }
        try #require(issues.isEmpty, "\(issues)")
      }
    }

    @Test("When a task that prefers such an executor polls then sleeps end too")
    func whenTaskPrefersExecutor_thenSleepsEnd() async throws {
      let issues = await capturingIssues {
        try? await withDeterministicScheduling {
          let isDone = Locked(false)
          Task {
            try await Task.sleep(for: .milliseconds(5))  // sleep-is-the-subject
            isDone.withLock { $0 = true }
          }
          await Task(executorPreference: QueueTaskExecutor()) {
            while !isDone.withLock(\.self) { await Task.yield() }
          }.value
          #expect(VirtualTime.elapsed == .milliseconds(5))
        }
      }
      // A task that has yielded there is not one that blocks.
      #expect(issues.isEmpty, "\(issues)")
    }
  #endif

  @Test("When a task there works turn after turn then no sleep ends before it natively would")
  func whenTaskWorks_thenNoSleepEndsEarly() async throws {
    try await withDeterministicScheduling {
      let isOver = Locked(false)
      let timeout = Task {
        try await Task.sleep(for: .seconds(3600))  // sleep-is-the-subject
        isOver.withLock { $0 = true }
      }
      var turns = 0
      await Poller().poll(.yield) {
        turns += 1
        return turns > 5_000
      }
      #expect(!isOver.withLock { $0 } && VirtualTime.elapsed == .zero)
      timeout.cancel()
    }
  }

  @Test("When a task there polls in vain then the test fails, and does not hang")
  func whenTaskPollsInVain_thenTestFails() async throws {
    let issues = await capturingIssues {
      var run = DeterministicRun(outsideLimit: .milliseconds(20))
      run.wakesWithoutBody = 1_000
      run.endlessLimit = .milliseconds(50)
      do {
        _ = try await run.perform(sourceLocation: #_sourceLocation) {
          await Poller().poll(.yield) { false }
        }
      } catch is AbandonedTest {}
    }
    let text = try #require(issues.first?.comments.first?.rawValue)
    #expect(text.contains("does not end"), "\(text)")
  }

  enum Pause: CaseIterable { case yield, sleep }

  private actor Counter {
    private var count = 0

    func visit() async {
      count += 1
      await Task.yield()
      count += 1
    }
  }

  private actor Poller {
    private nonisolated let executor = QueueExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func poll(_ pause: Pause, until condition: () -> Bool) async {
      while !condition() {
        switch pause {
        case .yield: await Task.yield()
        case .sleep: try? await Task.sleep(for: .zero)  // sleep-is-the-subject
        }
      }
    }
  }
}
