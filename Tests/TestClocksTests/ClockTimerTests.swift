import DeterministicScheduling
import TestClocks
import Testing
import TestingSupportCore

@Suite("Timers on a clock", .deterministic)
struct ClockTimerTests {
  @Test("tick at each interval, on any clock")
  func whenClockMoves_thenTimerTicksOnTheGrid() async {
    let (clock, log) = (TestClock(), EventLog<String>())
    let task = Task {
      for await instant in clock.timer(interval: .seconds(1)) { log.add("\(instant)") }
      log.add("ended")
    }
    await clock.advance(by: .milliseconds(999))
    #expect(log.events.isEmpty)
    await clock.advance(by: .milliseconds(1))
    #expect(log.events == ["1 second"])
    await clock.advance(by: .milliseconds(2500))
    #expect(log.events == ["1 second", "2 seconds", "3 seconds"])
    task.cancel()
    await task.value
    #expect(log.events.last == "ended")
    #expect(clock.sleeperCount == 0)
  }

  @Test("do not drift when the body takes time")
  func whenBodyTakesTime_thenTicksStayOnTheGrid() async {
    let (clock, log) = (TestClock(), EventLog<Duration>())
    let task = Task {
      for await instant in clock.timer(interval: .seconds(1)) {
        log.add(instant.offset)
        try await clock.sleep(for: .milliseconds(700))
      }
    }
    await clock.advance(by: .seconds(5))
    #expect(log.events == (1...5).map { .seconds($0) })
    task.cancel()
  }

  @Test("give one tick in place of all that were missed, then the next on the grid")
  func whenBodyMissesTicks_thenTheyAreCoalesced() async {
    let (clock, log) = (TestClock(), EventLog<Duration>())
    let task = Task {
      for await instant in clock.timer(interval: .seconds(1)) {
        log.add(instant.offset)
        if instant.offset == .seconds(1) { try await clock.sleep(for: .milliseconds(3500)) }
      }
    }
    await clock.advance(by: .seconds(6))
    #expect(log.events == [.seconds(1), .milliseconds(4500), .seconds(5), .seconds(6)])
    task.cancel()
  }

  @Test("give one tick where they wake late, then the next on the grid")
  func whenTimerWakesLate_thenTicksOnce() async {
    let (clock, log) = (TestClock(), EventLog<Duration>())
    let task = Task {
      for await instant in clock.timer(interval: .seconds(1)) { log.add(instant.offset) }
    }
    await clock.waitForSleepers()
    clock.jump(by: .milliseconds(3500))
    await clock.waitForSleepers()
    #expect(log.events == [.milliseconds(3500)])
    #expect(clock.deadlines.map(\.offset) == [.seconds(4)])
    clock.jump(by: .milliseconds(500))
    await clock.waitForSleepers()
    #expect(log.events == [.milliseconds(3500), .seconds(4)])
    clock.jump(to: .init(offset: .seconds(7)))
    await clock.waitForSleepers()
    #expect(log.events == [.milliseconds(3500), .seconds(4), .seconds(7)])
    #expect(clock.deadlines.map(\.offset) == [.seconds(8)])
    task.cancel()
  }

  @Test("count a tick that is due just now once")
  func whenBodyEndsOnTheGrid_thenTicksOnce() async {
    let (clock, log) = (TestClock(), EventLog<Duration>())
    let task = Task {
      for await instant in clock.timer(interval: .seconds(1)) {
        log.add(instant.offset)
        if instant.offset == .seconds(1) { try await clock.sleep(for: .seconds(2)) }
      }
    }
    await clock.advance(by: .seconds(5))
    #expect(log.events == [.seconds(1), .seconds(3), .seconds(4), .seconds(5)])
    task.cancel()
  }

  @Test("count from their own first tick")
  func whenTwoLoopsIterate_thenEachHasItsOwnGrid() async {
    let (clock, log) = (TestClock(), EventLog<String>())
    let timer = clock.timer(interval: .seconds(10))
    let tasks = [0, 3].map { start in
      Task {
        try await clock.sleep(for: .seconds(start))
        for await instant in timer { log.add("\(start): \(instant)") }
      }
    }
    await clock.advance(by: .seconds(25))
    #expect(log.events == ["0: 10 seconds", "3: 13 seconds", "0: 20 seconds", "3: 23 seconds"])
    for task in tasks { task.cancel() }
  }

  @Test("end at once in a cancelled task, and stay ended")
  func whenTaskIsCancelled_thenEndsForGood() async {
    let clock = ImmediateClock()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      var iterator = clock.timer(interval: .seconds(1)).makeAsyncIterator()
      return (await iterator.next(), await iterator.next())
    }
    let ticks = await task.value
    #expect(ticks.0 == nil)
    #expect(ticks.1 == nil)
    #expect(clock.sleeps.isEmpty)
  }

  @Test("fail and are empty without an interval", arguments: [Duration.zero, .seconds(-2)])
  func whenIntervalIsNotPositive_thenFailsAndIsEmpty(interval: Duration) async {
    let clock = TestClock()
    let here = SourceLocation.here
    let issues = await capturingIssues {
      for await _ in clock.timer(interval: interval, sourceLocation: here) { Issue.record("It ticked") }
      for await _ in AnyClock(clock).timer(interval: interval, sourceLocation: here) { Issue.record("It ticked") }
    }
    let text =
      "The timer interval must be greater than zero, not \(interval.messageText)\nThe timer finished immediately."
    #expect(issues.map { $0.comments.map(\.rawValue) } == [[text], [text]])
    #expect(issues.map(\.sourceLocation) == [here, here])
  }

  @Test("skip more missed ticks than can be counted")
  func whenMissedTicksAreBeyondCounting_thenTicksOn() async {
    let clock = TestClock()
    var iterator = clock.timer(interval: .nanoseconds(1)).makeAsyncIterator()
    async let advance: Void = clock.advance(by: .nanoseconds(1))
    #expect(await iterator.next()?.offset == .nanoseconds(1))
    await advance
    await clock.advance(by: .seconds(1_000_000_000_000))
    #expect(await iterator.next()?.offset == .seconds(1_000_000_000_000) + .nanoseconds(1))
  }

  @Test("pass their tolerance on to the clock")
  func whenToleranceIsGiven_thenClockHasIt() async {
    let clock = ToleranceClock()
    for await _ in clock.timer(interval: .seconds(1), tolerance: .milliseconds(100)) { break }
    #expect(clock.tolerances.events == [.milliseconds(100)])
  }
}

/// Notes the tolerance that it was asked to sleep with.
private struct ToleranceClock: Clock {
  let base = ImmediateClock()
  let tolerances = EventLog<Duration?>()

  var now: ImmediateClock<Duration>.Instant { base.now }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    tolerances.add(tolerance)
    try await base.sleep(until: deadline)
  }
}
