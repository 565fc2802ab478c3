import Testing

@testable import TestingSupportCore

@Suite("Which timeouts are reached")
struct TimeoutStateTests {
  @Suite("On an idle machine")
  struct Idle {
    @Test("When nothing delays a round then a timeout of 10 seconds is reached after 10 seconds")
    func whenNothingDelaysRounds_thenTimeoutIsReachedInTime() {
      var sut = Simulation(roundTime: milliseconds(1))
      sut.set("wait", milliseconds(10_000))
      sut.run(for: milliseconds(20_000))
      #expect(sut.reached.map(\.name) == ["wait"])
      #expect((milliseconds(10_000)...milliseconds(10_060)).contains(sut.reached[0].time))
      #expect(sut.given >= milliseconds(10_000) && sut.given <= sut.reached[0].time)
    }

    @Test("When limits are short then each is reached in its turn, after a handful of rounds")
    func whenLimitsAreShort_thenEachIsReached() {
      var sut = Simulation(roundTime: microseconds(100))
      sut.set("none", 0)
      sut.set("short", milliseconds(1))
      sut.set("longer", milliseconds(5))
      sut.run(for: milliseconds(20))
      #expect(sut.reached.map(\.name) == ["none", "short", "longer"])
      #expect(sut.reached[0].rounds == TimeoutState.fewestRounds)
      #expect(sut.reached[2].time < milliseconds(8))
    }

    @Test("When all timeouts are cleared then neither rounds nor timers go on")
    func whenAllAreCleared_thenNothingGoesOn() {
      var sut = Simulation(roundTime: milliseconds(1))
      sut.set("wait", milliseconds(10_000))
      sut.run(for: milliseconds(300))
      sut.clear("wait")
      sut.run(for: milliseconds(2_000))
      #expect(sut.reached.isEmpty)
      #expect(sut.isAtRest)
      let given = sut.given
      sut.run(for: milliseconds(2_000))
      #expect(sut.given == given)
    }

    @Test("When 1,000 timeouts are set and cleared within one pause then one timer is asked for")
    func whenManyAreSetAndCleared_thenOneTimerIsAskedFor() {
      var sut = Simulation(roundTime: milliseconds(1))
      for _ in 0..<1_000 {
        sut.set("wait", milliseconds(10_000))
        sut.clear("wait")
      }
      #expect(sut.wakes == 1)
      sut.run(for: milliseconds(1_000))
      #expect(sut.wakes == 1 && sut.rounds == 0)
    }
  }

  @Suite("In a process that gets little done")
  struct Starved {
    @Test("When each round takes 20 seconds then 10 seconds are not given within 20 minutes")
    func whenRoundsTakeLong_thenLimitIsNotGiven() {
      var sut = Simulation(roundTime: milliseconds(20_000))
      sut.set("wait", milliseconds(10_000))
      sut.run(for: milliseconds(20 * 60_000))
      #expect(sut.reached.isEmpty)
      #expect(sut.given < milliseconds(10_000))
    }

    @Test("When a limit is shorter than a round then it still takes a handful of rounds")
    func whenLimitIsShort_thenItTakesRounds() {
      var sut = Simulation(roundTime: milliseconds(3_000))
      sut.set("wait", milliseconds(5))
      sut.run(for: milliseconds(14_900))
      #expect(sut.reached.isEmpty)
      sut.run(for: milliseconds(1_000))
      #expect(sut.reached.map(\.rounds) == [TimeoutState.fewestRounds])
    }

    @Test("When the machine was asleep or stopped then that time does not count")
    func whenMachineWasStopped_thenTimeDoesNotCount() {
      var sut = Simulation(roundTime: milliseconds(1))
      sut.set("wait", milliseconds(1_000))
      sut.run(for: milliseconds(500))
      sut.stop(for: milliseconds(3_600_000))
      sut.run(for: milliseconds(300))
      #expect(sut.reached.isEmpty)
      sut.run(for: milliseconds(300))
      #expect(sut.reached.map(\.name) == ["wait"])
    }
  }

  @Suite("Where a thread is blocked")
  struct Blocked {
    @Test("When a round never returns and the process does nothing then timeouts end after a minute")
    func whenRoundNeverReturns_thenTimeoutsEnd() {
      var sut = Simulation(roundTime: .max)
      sut.set("short", milliseconds(10))
      sut.set("default", milliseconds(10_000))
      sut.set("long", milliseconds(100_000))
      sut.run(for: milliseconds(59_000))
      #expect(sut.reached.isEmpty)
      sut.run(for: milliseconds(5_000))
      #expect(sut.reached.map(\.name) == ["short", "default"])
      #expect(sut.reached.map(\.reason) == [.blocked, .blocked])
      sut.set("later", milliseconds(3_000))
      sut.run(for: milliseconds(5_000))
      #expect(sut.reached.map(\.name) == ["short", "default", "later"])
      sut.run(for: milliseconds(40_000))
      #expect(sut.reached.map(\.name) == ["short", "default", "later", "long"])
    }

