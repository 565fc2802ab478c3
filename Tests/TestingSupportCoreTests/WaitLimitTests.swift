import DeterministicScheduling
import Testing
import TestingSupportCore

@Suite("The limit of waits")
struct WaitLimitTests {
  @Test(
    "When the environment names a limit then only a sensible one counts",
    arguments: [
      ("3", Duration.seconds(3)), ("0.25", .milliseconds(250)),
      (nil, .seconds(10)), ("", .seconds(10)), ("soon", .seconds(10)), ("0", .seconds(10)), ("-1", .seconds(10)),
      ("inf", .seconds(10)), ("nan", .seconds(10)), ("1e300", .seconds(10)),
    ] as [(String?, Duration)]
  )
  func whenEnvironmentNamesLimit_thenSensibleOneCounts(text: String?, limit: Duration) {
    #expect(WaitLimit.parse(text) == limit)
  }

  @Test("When a limit is set for a piece of code then it holds there, in its child tasks, and nowhere else")
  func whenLimitIsSet_thenItHoldsThere() async {
    let outside = WaitLimit.current
    await WaitLimit.withValue(.seconds(1)) {
      #expect(WaitLimit.current == .seconds(1))
      async let child = WaitLimit.current
      #expect(await child == .seconds(1))
      await WaitLimit.withValue(.seconds(2)) { #expect(WaitLimit.current == .seconds(2)) }
      #expect(WaitLimit.current == .seconds(1))
    }
    #expect(WaitLimit.current == outside)
  }

  @Test("When a deterministic test allows more time for the outside then so does a wait for an event", .scheduledOnly)
  func whenTestAllowsMoreTime_thenWaitsDo() async throws {
    let ordinary = WaitLimit.current
    let limits = try await withDeterministicScheduling(outside: ordinary * 2) {
      await WaitLimit.withValue(.seconds(1)) { [WaitLimit.ofEvents] } + [WaitLimit.ofEvents, WaitLimit.current]
    }
    #expect(limits == [.seconds(1), ordinary * 2, ordinary])
    let shorter = try await withDeterministicScheduling(outside: .milliseconds(1)) { WaitLimit.ofEvents }
    #expect(shorter == ordinary)
    #expect(WaitLimit.ofEvents == ordinary)
  }

  @Test("When the code under a limit throws then the error comes out")
  func whenCodeThrows_thenErrorComesOut() async {
    await #expect(throws: CancellationError.self) {
      try await WaitLimit.withValue(.seconds(1)) { throw CancellationError() }
    }
  }
}
