// conventions:ignore-file count-only - that so many were recorded is what is asked

import DeterministicScheduling
import TestAssertions
import TestClocks
import TestDoubles
import Testing
import TestingSupportCore

@testable import StreamExpectations

@Suite("Several helpers at once", .exactOnly)
struct SeveralHelpersTests {
  @Suite("In any order", .interleavings(50))
  struct InAnyOrder {
    @Test("When a clock advances beside an expectation then what the expectation does has begun to sleep")
    func whenClockAdvancesBesideExpectation_thenItsActionSleeps() async {
      let (clock, source) = (TestClock(), StreamSource<Int>())
      async let check: Void = expect(source.makeStream(), delivers: [1]) {
        try? await clock.sleep(for: .seconds(1))
        source.send(1)
      }
      await clock.advance(by: .seconds(1))
      await check
      #expect(clock.sleeperCount == 0)
    }

    @Test("When a woken sleeper settles, expects silence and advances a second clock then they end before the advance")
    func whenWokenSleeperUsesHelpers_thenAdvanceWaitsForThem() async {
      let (first, second, third) = (TestClock(), TestClock(), TestClock())
      let (log, silent) = (EventLog(), StreamSource<Int>())
      for _ in 0..<2 {
        Task {
          try await first.sleep(for: .seconds(1))
          await settle()
          log.add("settled")
          await expectNothing(from: silent.makeStream())
          log.add("silent")
          await second.advance(by: .seconds(3))
          log.add("advanced")
        }
      }
      Task {
        try await second.sleep(for: .seconds(2))
        await third.advance(by: .seconds(1))
        log.add("innermost advanced")
      }
      Task {
        try await third.sleep(for: .seconds(1))
        await settle()
        log.add("innermost settled")
      }
      await first.advance(by: .seconds(1))
      #expect(log.events.filter { $0 == "advanced" }.count == 2)
      let innermost = log.events.filter { $0.hasPrefix("innermost") }
      #expect(innermost == ["innermost settled", "innermost advanced"])
      #expect(log.events.count == 8)
    }

    @Test("When a body expects silence beside an advance then it hears what the advance causes")
    func whenSilenceIsExpectedBesideAdvance_thenItHearsWhatAdvanceCauses() async {
      let (clock, source) = (TestClock(), StreamSource<Int>())
      Task {
        try await clock.sleep(for: .seconds(1))
        source.send(1)
      }
      let issues = await capturingIssues {
        async let advanced: Void = clock.advance(by: .seconds(1))
        await expectNothing(from: source.makeStream())
        await advanced
      }
      #expect(issues.count == 1)
    }

    @Test("When two clocks are advanced at once by tasks of the body then both advances finish")
    func whenTwoClocksAdvanceAtOnce_thenBothFinish() async {
      let (first, second) = (TestClock(), TestClock())
      let log = EventLog()
      for clock in [first, second] {
        Task {
          for round in 1...3 {
            try await clock.sleep(for: .seconds(1))
            log.add("\(round)")
          }
        }
      }
      async let one: Void = first.advance(by: .seconds(3))
      async let other: Void = second.advance(by: .seconds(3))
      _ = await (one, other)
      #expect(log.events.count == 6)
    }

    @Test("When tasks read one source through probes of their own then each gets all")
    @MainActor func whenTasksReadThroughProbes_thenEachGetsAll() async {
      let source = StreamSource<Int>()
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<3 {
          group.addTask {
            await withProbe(of: source.makeStream()) { probe in
              await probe.expectNext(1)
              await probe.expectSilence()
              await probe.expectNext(2)
            }
          }
        }
        await source.waitForSubscribers(3)
        source.send(1)
        await settle()
        await settle()
        source.send(2)
      }
    }
  }

  // Under a sanitizer the thousands of advances before the body's turn take longer than the usual limit.
  @Test(
    "When a task advances a clock without end then the body is still told, and can end it",
    .waitLimit(.seconds(600)),
    .deterministic
  )
  func whenTaskAdvancesWithoutEnd_thenBodyGoesOn() async {
    let clock = TestClock()
    let task = Task {
      while !Task.isCancelled { await clock.advance(by: .seconds(1)) }
    }
    await settle()
    task.cancel()
    await task.value
    #expect(clock.now > .init())
  }
}

private final class EventLog: Sendable {
  private let state = Locked<[String]>([])
  var events: [String] { state.withLock { $0 } }
  func add(_ event: String) { state.withLock { $0.append(event) } }
}
