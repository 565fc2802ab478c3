import Testing
import TestingSupportCore

@testable import TestClocks

@Suite("The state of a test clock")
struct TestClockStateModelTests {
  @Test("agrees with a plain list of sleepers on every random program", arguments: 0..<4)
  func whenRunningRandomPrograms_thenAgreesWithPlainList(part: Int) {
    for number in 0..<ModelPrograms.count(inDebug: 500) {
      let program = ClockProgram(seed: UInt64(part) << 32 | UInt64(number))
      let expected = ClockProgramRun(program, on: NaivePlace()).events
      let actual = ClockProgramRun(program, on: StatePlace()).events
      guard actual == expected else {
        Issue.record("They part in part \(part), program \(number): \(actual), expected \(expected)")
        return
      }
    }
  }

  @Test("counts woken and cancelled sleepers until they run")
  func whenSleepersWake_thenCountsThemUntilTheyRun() {
    var state = TestClockState<TestClock<Duration>.Instant, Int>(now: .init())
    var tickets = (1...3).map { state.lay($0, untilSecond: $0) }
    _ = state.wakeNext()
    _ = state.cancelSleep(tickets.removeLast())
    let cancelled = state.cancelAll()
    #expect(cancelled == [2])
    #expect(state.waking == 3)
    state.didResume()
    #expect(state.waking == 2)
    #expect(state.sleeperCount == 0)
  }

  @Test("takes every use for activity, so that quiet can be reported", arguments: ClockUse.allCases)
  func whenUsed_thenCountsActivity(use: ClockUse) {
    var state = TestClockState<TestClock<Duration>.Instant, Int>(now: .init())
    let ticket = state.lay(1, untilSecond: 1)
    let other = state.reserveSleep(until: .init(offset: .seconds(2)))
    let before = state.activity
    switch use {
    case .readNow: _ = state.readNow()
    case .announce: _ = state.reserveSleep(until: .init(offset: .seconds(1)))
    case .announceDue: _ = state.reserveSleep(until: .init())
    case .registerSleep: if let other { _ = state.registerSleep(2, until: .init(offset: .seconds(2)), with: other) }
    case .cancel: _ = state.cancelSleep(ticket)
    case .cancelAll: _ = state.cancelAll()
    case .wake: _ = state.wakeNext()
    case .run: state.didResume()
    }
    #expect(state.activity > before)
  }

  @Test("a deadline that comes between announcement and registration is due")
  func whenTimeMovesBeforeRegistration_thenSleepIsDue() throws {
    var state = TestClockState<TestClock<Duration>.Instant, Int>(now: .init())
    let deadline = TestClock<Duration>.Instant(offset: .seconds(1))
    let announced = state.reserveSleep(until: deadline)
    let ticket = try #require(announced)
    state.move(to: deadline)
    let falling = state.registerSleep(1, until: deadline, with: ticket)
    guard case .due = falling else {
      Issue.record("Expected it to be due, but it is \(falling)")
      return
    }
    #expect(state.sleeperCount == 0)
  }

  @Test("tells each watcher once, when enough sleep")
  func whenEnoughSleep_thenTellsWatchersOnce() {
    var state = TestClockState<TestClock<Duration>.Instant, Int>(now: .init())
    let isEnough = [1, 2].map { state.watch(for: $0, Waiter()) }
    _ = state.lay(1, untilSecond: 1)
    let countAfterFirst = state.watcherCount
    _ = state.lay(2, untilSecond: 1)
    let isEnoughNow = state.watch(for: 2, Waiter())
    #expect(isEnough == [false, false])
    #expect(countAfterFirst == 1)
    #expect(state.watcherCount == 0)
    #expect(isEnoughNow)
  }

  enum ClockUse: CaseIterable, Sendable {
    case readNow, announce, announceDue, registerSleep, cancel, cancelAll, wake, run
  }
}

extension TestClockState where Instant == TestClock<Duration>.Instant {
  fileprivate mutating func lay(_ sleeper: Sleeper, untilSecond second: Int) -> Ticket {
    let deadline = Instant(offset: .seconds(second))
    guard let ticket = reserveSleep(until: deadline) else { fatalError("The deadline has come already") }
    _ = registerSleep(sleeper, until: deadline, with: ticket)
    return ticket
  }
}

private struct StatePlace: SleeperPlace {
  private var state = TestClockState<TestClock<Duration>.Instant, Int>(now: .init())
  private var tickets: [Int: SleeperQueue<TestClock<Duration>.Instant, Int>.Ticket] = [:]

  var now: Int { Int(state.now.offset.components.seconds) }
  var count: Int { state.sleeperCount }

  mutating func lay(_ id: Int, until deadline: Int) {
    tickets[id] = state.lay(id, untilSecond: deadline)
  }

  mutating func remove(_ id: Int) -> Bool {
    tickets[id].flatMap { state.cancelSleep($0) } != nil
  }

  mutating func wakeNext(until limit: Int?) -> Int? {
    let limit = limit.map { TestClock<Duration>.Instant(offset: .seconds($0)) }
    guard state.hasSleeper(before: limit.map { .instant($0) } ?? .noSleeper) else {
      if let limit { state.move(to: limit) }
      return nil
    }
    return state.wakeNext()
  }
}
