import DeterministicScheduling
import Testing
import TestingSupportCore

@testable import TestClocks

@Suite("Jumping with a test clock")
struct TestClockJumpTests {
  @Test("When the clock jumps then the time is the new one, and nothing else has run", .scheduledOnly, .deterministic)
  func whenClockJumps_thenNothingElseHasRun() async {
    let clock = TestClock()
    let log = EventLog<String>()
    let task = Task { log.add("runs at \(clock.now.offset)") }
    clock.jump(by: .seconds(3))
    #expect(log.events == [])
    #expect(clock.now == .init(offset: .seconds(3)))
    await task.value
    #expect(log.events == ["runs at 3.0 seconds"])
  }

  @Test("When the clock jumps then all who are due wake in order, at the new time", .scheduledOnly, .deterministic)
  func whenClockJumps_thenDueSleepersWake() async throws {
    let clock = TestClock()
    let log = EventLog<String>()
    let tasks = [3, 1, 2, 5].map { seconds in
      Task {
        try await clock.sleep(for: .seconds(seconds))
        log.add("\(seconds) at \(clock.now)")
      }
    }
    await clock.waitForSleepers(4)
    clock.jump(by: .seconds(4))
    for task in tasks.prefix(3) { try await task.value }
    #expect(log.events == ["1 at 4 seconds", "2 at 4 seconds", "3 at 4 seconds"])
    #expect(clock.sleeperCount == 1)
    clock.jump(to: .init(offset: .seconds(5)))
    for task in tasks { try await task.value }
    #expect(log.events.last == "5 at 5 seconds")
  }

  @Test("When the deadline has passed before a task sleeps then it does not suspend", .deterministic)
  func whenDeadlineHasPassed_thenTaskDoesNotSuspend() async throws {
    let clock = TestClock()
    let deadline = clock.now.advanced(by: .seconds(1))
    let task = Task { try await clock.sleep(until: deadline) }
    clock.jump(by: .seconds(1))
    try await task.value
    #expect(clock.sleeperCount == 0)
  }

  @Test("When the clock jumps by nothing then those who are due now wake")
  func whenClockJumpsByNothing_thenNothingChanges() {
    let clock = TestClock(now: .init(offset: .seconds(1)))
    clock.jump(by: .zero)
    clock.jump(to: clock.now)
    #expect(clock.now.offset == .seconds(1))
  }

  @Test("When the clock would jump backward then an issue is recorded and nothing changes")
  func whenClockWouldJumpBackward_thenIssueIsRecorded() async {
    let clock = TestClock(now: .init(offset: .seconds(5)))
    let line = #line + 2
    let issues = await capturingIssues {
      clock.jump(by: .seconds(-1))
      clock.jump(to: .init(offset: .seconds(4)))
    }
    #expect(
      issues.map { $0.comments.map(\.rawValue) } == [
        ["A test clock cannot move backward\n`jump(by: -1 seconds)` was ignored."],
        ["A test clock cannot move backward\nThe time is 5 seconds; `jump(to: 4 seconds)` was ignored."],
      ]
    )
    #expect(issues.map(\.sourceLocation?.line) == [line, line + 1])
    #expect(clock.now.offset == .seconds(5))
  }

  @Test("When the clock jumps during an advance then the time never goes back", .deterministic)
  func whenClockJumpsDuringAdvance_thenTimeNeverGoesBack() async {
    let clock = TestClock()
    let task = Task {
      try await clock.sleep(for: .seconds(1))
      clock.jump(by: .seconds(10))
    }
    await clock.advance(by: .seconds(2))
    #expect(clock.now.offset == .seconds(11))
    _ = await task.result
  }

  @Test("When the clock jumps in an ordinary test then a sleeper wakes")
  func whenClockJumpsInOrdinaryTest_thenSleeperWakes() async throws {
    let clock = TestClock()
    let task = Task { try await clock.sleep(for: .seconds(1)) }
    await clock.waitForSleepers()
    clock.jump(by: .seconds(1))
    try await task.value
  }
}