    @Test(
      "When a round never returns but the process is busy, or would be, then it is given ten times as long",
      arguments: [Simulation.Use.half, .littleOfBusyMachine]
    )
    fileprivate func whenProcessIsBusy_thenItIsGivenLonger(use: Simulation.Use) {
      var sut = Simulation(roundTime: .max, use: use)
      sut.set("wait", milliseconds(10_000))
      sut.run(for: milliseconds(590_000))
      #expect(sut.reached.isEmpty)
      sut.run(for: milliseconds(20_000))
      #expect(sut.reached.map(\.reason) == [.blocked])
    }

    @Test("When a round comes further then it is given as long again")
    func whenRoundComesFurther_thenItIsGivenAsLongAgain() {
      var sut = Simulation(roundTime: .max)
      sut.set("wait", milliseconds(10_000))
      for _ in 0..<10 {
        sut.run(for: milliseconds(50_000))
        sut.goOn()
      }
      #expect(sut.reached.isEmpty)
      sut.run(for: milliseconds(50_000))
      sut.goOn(round: 0)
      sut.run(for: milliseconds(15_000))
      #expect(sut.reached.map(\.reason) == [.blocked])
    }

    @Test("When a thread was blocked for a while then timeouts count again what is given")
    func whenThreadWasBlocked_thenTimeoutsCountAgain() {
      var sut = Simulation(roundTime: milliseconds(65_000))
      sut.set("first", milliseconds(10_000))
      sut.run(for: milliseconds(65_100))
      #expect(sut.reached.map(\.reason) == [.blocked])
      sut.roundTime = milliseconds(1)
      sut.run(for: milliseconds(65_100))
      sut.set("second", milliseconds(1_000))
      sut.run(for: milliseconds(1_500))
      #expect(sut.reached.map(\.reason) == [.blocked, .reached])
    }

    @Test("When an old round or timer comes back late then it changes nothing")
    func whenOldRoundComesBack_thenNothingChanges() {
      var sut = TimeoutState()
      #expect(sut.wake(at: 5).round == nil)
      #expect(sut.watch(at: 5, use: .init()).watch == nil)
      #expect(sut.roundDidReturn(0, at: 5).wake == nil)
      let first = sut.set(milliseconds(10), at: 0) { _ in }
      let second = sut.set(milliseconds(5), at: 0) { _ in }
      #expect(first.wake == milliseconds(10) && second.wake == milliseconds(5))
      #expect(sut.set(milliseconds(7), at: 0) { _ in }.wake == nil)
      #expect(sut.wake(at: milliseconds(4)).round == nil)
      #expect(sut.wake(at: milliseconds(5)).round == 1)
      #expect(sut.wake(at: milliseconds(10)).round == nil)
      #expect(sut.roundDidReturn(7, at: milliseconds(11)).wake == nil)
      #expect(sut.roundDidReturn(1, at: milliseconds(11)).wake != nil)
      #expect(sut.roundDidReturn(1, at: milliseconds(12)).wake == nil)
    }
  }

  @Test("When timeouts are set and cleared at random then each is reached when naive books say so, 500 times")
  func whenTimeoutsAreSetAtRandom_thenEachIsReachedByTheBooks() {
    for seed in 0..<500 {
      var random = Random(state: UInt64(seed))
      var sut = Simulation(roundTime: 0)
      for number in 0..<40 {
        sut.roundTime =
          [microseconds(50), milliseconds(2), milliseconds(80), milliseconds(900)]
          .randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<4, using: &random) {
        case 0, 1: sut.set("\(number)", milliseconds(.random(in: 0...400, using: &random)))
        case 2: sut.clear(sut.names.randomElement(using: &random) ?? "")
        default: sut.run(for: milliseconds(.random(in: 1...300, using: &random)))
        }
      }
      sut.roundTime = milliseconds(1)
      sut.run(for: milliseconds(6_000))
      #expect(sut.reached.map(\.name) == sut.expected, "seed \(seed)")
      #expect(sut.reached.allSatisfy { $0.reason == .reached }, "seed \(seed)")
      #expect(sut.isAtRest, "seed \(seed)")
    }
  }
}

private func milliseconds(_ count: UInt64) -> TimeoutState.Time { count * 1_000_000 }
private func microseconds(_ count: UInt64) -> TimeoutState.Time { count * 1_000 }

