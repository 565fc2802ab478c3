import Testing
import TestingSupportCore

@testable import TestAssertions

@Suite("A span of time")
struct SpanTests {
  @Test("When a schedule has no virtual sleeps then the span is measured in real time")
  func whenScheduleHasNoVirtualSleeps_thenSpanIsRealTime() async {
    let stopwatch = Stopwatch()
    var sut = Span(.milliseconds(20), schedule: TimelessSchedule())
    var moments = 0
    repeat { moments += 1 } while await sut.next() == .within
    #expect(stopwatch.elapsed >= .milliseconds(20))
    #expect(moments <= 100)
    #expect(!sut.passed.contains("virtual"))
    sut.end()
  }
}

/// A schedule that never has anything to run, and whose time stands still.
private final class TimelessSchedule: TestSchedule {
  var elapsed: Duration { .zero }
  var seed: UInt64? { nil }

  func whenIdle(_ idleness: Idleness, _ action: @escaping @Sendable () -> Void) -> IdleRequest {
    action()
    return IdleRequest(id: 1)
  }

  func withdraw(_ request: IdleRequest) {}
  func beginWaitingForOutside() {}
  func endWaitingForOutside() {}
}
