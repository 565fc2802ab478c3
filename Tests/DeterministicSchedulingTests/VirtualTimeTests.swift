import DeterministicScheduling
import Testing
import TestingSupportCore

@Suite("Virtual time", .exactOnly)
struct VirtualTimeTests {
  @Suite("Sleeping", .deterministic)
  struct Sleeping {
    @Test("When every form of sleep is used then time has passed by as much")
    func whenEveryFormIsUsed_thenTimeHasPassed() async throws {
      try await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
      #expect(VirtualTime.elapsed == .seconds(1))
      try await Task.sleep(nanoseconds: 500_000_000)  // sleep-is-the-subject
      #expect(VirtualTime.elapsed == .milliseconds(1500))
      try await Task.sleep(until: .now + .milliseconds(250), clock: .continuous)  // sleep-is-the-subject
      #expect(VirtualTime.elapsed == .milliseconds(1750))
      try await ContinuousClock().sleep(for: .milliseconds(250))
      #expect(VirtualTime.elapsed == .seconds(2))
      try await SuspendingClock().sleep(until: .now.advanced(by: .seconds(1)), tolerance: .seconds(9))
      #expect(VirtualTime.elapsed == .seconds(3))
      try await Task.sleep(until: .now + .seconds(1), tolerance: nil, clock: .suspending)  // sleep-is-the-subject
      #expect(VirtualTime.elapsed == .seconds(4))
      try await Task.sleep(for: .seconds(-1))  // sleep-is-the-subject
      try await Task.sleep(for: .zero)  // sleep-is-the-subject
      #expect(VirtualTime.elapsed == .seconds(4))
    }

    @Test("When tasks sleep then they wake in order of deadline, then of registration")
    func whenTasksSleep_thenDeadlineDecides() async {
      let log = EventLog()
      await withTaskGroup(of: Void.self) { group in
        for (index, delay) in [30, 10, 20, 10, 30, 0].enumerated() {
          group.addTask {
            try? await Task.sleep(for: .milliseconds(delay))  // sleep-is-the-subject
            log.add("\(delay): \(index)")
          }
        }
      }
      #expect(log.events == ["0: 5", "10: 1", "10: 3", "20: 2", "30: 0", "30: 4"])
      #expect(VirtualTime.elapsed == .milliseconds(30))
    }

    @Test("When code sleeps on any actor or in any kind of task then time is virtual")
    @MainActor
    func whenSleepingAnywhere_thenTimeIsVirtual() async throws {
      let log = EventLog()
      try await Task.sleep(for: .seconds(100))  // sleep-is-the-subject
      log.add("main")
      _ = await CounterActor(log: log).slowly("actor", by: .seconds(100))
      await Task.detached { try? await Task.sleep(for: .seconds(100)) }.value  // sleep-is-the-subject
      async let child: Void = Task.sleep(for: .seconds(100))  // sleep-is-the-subject
      try await child
      await QueueActor().run { try? await Task.sleep(for: .seconds(100)) }  // sleep-is-the-subject
      #expect(VirtualTime.elapsed == .seconds(500))
    }

    @Test("When a sleep is cancelled then it throws at once and time stands still")
    func whenSleepIsCancelled_thenTimeStandsStill() async {
      let sleeper = Task { try await Task.sleep(for: .seconds(60)) }  // sleep-is-the-subject
      await settle()
      sleeper.cancel()
      await #expect(throws: CancellationError.self) { try await sleeper.value }
      try? await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
      #expect(VirtualTime.elapsed == .seconds(1))
      let alreadyCancelled = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await Task.sleep(for: .seconds(60))  // sleep-is-the-subject
      }
      await #expect(throws: CancellationError.self) { try await alreadyCancelled.value }
      #expect(VirtualTime.elapsed == .seconds(1))
    }

