import Testing
import TestingSupportCore

@testable import TestClocks

@Suite("The timeline of a test clock")
struct TimelineModelTests {
  @Test("agrees with a plain list of sleepers on every random program", arguments: 0..<4)
  func whenRunningRandomPrograms_thenAgreesWithPlainList(part: Int) {
    for number in 0..<ModelPrograms.count(inDebug: 500) {
      let program = ClockProgram(seed: UInt64(part) << 32 | UInt64(number))
      let expected = ClockProgramRun(program, on: NaivePlace()).events
      let actual = ClockProgramRun(program, on: TimelinePlace()).events
      guard actual == expected else {
        Issue.record("They part in part \(part), program \(number): \(actual), expected \(expected)")
        return
      }
    }
  }

  @Test("counts woken and cancelled sleepers until they run")
  func whenSleepersWake_thenCountsThemUntilTheyRun() {
    var timeline = Timeline<TestClock<Duration>.Instant, Int>(now: .init())
    var tickets = (1...3).map { timeline.lay($0, untilSecond: $0) }
    _ = timeline.wakeNext()
    _ = timeline.cancelSleep(tickets.removeLast())
    let cancelled = timeline.cancelAll()
    #expect(cancelled == [2])
    #expect(timeline.waking == 3)
    timeline.didWake()
    #expect(timeline.waking == 2)
    #expect(timeline.sleeperCount == 0)
  }

  @Test("takes every use for activity, so that quiet can be told", arguments: ClockUse.allCases)
  func whenUsed_thenCountsActivity(use: ClockUse) {
    var timeline = Timeline<TestClock<Duration>.Instant, Int>(now: .init())
    let ticket = timeline.lay(1, untilSecond: 1)
    let other = timeline.announceSleep(until: .init(offset: .seconds(2)))
    let before = timeline.activity
    switch use {
    case .readNow: _ = timeline.readNow()
    case .announce: _ = timeline.announceSleep(until: .init(offset: .seconds(1)))
    case .announceDue: _ = timeline.announceSleep(until: .init())
    case .fallAsleep: if let other { _ = timeline.fallAsleep(2, until: .init(offset: .seconds(2)), with: other) }
    case .cancel: _ = timeline.cancelSleep(ticket)
    case .cancelAll: _ = timeline.cancelAll()
    case .wake: _ = timeline.wakeNext()
    case .run: timeline.didWake()
    }
    #expect(timeline.activity > before)
  }

  @Test("a deadline that comes between announcement and registration is due")
  func whenTimeMovesBeforeRegistration_thenSleepIsDue() throws {
    var timeline = Timeline<TestClock<Duration>.Instant, Int>(now: .init())
    let deadline = TestClock<Duration>.Instant(offset: .seconds(1))
    let announced = timeline.announceSleep(until: deadline)
    let ticket = try #require(announced)
    timeline.move(to: deadline)
    let falling = timeline.fallAsleep(1, until: deadline, with: ticket)
    guard case .due = falling else {
      Issue.record("Expected it to be due, but it is \(falling)")
      return
    }
    #expect(timeline.sleeperCount == 0)
  }

  @Test("tells each watcher once, when enough sleep")
  func whenEnoughSleep_thenTellsWatchersOnce() {
    var timeline = Timeline<TestClock<Duration>.Instant, Int>(now: .init())
    let isEnough = [1, 2].map { timeline.watch(for: $0, Waiter()) }
    _ = timeline.lay(1, untilSecond: 1)
    let countAfterFirst = timeline.watcherCount
    _ = timeline.lay(2, untilSecond: 1)
    let isEnoughNow = timeline.watch(for: 2, Waiter())
    #expect(isEnough == [false, false])
    #expect(countAfterFirst == 1)
    #expect(timeline.watcherCount == 0)
    #expect(isEnoughNow)
  }

  enum ClockUse: CaseIterable, Sendable {
    case readNow, announce, announceDue, fallAsleep, cancel, cancelAll, wake, run
  }
}

extension Timeline where Instant == TestClock<Duration>.Instant {
  fileprivate mutating func lay(_ sleeper: Sleeper, untilSecond second: Int) -> Ticket {
    let deadline = Instant(offset: .seconds(second))
    guard let ticket = announceSleep(until: deadline) else { fatalError("The deadline has come already") }
    _ = fallAsleep(sleeper, until: deadline, with: ticket)
    return ticket
  }
}

private struct TimelinePlace: SleeperPlace {
  private var timeline = Timeline<TestClock<Duration>.Instant, Int>(now: .init())
  private var tickets: [Int: SleeperQueue<TestClock<Duration>.Instant, Int>.Ticket] = [:]

  var now: Int { Int(timeline.now.offset.components.seconds) }
  var count: Int { timeline.sleeperCount }

  mutating func lay(_ id: Int, until deadline: Int) {
    tickets[id] = timeline.lay(id, untilSecond: deadline)
  }

  mutating func remove(_ id: Int) -> Bool {
    tickets[id].flatMap { timeline.cancelSleep($0) } != nil
  }

  mutating func wakeNext(until limit: Int?) -> Int? {
    let limit = limit.map { TestClock<Duration>.Instant(offset: .seconds($0)) }
    guard timeline.hasSleeper(until: limit) else {
      if let limit { timeline.move(to: limit) }
      return nil
    }
    return timeline.wakeNext()
  }
}
