import DeterministicScheduling
import TestClocks
import Testing

@Suite("How clocks read in a failure")
struct ClockDescriptionTests {
  @Test("When a test clock is described then its time and its sleepers are reported", .deterministic)
  func whenTestClockIsDescribed_thenTimeAndSleepersAreReported() async {
    let clock = TestClock()
    await clock.advance(by: .seconds(3))
    #expect("\(clock)" == "TestClock(now: 3 seconds)")
    let sleeper = Task { try? await clock.sleep(for: .seconds(1)) }
    await clock.waitForSleepers(1)
    #expect("\(clock)" == "TestClock(now: 3 seconds, 1 sleeper)")
    #expect(Mirror(reflecting: clock).children.map(\.label) == ["now", "sleeperCount"])
    sleeper.cancel()
  }

  @Test("When an immediate clock is described then its time and its sleeps are reported")
  func whenImmediateClockIsDescribed_thenTimeAndSleepsAreReported() async throws {
    let clock = ImmediateClock()
    #expect("\(clock)" == "ImmediateClock(now: 0 seconds)")
    try await clock.sleep(for: .seconds(2))
    #expect("\(clock)" == "ImmediateClock(now: 2 seconds, 1 sleep)")
    #expect(Mirror(reflecting: clock).children.map(\.label) == ["now", "sleeps"])
  }
}