    @Test("When a task debounces then only the last of a burst gets through")
    func whenTaskDebounces_thenLastGetsThrough() async throws {
      let log = EventLog()
      var pending: Task<Void, any Error>?
      for keystroke in ["s", "sw", "swift"] {
        pending?.cancel()
        pending = Task {
          try await Task.sleep(for: .milliseconds(300))  // sleep-is-the-subject
          log.add("search \(keystroke)")
        }
        try await Task.sleep(for: .milliseconds(100))  // sleep-is-the-subject
      }
      try await pending?.value
      #expect(log.events == ["search swift"])
      #expect(VirtualTime.elapsed == .milliseconds(500))
    }
  }

  @Suite("Clocks", .deterministic)
  struct Clocks {
    @Test("When a clock measures a sleep then it measures virtual time")
    func whenClockMeasures_thenTimeIsVirtual() async throws {
      let continuous = try await ContinuousClock().measure {
        try await Task.sleep(for: .seconds(86_400))  // sleep-is-the-subject
      }
      let suspending = try await SuspendingClock().measure {
        try await Task.sleep(for: .seconds(86_400))  // sleep-is-the-subject
      }
      #expect(continuous == .seconds(86_400))
      #expect(suspending == .seconds(86_400))
    }

    @Test("When a loop looks at the clock until a deadline then time passes for it")
    func whenLoopLooksAtClock_thenTimePasses() async throws {
      let end = ContinuousClock.now + .seconds(2)
      while ContinuousClock.now < end {}
      let elapsed = try #require(VirtualTime.elapsed)
      #expect(elapsed >= .seconds(2) && elapsed < .milliseconds(2002))
    }

    @Test("When a loop yields until a clock has come to a deadline then time passes for it")
    func whenLoopYieldsUntilDeadline_thenTimePasses() async throws {
      let end = ContinuousClock.now + .seconds(2)
      // conventions:ignore yielding - the order of tasks that yield is the subject
      while ContinuousClock.now < end { await Task.yield() }
      let elapsed = try #require(VirtualTime.elapsed)
      #expect(elapsed >= .seconds(2) && elapsed < .milliseconds(2010))
    }

    @Test("When a loop waits for the elapsed time then time passes for it", arguments: [false, true])
    func whenLoopWaitsForElapsedTime_thenTimePasses(yields: Bool) async throws {
      while try #require(VirtualTime.elapsed) < .seconds(15) {
        // conventions:ignore yielding - the order of tasks that yield is the subject
        if yields { await Task.yield() }
      }
      #expect(try #require(VirtualTime.elapsed) < .seconds(16))
    }

    @Test("When a task polls without sleeping then another's sleep ends at its own deadline")
    @MainActor
    func whenTaskPollsWithoutSleeping_thenSleepEndsAtDeadline() async throws {
      let isDone = Locked(false)
      let polls = Locked(0)
      let poller = Task {
        while !isDone.withLock({ $0 }) {
          try await Task.sleep(for: .zero)  // sleep-is-the-subject
          polls.withLock { $0 += 1 }
        }
      }
      try await Task.sleep(for: .milliseconds(400))  // sleep-is-the-subject
      #expect(VirtualTime.elapsed == .milliseconds(400))
      isDone.withLock { $0 = true }
      try await poller.value
      #expect(polls.withLock { $0 } < 7_000)
    }

    @Test("When a task polls a clock then tasks that tick beside it tick at their times")
    func whenTaskPollsClock_thenTicksAreInTime() async throws {
      let ticks = Locked<[Duration]>([])
      let ticker = Task {
        for _ in 0..<20 {
          try await Task.sleep(for: .milliseconds(10))  // sleep-is-the-subject
          ticks.withLock { $0.append(VirtualTime.elapsed ?? .zero) }
        }
      }
      let end = ContinuousClock.now + .milliseconds(205)
      // conventions:ignore yielding - the order of tasks that yield is the subject
      while ContinuousClock.now < end { await Task.yield() }
      try await ticker.value
      #expect(ticks.withLock { $0 } == (1...20).map { .milliseconds(10 * $0) })
    }

    @Test("When a task does more between two looks at a clock then it reaches its deadline too", .deterministic)
    func whenATaskDoesMoreBetweenLooks_thenItReachesItsDeadline() async throws {
      let clock = ContinuousClock()
      for work in [yieldOften, startTasks] {
        let deadline = clock.now + .seconds(1)
        while clock.now < deadline {
          try Task.checkCancellation()
          await work()
        }
      }
      let elapsed = try #require(VirtualTime.elapsed)
      #expect(elapsed >= .seconds(2) && elapsed < .seconds(3))
    }

    @Test("When tasks work beside one that polls then no time passes for the poll")
    func whenTasksWorkBesidePoll_thenNoTimePasses() async throws {
      let poller = Task {
        // conventions:ignore yielding - the order of tasks that yield is the subject
        while !Task.isCancelled, ContinuousClock.now.duration(to: .now) >= .zero { await Task.yield() }
      }
      // conventions:ignore yielding - the order of tasks that yield is the subject
      for _ in 0..<4_000 { await Task.yield() }
      #expect(VirtualTime.elapsed == .zero)
      poller.cancel()
    }

    @Test(
      "When a task looks at the clock again and again then as much time passes, whatever threads it runs on",
      arguments: [false, true]
    )
    func whenThreadsChange_thenLooksAreCountedOn(changesThread: Bool) async {
      let worker = Task {
        // conventions:ignore yielding - the order of tasks that yield is the subject
        while !Task.isCancelled { await Task.yield() }
      }
      for _ in 0..<6_000 {
        _ = ContinuousClock.now.duration(to: .now)
        // conventions:ignore yielding - the order of tasks that yield is the subject
        if changesThread { await MainActor.run {} } else { await Task.yield() }
      }
      #expect(VirtualTime.elapsed == .microseconds(2))
      worker.cancel()
    }

    @Test("When a test on the main actor yields until a sleeper is done then the sleeper wakes, after fewer yields")
    @MainActor
    func whenTestOnMainActorYieldsForSleeper_thenSleeperWakes() async throws {
      var isDone = false
      Task {
        try await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
        isDone = true
      }
      var yields = 0
      while !isDone {
        // conventions:ignore yielding - the order of tasks that yield is the subject
        await Task.yield()
        yields += 1
      }
      #expect(VirtualTime.elapsed == .seconds(1))
      #expect(yields < 50_000)
    }

    @Test("When a task yields until a sleeper is done then the sleeper wakes")
    func whenTaskYieldsForSleeper_thenSleeperWakes() async throws {
      let isDone = Locked(false)
      Task {
        try await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
        isDone.withLock { $0 = true }
      }
      // conventions:ignore yielding - the order of tasks that yield is the subject
      while !isDone.withLock({ $0 }) { await Task.yield() }
      #expect(VirtualTime.elapsed == .seconds(1))
    }
  }

  @Test("When a test sleeps for a year then that takes no more steps than a second")
  func whenTestSleepsForYear_thenItTakesNoMoreSteps() async throws {
    let second = try await steps(sleepingFor: .seconds(1))
    let year = try await steps(sleepingFor: .seconds(60 * 60 * 24 * 365))
    #expect(year == second)
    #expect(year < 10)
  }

  @Test("When there is no deterministic test then there is no virtual time")
  func whenThereIsNoDeterministicTest_thenThereIsNoVirtualTime() {
    #expect(VirtualTime.elapsed == nil)
  }

  private func steps(sleepingFor duration: Duration, sourceLocation: SourceLocation = #_sourceLocation) async throws
    -> Int
  {
    let log = try await DeterministicRun(isRecording: true).perform(sourceLocation: sourceLocation) {
      try? await Task.sleep(for: duration)  // sleep-is-the-subject
    }
    return try #require(log, sourceLocation: sourceLocation).steps.count
  }
}

@Sendable private func yieldOften() async {
  // conventions:ignore yielding - a loop that yields is the subject
  for _ in 0..<20 { await Task.yield() }
}

@Sendable private func startTasks() async {
  // conventions:ignore yielding - a loop that yields is the subject
  for _ in 0..<20 { await Task.detached(priority: .background) { await Task.yield() }.value }
}
