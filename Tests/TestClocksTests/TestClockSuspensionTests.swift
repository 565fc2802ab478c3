import DeterministicScheduling
import TestClocks
import Testing
import TestingSupportCore

@Suite("Asking who sleeps on a test clock", .deterministic)
struct TestClockSuspensionTests {
  @Test("When a clock is never advanced then the test fails and says who sleeps", .exactOnly)
  func whenClockIsNeverAdvanced_thenSleeperIsTold() async throws {
    let line = #line + 5
    let issues = await capturingIssues {
      try await withDeterministicScheduling(outside: .milliseconds(10)) {
        let unused = TestClock()
        let clock = TestClock()
        try? await clock.sleep(for: .seconds(5))
        #expect(unused.sleeperCount == 0)
      }
    }
    let lines = issues.flatMap { $0.comments.flatMap { $0.rawValue.split(separator: "\n") } }
    #expect(
      lines.dropFirst(3).prefix(2) == [
        "1 sleeper on the test clock at 0 seconds:",
        "- wakes at 5 seconds (in 5 seconds), sleeping since TestClockSuspensionTests.swift:\(line):31",
      ]
    )
  }

  @Suite("checkSuspension()", .deterministic)
  struct CheckSuspension {
    @Test("passes when nobody sleeps, also where a sleep is about to end by cancellation")
    func whenNobodySleeps_thenPasses() async throws {
      let clock = TestClock()
      try await clock.checkSuspension()
      let task = Task { try await clock.sleep(for: .seconds(1)) }
      await clock.waitForSleepers()
      task.cancel()
      try await clock.checkSuspension()
    }

    @Test("throws an error that names every sleeper")
    func whenTasksSleep_thenErrorNamesThem() async throws {
      let clock = TestClock(now: .init(offset: .seconds(3)))
      let line = #line + 1
      let first = makeTask(named: "poll") { try await clock.sleep(for: .seconds(2)) }
      let second = Task { try await clock.sleep(until: .init(offset: .seconds(9))) }
      let error = await #expect(throws: SuspensionError.self) { try await clock.checkSuspension() }
      #expect(
        error?.description == """
          2 tasks are still sleeping on the test clock at 3 seconds
          - wakes at 5 seconds (in 2 seconds), sleeping since TestClockSuspensionTests.swift:\(line):66\(inTask("poll"))
          - wakes at 9 seconds (in 6 seconds)
          """
      )
      #expect(error?.sleepers.map(\.deadline) == ["5 seconds", "9 seconds"])
      #expect(error?.sleepers.map(\.remaining) == ["2 seconds", "6 seconds"])
      #expect(error?.sleepers.map(\.sourceLocation?.line) == [line, nil])
      for task in [first, second] { task.cancel() }
    }

    @Test("throws for a sleeper that is due and was not woken, and records no issue")
    func whenSleeperIsDue_thenThrowsAndRecordsNothing() async {
      let clock = TestClock()
      let tasks = (1...2).map { _ in Task { try await clock.sleep(for: .seconds(1)) } }
      await clock.waitForSleepers(2)
      let stops = await capturingIssues { await clock.run(maximumWakeUps: 1) }
      #expect(stops.first?.comments.first?.rawValue.hasPrefix("`run()` stopped after 1 wake-up\n") == true)
      let issues = await capturingIssues {
        let error = await #expect(throws: SuspensionError.self) { try await clock.checkSuspension() }
        #expect(error?.sleepers.map(\.remaining) == ["0 seconds"])
      }
      #expect(issues.map(\.comments) == [])
      #expect(clock.sleeperCount == 1)
      for task in tasks { task.cancel() }
    }

    @Test("waits for what can still run", .exactOnly)
    func whenSleepIsYetToBegin_thenThrows() async {
      let clock = TestClock()
      let task = Task {
        // conventions:ignore yielding - the code under test takes its time
        for _ in 0..<50 { await Task.yield() }
        try await clock.sleep(for: .seconds(1))
      }
      await #expect(throws: SuspensionError.self) { try await clock.checkSuspension() }
      task.cancel()
    }

    @Test("says the line of the timer that sleeps")
    func whenTimerSleeps_thenErrorNamesItsLine() async {
      let clock = TestClock()
      let line = #line + 2
      let task = Task {
        for await _ in (clock as any Clock<Duration>).timer(interval: .seconds(1)) {}
      }
      let error = await #expect(throws: SuspensionError.self) { try await clock.checkSuspension() }
      #expect(error?.sleepers.map(\.sourceLocation?.line) == [line])
      task.cancel()
    }

    @Test("names twenty and counts the others")
    func whenManySleep_thenTextIsBounded() async {
      let clock = TestClock()
      let tasks = (1...1265).map { seconds in Task { try await clock.sleep(for: .seconds(seconds)) } }
      await clock.waitForSleepers(1265)
      let error = await #expect(throws: SuspensionError.self) { try await clock.checkSuspension() }
      let lines = error?.description.split(separator: "\n") ?? []
      #expect(lines.count == 22)
      #expect(lines.first == "1265 tasks are still sleeping on the test clock at 0 seconds")
      #expect(lines.last == "… and 1245 more")
      for task in tasks { task.cancel() }
    }
  }

  @Suite("waitForSleepers(_:)", .deterministic)
  struct WaitForSleepers {
    @Test("returns as soon as enough are asleep")
    func whenEnoughSleep_thenReturns() async {
      let clock = TestClock()
      let tasks = (1...3).map { seconds in Task { try await clock.sleep(for: .seconds(seconds)) } }
      await clock.waitForSleepers()
      await clock.waitForSleepers(3)
      #expect(clock.deadlines == (1...3).map { .init(offset: .seconds($0)) })
      await clock.waitForSleepers(0)
      for task in tasks { task.cancel() }
    }

    @Test("several can wait for different counts")
    func whenSeveralWait_thenEachReturnsAtItsCount() async {
      let (clock, log) = (TestClock(), EventLog<Int>())
      for count in [3, 1, 2] {
        Task {
          await clock.waitForSleepers(count)
          log.add(count)
        }
      }
      await settle()
      var tasks: [Task<Void, any Error>] = []
      for count in 1...3 {
        tasks.append(Task { try await clock.sleep(for: .seconds(1)) })
        await settle()  // all that is ready is to run, and no more
        #expect(log.events == Array(1...count))
      }
      for task in tasks { task.cancel() }
    }

    @Test("fails at once when nothing can run any more, and names who is asleep", .exactOnly)
    func whenTooFewSleep_thenFails() async {
      let clock = TestClock()
      let task = Task { try await (clock as any Clock<Duration>).sleep(for: .seconds(2)) }
      let here = SourceLocation.here
      let issues = await capturingIssues { await clock.waitForSleepers(2, sourceLocation: here) }
      let text = """
        Expected 2 sleepers on the test clock, but there is 1 at 0 seconds
        - wakes at 2 seconds (in 2 seconds)
        No task in this test can make progress.
        Still waiting: 1 sleeper on the test clock at 0 seconds.
        Pass `within:` to wait for an event outside the test.
        """
      expect(issues, are: text, at: here)
      task.cancel()
    }

    @Test("fails for a negative count")
    func whenCountIsNegative_thenFails() async {
      let clock = TestClock()
      let here = SourceLocation.here
      let issues = await capturingIssues { await clock.waitForSleepers(-2, sourceLocation: here) }
      expect(issues, are: "`waitForSleepers` requires a count of 0 or more, not -2", at: here)
    }

    @Test("fails when its task is cancelled")
    func whenWaitIsCancelled_thenFails() async {
      let clock = TestClock()
      let here = SourceLocation.here
      let issues = await capturingIssues {
        await withTaskGroup(of: Void.self) { group in
          group.addTask { await clock.waitForSleepers(sourceLocation: here) }
          group.cancelAll()
        }
      }
      let text =
        "Expected 1 sleeper on the test clock, but there is none at 0 seconds\nThe waiting task was cancelled."
      expect(issues, are: text, at: here)
    }
  }
}
