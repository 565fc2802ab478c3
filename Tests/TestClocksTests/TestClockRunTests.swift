import DeterministicScheduling
import TestClocks
import Testing
import TestingSupportCore

@Suite("Running a test clock until nobody sleeps", .deterministic)
struct TestClockRunTests {
  @Test("visits each deadline, nested sleeps included, and ends at the last", .scheduledOnly)
  func whenSleepsAreNested_thenRunsThroughAll() async {
    let (clock, log) = (TestClock(), EventLog<String>())
    Task {
      try await clock.sleep(for: .seconds(1))
      log.add("outer at \(clock.now)")
      Task {
        try await clock.sleep(for: .seconds(5))
        log.add("inner at \(clock.now)")
      }
      try await clock.sleep(for: .seconds(2))
      log.add("outer again at \(clock.now)")
    }
    await clock.run()
    #expect(log.events == ["outer at 1 second", "outer again at 3 seconds", "inner at 6 seconds"])
    #expect(clock.now.offset == .seconds(6))
    #expect(clock.sleeperCount == 0)
  }

  @Test("returns at once when nobody sleeps")
  func whenNobodySleeps_thenReturns() async {
    let clock = TestClock()
    await clock.run()
    #expect(clock.now.offset == .zero)
  }

  @Test("as many wake-ups as allowed are enough for as many sleepers")
  func whenWakeUpsAreExactlyEnough_thenPasses() async {
    let clock = TestClock()
    for seconds in 1...3 { Task { try await clock.sleep(for: .seconds(seconds)) } }
    await clock.run(maximumWakeUps: 3)
    #expect(clock.sleeperCount == 0)
  }

  @Test("a clock that never empties stops after so many wake-ups and names its sleepers", .exactOnly)
  func whenClockNeverEmpties_thenFailsByCount() async {
    let clock = TestClock()
    let poll = makeTask(named: "poll") {
      while true { try await (clock as any Clock<Duration>).sleep(for: .seconds(5)) }
    }
    defer { poll.cancel() }
    let here = SourceLocation.here
    let issues = await capturingIssues { await clock.run(maximumWakeUps: 1000, sourceLocation: here) }
    let text = """
      `run()` stopped after 1000 wake-ups
      1 task is still sleeping on the test clock at 5000 seconds
      - wakes at 5005 seconds (in 5 seconds)\(inTask("poll"))
      Cancel the repeating task before you run the clock, or call `advance(by:)` instead.
      """
    expect(issues, are: text, at: here)
  }

  @Test(
    "a clock that never empties stops after so much real time",
    .enabled(if: DeterministicSupport.current != .unavailable, "whether a task is about to sleep is not known there")
  )
  func whenClockNeverEmpties_thenFailsByTime() async {
    let clock = TestClock()
    let poll = Task { while true { try await clock.sleep(for: .seconds(5)) } }
    defer { poll.cancel() }
    let here = SourceLocation.here
    let issues = await capturingIssues {
      await clock.run(maximumWakeUps: .max, within: .milliseconds(5), sourceLocation: here)
    }
    #expect(issues.map(\.sourceLocation) == [here])
    let text = issues.first?.comments.first?.rawValue ?? ""
    #expect(text.hasPrefix("`run()` stopped after 5 milliseconds of real time and "))
    #expect(text.contains("sleeping since TestClockRunTests.swift:"))
  }

  @Test("limits that make no sense change nothing and fail")
  func whenLimitsMakeNoSense_thenFails() async {
    let clock = TestClock()
    let sleeper = Task { try await clock.sleep(for: .seconds(5)) }
    await clock.waitForSleepers()
    let here = SourceLocation.here
    let none = await capturingIssues { await TestClock().run(maximumWakeUps: 0) }
    #expect(none.isEmpty)
    let negative = await capturingIssues { await clock.run(maximumWakeUps: -1, sourceLocation: here) }
    expect(
      negative,
      are: "`maximumWakeUps` must not be negative, but is -1\n`run` was ignored.",
      at: here
    )
    let zero = await capturingIssues { await clock.run(within: .zero, sourceLocation: here) }
    expect(zero, are: "`within:` must be greater than zero, not 0 seconds\n`run` was ignored.", at: here)
    #expect(clock.now.offset == .zero)
    sleeper.cancel()
  }
}
