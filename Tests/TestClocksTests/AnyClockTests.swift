import TestClocks
import Testing
import TestingSupportCore

@Suite("A clock with its type erased")
struct AnyClockTests {
  @Test("sleeps on the clock that it wraps", .timeLimit(.minutes(15)))
  func whenSleeping_thenWrappedClockSleeps() async throws {
    let base = TestClock(now: .init(offset: .seconds(1)))
    let clock = AnyClock(base)
    let task = Task { try await clock.sleep(for: .seconds(2), tolerance: .seconds(1)) }
    await base.waitForSleepers()
    #expect(base.deadlines == [.init(offset: .seconds(3))])
    await base.advance(by: .seconds(2))
    try await task.value
    #expect(clock.now == AnyClock(base).now)
    #expect(clock.minimumResolution == .zero)
  }

  @Test("wraps the clocks of the language too")
  func whenWrappingContinuousClock_thenTellsItsTime() async throws {
    let clock = AnyClock(ContinuousClock())
    let before = clock.now
    try await clock.sleep(until: before)
    #expect(before <= clock.now)
    #expect(clock.minimumResolution == ContinuousClock().minimumResolution)
  }

  @Test("is not wrapped once more")
  func whenWrappingErasedClock_thenInstantsStayTheSame() {
    let base = TestClock()
    #expect(AnyClock(AnyClock(base)).now == AnyClock(base).now)
  }

  @Test("its instants are those of the wrapped clock")
  func whenComparingInstants_thenWrappedOnesDecide() {
    let instant = AnyClock(TestClock()).now
    let later = instant.advanced(by: .seconds(2))
    #expect(instant < later)
    #expect(instant.duration(to: later) == .seconds(2))
    #expect(Set([instant, instant, later]).count == 2)
    #expect("\(later)" == "2 seconds")
  }

  @Suite("Instants of different types of clocks")
  struct Mismatches {
    @Test("are not equal")
    func whenComparingForEquality_thenTheyDiffer() {
      #expect(AnyClock(TestClock()).now != AnyClock(ContinuousClock()).now)
    }

    @Test("have no distance, which fails the test")
    func whenMeasuringDistance_thenFails() async {
      let (one, other) = (AnyClock(TestClock()).now, AnyClock(ContinuousClock()).now)
      let issues = await capturingIssues { #expect(one.duration(to: other) == .zero) }
      expectMismatch(issues)
    }

    @Test("have no order, which fails the test")
    func whenOrdering_thenFails() async {
      let (one, other) = (AnyClock(TestClock()).now, AnyClock(ContinuousClock()).now)
      let issues = await capturingIssues {
        let isLess = one < other
        #expect(!isLess)
      }
      expectMismatch(issues)
    }

    @Test("end a sleep at once, which fails the test")
    func whenSleepingUntil_thenFailsAndReturns() async {
      let (clock, other) = (AnyClock(TestClock()), AnyClock(ContinuousClock()))
      let issues = await capturingIssues { try await clock.sleep(until: other.now) }
      expectMismatch(issues)
    }

    private func expectMismatch(_ issues: [Issue], sourceLocation: SourceLocation = #_sourceLocation) {
      #expect(issues.count == 1, sourceLocation: sourceLocation)
      let text = issues.first?.comments.first?.rawValue ?? ""
      #expect(text.hasPrefix("Two instants belong to different clocks\n"), sourceLocation: sourceLocation)
      #expect(text.contains(" is a \(TestClock<Duration>.Instant.self)"), sourceLocation: sourceLocation)
      #expect(text.hasSuffix("\nUse the same clock for both."), sourceLocation: sourceLocation)
      #expect(issues.first?.sourceLocation?.fileName == "AnyClockInstant.swift", sourceLocation: sourceLocation)
    }
  }
}
