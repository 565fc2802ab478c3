import Dispatch
import TestAssertions
import Testing
import TestingSupportCore

@Suite("A schedule whose time stands still")
struct TimelessScheduleTests {
  @Test("When a span cannot pass in virtual time then it is measured in real time", arguments: [true, false])
  func whenSpanCannotPassInVirtualTime_thenItIsRealTime(isOver: Bool) async {
    let stopwatch = Stopwatch()
    var sut = ObservationPeriod(.milliseconds(20), schedule: TimelessSchedule(isOver: isOver))
    var moments = 0
    repeat { moments += 1 } while await sut.next() == .within
    #expect(stopwatch.elapsed >= .milliseconds(20))
    // Looking without a pause would make a hundred times as many.
    #expect(moments <= 1000)
    #expect(!sut.passed.contains("virtual"))
    sut.end()
  }

  @Test("When a schedule is over then a condition is checked in real time")
  func whenScheduleIsOver_thenConditionIsCheckedInRealTime() async {
    var sut = RecheckSequence(within: .seconds(600), schedule: TimelessSchedule(isOver: true))
    var moments = 0
    while moments < 20, await sut.next() == nil { moments += 1 }
    #expect(moments == 20)
  }

  @Test("When a schedule is over then the limit ends the checks, but not before there were a few")
  func whenScheduleIsOver_thenLimitEndsChecks() async {
    var sut = RecheckSequence(within: .milliseconds(1), schedule: TimelessSchedule(isOver: true))
    var endings: [PollingOutcome?] = []
    repeat { await endings.append(sut.next()) } while endings.last == .some(nil)
    #expect(endings.last == .limitReached(.milliseconds(1)))
    #expect(endings.count > 10)
  }

  @Test("When a schedule is exhausted then there is no further moment")
  func whenScheduleIsExhausted_thenThereIsNoFurtherMoment() async {
    var sut = RecheckSequence(within: nil, schedule: TimelessSchedule(isOver: false))
    var endings: [PollingOutcome?] = []
    repeat { await endings.append(sut.next()) } while endings.last == .some(nil)
    #expect(endings == [nil, .stalled(.zero, beside: "")])
  }

  @Test("When something goes on without end then a span ends, and a condition is checked in real time")
  func whenSomethingGoesOnWithoutEnd_thenSpanEnds() async {
    let schedule = TimelessSchedule(isOver: false, isStalled: false)
    var span = ObservationPeriod(.seconds(600), schedule: schedule)
    #expect(await [span.next(), span.next()] == [.within, .neverIdle])
    span.end()

    var moments = RecheckSequence(within: .milliseconds(1), schedule: schedule)
    var endings: [PollingOutcome?] = []
    repeat { await endings.append(moments.next()) } while endings.last == .some(nil)
    #expect(endings.last == .limitReached(.milliseconds(1)))
  }
}

@Suite("A schedule whose time goes on")
struct TickingScheduleTests {
  @Test("When a test was kept from running for longer than the limit then its moments still come")
  func whenTestWasKeptFromRunning_thenItsMomentsStillCome() async {
    var sut = await WaitLimit.withValue(.zero) { RecheckSequence(within: nil, schedule: TickingSchedule()) }
    var endings: [PollingOutcome?] = []
    repeat { await endings.append(sut.next()) } while endings.last == .some(nil)
    #expect(endings.count >= 1000)
    #expect(endings.last == .limitReached(.zero))
  }
}

/// A schedule in which sleepers wake again and again.
private final class TickingSchedule: TestSchedule {
  private let next = Locked<(@Sendable () -> Void)?>(nil)

  var elapsed: Duration { .zero }
  var seed: UInt64? { nil }

  func whenIdle(_ idleness: Idleness, _ action: @escaping @Sendable () -> Void) -> IdleRequest {
    switch idleness {
    case .settled: next.withLock { $0 = action }
    // As a live schedule does, it tells nobody before they wait; who waits always asks for exhaustion.
    // On another thread: the limit counts only while other tasks run too.
    case .stalled, .stalledWithoutOutside:
      if let action = next.withLock({ $0 }) { DispatchQueue.global().async(execute: action) }
    case .timeHeld: break
    }
    return IdleRequest(id: 1)
  }

  func whenTimePassed(_ action: @escaping @Sendable () -> Void) -> IdleRequest {
    next.withLock { $0 = action }
    return IdleRequest(id: 2)
  }

  func withdraw(_ request: IdleRequest) {}
  func beginWaitingForOutside() {}
  func endWaitingForOutside() {}
}

/// A schedule that never has anything to run, and whose time stands still.
private final class TimelessSchedule: TestSchedule {
  private let isOver: Bool
  private let settled = Locked<(@Sendable () -> Void)?>(nil)

  let isStalled: Bool

  init(isOver: Bool, isStalled: Bool = true) {
    self.isOver = isOver
    self.isStalled = isStalled
  }

  var elapsed: Duration { .zero }
  var seed: UInt64? { nil }

  func whenIdle(_ idleness: Idleness, _ action: @escaping @Sendable () -> Void) -> IdleRequest {
    switch idleness {
    case .settled where !isOver: settled.withLock { $0 = action }
    // As a live schedule does, it tells nobody before they wait; who waits always asks for exhaustion.
    case .settled, .stalled, .stalledWithoutOutside: (takeSettled() ?? action)()
    case .timeHeld: break
    }
    return IdleRequest(id: 1)
  }

  func whenTimePassed(_ action: @escaping @Sendable () -> Void) -> IdleRequest {
    if isOver { action() }
    return IdleRequest(id: 2)
  }

  func withdraw(_ request: IdleRequest) {}
  func beginWaitingForOutside() {}
  func endWaitingForOutside() {}

  private func takeSettled() -> (@Sendable () -> Void)? {
    settled.withLock { settled in
      defer { settled = nil }
      return settled
    }
  }
}
