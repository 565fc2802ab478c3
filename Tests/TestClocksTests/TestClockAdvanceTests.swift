import DeterministicScheduling
import Testing
import TestingSupportCore

@testable import TestClocks

@Suite("Advancing a test clock", .deterministic)
struct TestClockAdvanceTests {
  @Suite("Misuse", .deterministic)
  struct Misuse {
    @Test("a negative duration changes nothing and fails at the caller's line")
    func whenAdvancingByNegativeDuration_thenFailsAndChangesNothing() async {
      let clock = TestClock(now: .init(offset: .seconds(5)))
      let here = SourceLocation.here
      let issues = await capturingIssues {
        await clock.advance(by: .seconds(-1), sourceLocation: here)
      }
      expect(issues, are: "A test clock cannot move backward\n`advance(by: -1 seconds)` was ignored.", at: here)
      #expect(clock.now == .init(offset: .seconds(5)))
    }

    @Test("an instant in the past changes nothing and fails at the caller's line")
    func whenAdvancingToThePast_thenFailsAndChangesNothing() async {
      let clock = TestClock(now: .init(offset: .seconds(5)))
      let here = SourceLocation.here
      let issues = await capturingIssues {
        await clock.advance(to: .init(offset: .seconds(4)), sourceLocation: here)
      }
      let text = "A test clock cannot move backward\nThe time is 5 seconds; `advance(to: 4 seconds)` was ignored."
      expect(issues, are: text, at: here)
      #expect(clock.now == .init(offset: .seconds(5)))
    }

    @Test("the line of a failure is that of the call")
    func whenCallFails_thenLineIsThatOfTheCall() async {
      let clock = TestClock()
      let issues = await capturingIssues {
        await clock.advance(by: .seconds(-1)); await clock.run(maximumWakeUps: -1)
        await clock.waitForSleepers(-1)
      }
      let line = #line - 3
      #expect(issues.map(\.sourceLocation?.line) == [line, line, line + 1])
      #expect(issues.allSatisfy { $0.sourceLocation?.fileID == #fileID })
    }

    @Test("an advance that wakes sleepers for longer than a minute of real time gives up", .exactOnly)
    func whenAdvanceNeverComesToItsEnd_thenFails() async {
      let clock = TestClock()
      let task = Task { while true { try await clock.sleep(for: .nanoseconds(1)) } }
      let here = SourceLocation.here
      let issues = await capturingIssues {
        await WaitLimit.withValue(.milliseconds(1)) {
          await clock.advance(by: .seconds(3600), sourceLocation: here)
        }
      }
      task.cancel()
      #expect(issues.count == 1)
      #expect(issues.first?.sourceLocation == here)
      let text = issues.first?.comments.first?.rawValue ?? ""
      #expect(text.hasPrefix("`advance(by: 3600 seconds)` stopped after 6 milliseconds of real time and "))
      #expect(text.contains(" wake-ups\n1 task is still sleeping on the test clock at "))
      #expect(text.hasSuffix("Cancel the repeating task before you advance the clock, or advance it by less."))
    }
  }

  @Suite("The time", .deterministic)
  struct Time {
    @Test("an advance of zero lets everything run and leaves the time")
    func whenAdvancingByZero_thenEverythingRuns() async {
      let (clock, log) = (TestClock(), EventLog<String>())
      Task {
        log.add("started")
        try await clock.sleep(for: .seconds(1))
        log.add("woke")
      }
      await clock.advance()
      #expect(log.events == ["started"])
      #expect(clock.now.offset == .zero)
      #expect(clock.sleeperCount == 1)
    }

    @Test("an advance to where the clock stands lets everything run")
    func whenAdvancingToNow_thenEverythingRuns() async {
      let (clock, log) = (TestClock(), EventLog<String>())
      Task { log.add("started") }
      await clock.advance(to: clock.now)
      #expect(log.events == ["started"])
    }

    @Test("an advance to an instant wakes whoever sleeps until then")
    func whenAdvancingToInstant_thenWakesUpToIt() async {
      let (clock, log) = (TestClock(), EventLog<String>())
      for seconds in 1...3 {
        Task {
          try await clock.sleep(for: .seconds(seconds))
          log.add("\(seconds)")
        }
      }
      await clock.advance(to: .init(offset: .seconds(2)))
      #expect(log.events == ["1", "2"])
      #expect(clock.now.offset == .seconds(2))
    }

    @Test("a year with a sleep every hour passes at once", .exactOnly)
    func whenAdvancingByYear_thenVisitsEachDeadline() async {
      let (clock, log) = (TestClock(), EventLog<Duration>())
      let task = Task {
        while true {
          try await clock.sleep(for: .seconds(3600))
          log.add(clock.now.offset)
        }
      }
      await clock.advance(by: .seconds(365 * 24 * 3600))
      #expect(log.events == (1...8760).map { .seconds(3600 * $0) })
      task.cancel()
    }

    @Test("virtual time of the test stands still while the clock moves", .exactOnly)
    func whenClockMoves_thenVirtualTimeStandsStill() async {
      let (clock, log) = (TestClock(), EventLog<String>())
      Task {
        try await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
        log.add("slept without a clock")
      }
      await clock.advance(by: .seconds(60))
      #expect(log.events.isEmpty)
    }
  }