/// A process with a clock, timers, and rounds that take as long as it is reported; beside the state, naive books.
private struct Simulation {
  struct Reached {
    let name: String
    let time: TimeoutState.Time
    let reason: TimeoutReason
    let rounds: Int
  }

  private struct Book {
    let name: String
    let id: TimeoutState.ID
    let limit: TimeoutState.Time
    let start: TimeoutState.Time
    var credit: TimeoutState.Time = 0
    var rounds = 0
  }

  private enum Event { case wake, watch, round(number: Int, start: TimeoutState.Time) }

  var roundTime: TimeoutState.Time
  private(set) var reached: [Reached] = []
  private(set) var expected: [String] = []
  private(set) var wakes = 0
  private(set) var rounds = 0
  private let use: Use
  private var sut = TimeoutState()
  private var now: TimeoutState.Time = 0
  private var lastReturn: TimeoutState.Time = 0
  private var events: [(time: TimeoutState.Time, event: Event)] = []
  private var books: [Book] = []
  private let log = Locked<[(String, TimeoutReason)]>([])

  init(roundTime: TimeoutState.Time, use: Use = .little) {
    self.roundTime = roundTime
    self.use = use
  }

  /// How much of the processors the process uses.
  enum Use {
    case half
    /// Since it has little to do: it is seldom interrupted.
    case little
    case littleOfBusyMachine

    func until(_ now: TimeoutState.Time) -> TimeoutState.ProcessUse {
      let seconds = Int(now / milliseconds(1_000))
      return switch self {
      case .half: .init(processorTime: now / 2)
      case .little: .init(processorTime: now / 100, interruptions: seconds)
      case .littleOfBusyMachine: .init(processorTime: now / 100, interruptions: 2 * seconds)
      }
    }
  }

  var names: [String] { books.map(\.name) }
  var given: TimeoutState.Time { sut.given(at: now) }
  var isAtRest: Bool { events.isEmpty }

  mutating func set(_ name: String, _ limit: TimeoutState.Time) {
    if events.isEmpty { lastReturn = now }
    let log = log
    let (id, wake) = sut.set(limit, at: now) { reason in log.withLock { $0.append((name, reason)) } }
    books.append(Book(name: name, id: id, limit: limit, start: now))
    if let wake {
      wakes += 1
      events.append((wake, .wake))
    }
  }

  mutating func clear(_ name: String) {
    guard let index = books.firstIndex(where: { $0.name == name }) else { return }
    _ = sut.clear(books.remove(at: index).id)
  }

  /// Lets time pass in which timers and rounds come as they should.
  mutating func run(for duration: TimeoutState.Time) {
    let end = now + duration
    while let index = events.indices.min(by: { events[$0].time < events[$1].time }), events[index].time <= end {
      let (time, event) = events.remove(at: index)
      now = max(now, time)
      perform(event)
    }
    now = end
  }

  /// The latest round comes further, or an earlier one.
  mutating func goOn(round: Int? = nil) { sut.roundGoesOn(round ?? rounds) }

  /// Lets time pass in which nothing happens at all.
  mutating func stop(for duration: TimeoutState.Time) { now += duration }

  private mutating func perform(_ event: Event) {
    let step: TimeoutState.Step
    switch event {
    case .wake: step = sut.wake(at: now)
    case .watch: step = sut.watch(at: now, use: use.until(now))
    case .round(let number, let start):
      step = sut.roundDidReturn(number, at: now)
      keepBooks(start)
    }
    if let wake = step.wake { events.append((wake, .wake)) }
    if let watch = step.watch { events.append((watch, .watch)) }
    if let round = step.round {
      rounds += 1
      if roundTime < .max - now { events.append((now + roundTime, .round(number: round, start: now))) }
    }
    for action in step.due { action(step.reason) }
    for (name, reason) in log.withLock({ log in
      defer { log = [] }; return log
    }) {
      reached.append(Reached(name: name, time: now, reason: reason, rounds: rounds))
      if reason == .blocked { books.removeAll { $0.name == name } }
    }
  }

  private mutating func keepBooks(_ start: TimeoutState.Time) {
    for index in books.indices {
      books[index].credit += min(now - max(lastReturn, books[index].start), TimeoutState.longestCredit)
      if books[index].start <= start { books[index].rounds += 1 }
    }
    lastReturn = now
    let due = books.filter { $0.credit >= $0.limit && $0.rounds >= TimeoutState.fewestRounds }
    expected += due.map(\.name)
    books.removeAll { book in due.contains { $0.id == book.id } }
  }
}

private struct Random: RandomNumberGenerator {
  var state: UInt64

  // SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
