import DeterministicScheduling
import TestClocks
import Testing
import TestingSupportCore

@Suite("Sleeping on a test clock", .deterministic)
struct TestClockSleepTests {
  @Suite("Waking", .deterministic)
  struct Waking {
    @Test("the time is exactly the deadline of whoever wakes")
    func whenSleeperWakes_thenTimeIsItsDeadline() async {
      let (clock, log) = (TestClock(), EventLog<String>())
      for seconds in [3, 1, 2] {
        Task {
          try await clock.sleep(for: .seconds(seconds))
          log.add("\(seconds) at \(clock.now)")
        }
      }
      await clock.advance(by: .seconds(10))
      #expect(log.events == ["1 at 1 second", "2 at 2 seconds", "3 at 3 seconds"])
      #expect(clock.now.offset == .seconds(10))
    }

    @Test("sleepers of one deadline wake in the order in which they went to sleep", .scheduledOnly)
    func whenDeadlinesAreEqual_thenWakesInOrderOfRegistration() async {
      let (clock, log) = (TestClock(), EventLog<Int>())
      for number in 0..<20 {
        Task {
          try await clock.sleep(for: .seconds(1))
          log.add(number)
        }
      }
      await clock.advance(by: .seconds(1))
      #expect(log.events == Array(0..<20))
    }

    @Test("whoever sleeps again to a deadline on the way wakes within the same advance")
    func whenSleeperSleepsAgain_thenWakesWithinTheAdvance() async {
      let (clock, log) = (TestClock(), EventLog<String>())
      Task {
        for _ in 1...3 {
          try await clock.sleep(for: .milliseconds(400))
          log.add("\(clock.now)")
        }
      }
      await clock.advance(by: .seconds(1))
      #expect(log.events == ["400 milliseconds", "800 milliseconds"])
      #expect(clock.deadlines == [.init(offset: .milliseconds(1200))])
    }

    @Test("what a sleeper sets off has run when the advance returns, across actors and hops", .scheduledOnly)
    func whenSleeperHopsAcrossActors_thenAllHasRunAfterAdvance() async {
      let clock = TestClock()
      let chain = Chain(clock: clock)
      Task { try await chain.run(sleeps: 5) }
      await clock.advance(by: .seconds(4))
      #expect(await chain.times == (1...4).flatMap { Array(repeating: Duration.seconds($0), count: 3) })
      await clock.advance(by: .seconds(1))
      #expect(await chain.times.count == 15)
      #expect(clock.sleeperCount == 0)
    }

    @Test("a sleep that was asked for just before an advance takes part in it", .exactOnly)
    func whenAdvancingRightAfterStart_thenSleepIsRegisteredBefore() async {
      let (clock, log) = (TestClock(), EventLog<String>())
      Task {
        // conventions:ignore yielding - the code under test takes its time
        for _ in 0..<50 { await Task.yield() }
        try await clock.sleep(for: .seconds(1))
        log.add("woke")
      }
      await clock.advance(by: .seconds(1))
      #expect(log.events == ["woke"])
    }

    @Test("nobody wakes one tick too early")
    func whenAdvancingToJustBeforeDeadline_thenNobodyWakes() async {
      let (clock, log) = (TestClock(), EventLog<String>())
      Task {
        try await clock.sleep(for: .seconds(1))
        log.add("woke")
      }
      await clock.advance(by: .seconds(1) - .nanoseconds(1))
      #expect(log.events.isEmpty)
      #expect(clock.sleeperCount == 1)
      await clock.advance(by: .nanoseconds(1))
      #expect(log.events == ["woke"])
    }
  }

  @Suite("Deadlines that have come")
  struct DueDeadlines {
    @Test(
      "a sleep into the past or the present returns at once",
      arguments: [Duration.zero, .seconds(-1), .seconds(-100)]
    )
    func whenDeadlineHasCome_thenReturnsAtOnce(duration: Duration) async throws {
      let clock = TestClock(now: .init(offset: .seconds(10)))
      try await clock.sleep(for: duration)
      try await clock.sleep(until: clock.now.advanced(by: duration), tolerance: .seconds(1))
      #expect(clock.now == .init(offset: .seconds(10)))
      #expect(clock.sleeperCount == 0)
    }

    @Test("a cancelled task does not even get past a deadline that has come")
    func whenCancelledAndDue_thenThrows() async {
      let clock = TestClock()
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await clock.sleep(for: .zero)
      }
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }

  @Suite("The clock as a Clock")
  struct AsClock {
    @Test("measure sees the time that was slept")
    func whenMeasuring_thenSeesVirtualTime() async throws {
      let clock = TestClock()
      let measured = Task { try await clock.measure { try await clock.sleep(for: .seconds(3)) } }
      await clock.advance(by: .seconds(5))
      #expect(try await measured.value == .seconds(3))
    }

    @Test("is what code that knows any Clock<Duration> sleeps on")
    func whenUsedAsAnyClock_thenWakesItsSleepers() async throws {
      let clock = TestClock()
      let any: any Clock<Duration> = clock
      let task = Task { try await any.sleep(for: .seconds(1)) }
      await clock.waitForSleepers()
      await clock.advance(by: .seconds(1))
      try await task.value
    }

    @Test("counts in any kind of duration")
    func whenDurationIsOfAnotherKind_thenWakesItsSleepers() async throws {
      let clock = TestClock<Frames>(now: .init(offset: Frames(count: 5)))
      let task = Task { try await clock.sleep(for: Frames(count: 60)) }
      await clock.advance(by: Frames(count: 59))
      #expect(clock.sleeperCount == 1)
      #expect("\(clock.deadlines)" == "[65 frames]")
      await clock.advance(by: Frames(count: 1))
      try await task.value
      #expect(clock.now.offset == Frames(count: 65))
      #expect(clock.minimumResolution == .zero)
    }

    @Test("its instants are told apart, ordered and described by their distance from the beginning")
    func whenComparingInstants_thenOffsetDecides() {
      let instant = TestClock<Duration>.Instant(offset: .seconds(1))
      #expect(instant < instant.advanced(by: .nanoseconds(1)))
      #expect(instant.duration(to: .init(offset: .seconds(3))) == .seconds(2))
      #expect(Set([instant, instant, .init()]).count == 2)
      #expect("\(instant)" == "1 second")
    }
  }
}

/// Sleeps, and tells three actors each time.
private actor Chain {
  private let clock: any Clock<Duration>
  private let links = [Link(), Link(), Link()]
  private(set) var times: [Duration] = []

  init(clock: TestClock<Duration>) {
    self.clock = clock
  }

  func run(sleeps: Int) async throws {
    var elapsed = Duration.zero
    for _ in 0..<sleeps {
      try await clock.sleep(for: .seconds(1))
      elapsed += .seconds(1)
      for link in links {
        times.append(await link.pass(elapsed))
      }
    }
  }

  private actor Link {
    func pass(_ duration: Duration) async -> Duration {
      // conventions:ignore yielding - the code under test hops
      await Task.yield()
      return duration
    }
  }
}