  @Suite("Several at once", .deterministic)
  struct SeveralAtOnce {
    @Test("advances of several tasks take turns and add up")
    func whenTwoTasksAdvance_thenTheyTakeTurns() async {
      let (clock, log) = (TestClock(), EventLog<String>())
      for seconds in 1...6 {
        Task {
          try await clock.sleep(for: .seconds(seconds))
          log.add("\(seconds) at \(clock.now)")
        }
      }
      async let first: Void = clock.advance(by: .seconds(2))
      async let second: Void = clock.advance(by: .seconds(3))
      _ = await (first, second)
      #expect(log.events == ["1 at 1 second"] + (2...5).map { "\($0) at \($0) seconds" })
      #expect(clock.now.offset == .seconds(5))
    }

    @Test("advances of many tasks come in the order of their calls", .scheduledOnly)
    func whenManyTasksAdvance_thenTurnsAreInOrderOfCalls() async {
      let (clock, log) = (TestClock(), EventLog<Duration>())
      let tasks = (1...5).map { seconds in
        Task {
          await clock.advance(by: .seconds(seconds))
          log.add(clock.now.offset)
        }
      }
      for task in tasks { await task.value }
      #expect(log.events == [1, 3, 6, 10, 15].map { .seconds($0) })
    }

    @Test("a sleeper that advances the clock itself does so after the advance that woke it")
    func whenSleeperAdvances_thenItsTurnComesAfter() async {
      let (clock, log) = (TestClock(), EventLog<String>())
      let task = Task {
        try await clock.sleep(for: .seconds(1))
        await clock.advance(by: .seconds(10))
        log.add("\(clock.now)")
      }
      await clock.advance(by: .seconds(2))
      #expect(log.events.isEmpty)
      await #expect(throws: Never.self) { try await task.value }
      #expect(log.events == ["12 seconds"])
    }

    @Test("an advance in a cancelled task moves the clock all the same")
    func whenTaskIsCancelled_thenAdvanceStillMoves() async {
      let clock = TestClock()
      let task = Task { await clock.advance(by: .seconds(1)) }
      task.cancel()
      await task.value
      #expect(clock.now.offset == .seconds(1))
    }

    @Test("two clocks move independently")
    func whenTwoClocks_thenEachHasItsOwnTime() async {
      let (one, other, log) = (TestClock(), TestClock(), EventLog<String>())
      for (name, clock) in [("one", one), ("other", other)] {
        Task {
          try await clock.sleep(for: .seconds(1))
          log.add(name)
        }
      }
      await other.advance(by: .seconds(1))
      #expect(log.events == ["other"])
      #expect(one.sleeperCount == 1)
      one.cancelSleepers()
    }
  }

  @Suite("Under other schedules")
  struct UnderOtherSchedules {
    @Test("is exact in every order that a seed decides", .exactOnly, arguments: UInt64(0)..<40)
    func whenSeedDecidesOrder_thenAllHasRunAfterAdvance(seed: UInt64) async throws {
      try await withDeterministicScheduling(seed: seed) {
        let (clock, log) = (TestClock(), EventLog<Duration>())
        for start in 0..<4 {
          Task {
            try await clock.sleep(for: .milliseconds(250 * start))
            while true {
              try await clock.sleep(for: .seconds(1))
              // conventions:ignore yielding - the code under test hops
              await Task.yield()
              log.add(clock.now.offset)
            }
          }
        }
        await clock.advance(by: .seconds(3))
        let expected = (0..<4).flatMap { start in (1...3).map { Duration.milliseconds(1000 * $0 + 250 * start) } }
        #expect(log.events == expected.filter { $0 <= .seconds(3) }.sorted())
        clock.cancelSleepers()
      }
    }

    @Test("where the schedule sees only some jobs, watches the clock as well", .deterministic)
    func whenScheduleSeesSomeJobs_thenWatchesClockToo() async {
      let (clock, log) = (TestClock(), EventLog<Duration>())
      Task {
        for _ in 1...3 {
          try await clock.sleep(for: .seconds(1))
          log.add(clock.now.offset)
        }
      }
      let target = TestClock<Duration>.Instant(offset: .seconds(5))
      let operation = AdvanceOperation(to: .instant(target), limit: .seconds(10))
      let end = await clock.performAdvance(
        operation,
        under: .ordered,
        isolation: nil,
        sourceLocation: #_sourceLocation
      )
      #expect(end == .arrived)
      #expect(log.events == [.seconds(1), .seconds(2), .seconds(3)])
      #expect(clock.now.offset == .seconds(5))
    }
  }

  @Suite("On actors", .deterministic)
  struct OnActors {
    @Test("a view model on the main actor has done all its work when the advance returns")
    @MainActor func whenCodeRunsOnMainActor_thenAllHasRunAfterAdvance() async {
      let clock = TestClock()
      let model = Model()
      model.start(on: clock)
      await clock.advance(by: .seconds(3))
      #expect(model.ticks == 3)
      model.stop()
    }
  }
}

@MainActor
private final class Model {
  private(set) var ticks = 0
  private var task: Task<Void, Never>?

  func start(on clock: any Clock<Duration>) {
    task = Task { [weak self] in
      for await _ in clock.timer(interval: .seconds(1)) { self?.ticks += 1 }
    }
  }

  func stop() {
    task?.cancel()
  }
}
