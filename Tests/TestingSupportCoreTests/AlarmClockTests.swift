import Dispatch
import Testing

@testable import TestingSupportCore

@Suite("Alarms")
struct AlarmClockTests {
  @Suite("Which are due")
  struct Due {
    @Test("When alarms are set and cleared at random then each rings at its time, in order, 1,000 times")
    func whenAlarmsAreSetAtRandom_thenEachRingsAtItsTime() {
      for seed in 0..<1_000 {
        var random = Random(state: UInt64(seed))
        var books = Books()
        for _ in 0..<40 { books.step(using: &random) }
        books.pass(100)
        #expect(books.rung == books.expected, "seed \(seed)")
        #expect(books.rings.isEmpty && books.wronglyCleared.isEmpty, "seed \(seed)")
      }
    }

    @Test("When an alarm is set behind another then no further ring is asked for")
    func whenAlarmIsBehindAnother_thenThereIsOneRing() {
      var sut = AlarmState()
      #expect(sut.set(at: .init(uptimeNanoseconds: 10)) {}.isNext)
      #expect(!sut.set(at: .init(uptimeNanoseconds: 10)) {}.isNext)
      #expect(!sut.set(at: .distantFuture) {}.isNext)
      #expect(sut.set(at: .init(uptimeNanoseconds: 9)) {}.isNext)
    }
  }

  @Test("When an alarm's time has come then its action is carried out, and so is that of the next")
  func whenTimeHasCome_thenActionIsCarriedOut() async {
    let sut = AlarmClock()
    for delay in [0.002, 0, 0.001] {
      let waiter = Waiter()
      _ = sut.set(at: .now() + delay) { waiter.arrive() }
      #expect(await waiter.wait() == .arrived)
    }
  }

  @Test("When an alarm is cleared then what its action holds is let go of at once")
  func whenAlarmIsCleared_thenItsActionIsLetGoOf() {
    let sut = AlarmClock()
    weak var held: Waiter?
    do {
      let waiter = Waiter()
      held = waiter
      let alarm = sut.set(at: .now() + 3600) { waiter.arrive() }
      sut.clear(alarm)
      sut.clear(alarm)
    }
    #expect(held == nil)
  }
}

/// Alarms and the passing of time, by the state and by naive books.
private struct Books {
  private var sut = AlarmState()
  private var now: UInt64 = 1
  private var pending: [(time: UInt64, number: Int, id: AlarmState.ID)] = []
  private var count = 0
  private let log = Locked<[Int]>([])
  /// When the system's timer is going to ring.
  private(set) var rings: [UInt64] = []
  private(set) var wronglyCleared: [Int] = []
  /// The alarms that had to ring, and those that did.
  private(set) var expected: [Int] = []
  var rung: [Int] { log.withLock { $0 } }

  mutating func step(using random: inout some RandomNumberGenerator) {
    switch Int.random(in: 0..<4, using: &random) {
    case 0, 1: set(at: now + .random(in: 0...9, using: &random))
    case 2: clear(pending.indices.randomElement(using: &random))
    default: pass(.random(in: 1...4, using: &random))
    }
  }

  /// Lets time pass, tick by tick.
  mutating func pass(_ ticks: Int) {
    for _ in 0..<ticks {
      now += 1
      expected += pending.filter { $0.time < now }.sorted { ($0.time, $0.number) < ($1.time, $1.number) }.map(\.number)
      pending.removeAll { $0.time < now }
      while let ring = rings.firstIndex(where: { $0 < now }) {
        let (due, next) = sut.ring(at: DispatchTime(uptimeNanoseconds: max(rings.remove(at: ring), now - 1)))
        for action in due { action() }
        if let next { rings.append(next.uptimeNanoseconds) }
      }
    }
  }

  private mutating func set(at time: UInt64) {
    count += 1
    let (log, number) = (log, count)
    let (id, isNext) = sut.set(at: DispatchTime(uptimeNanoseconds: time)) { log.withLock { $0.append(number) } }
    pending.append((time, number, id))
    if isNext { rings.append(time) }
  }

  private mutating func clear(_ index: Int?) {
    guard let index else { return }
    let alarm = pending.remove(at: index)
    if sut.clear(alarm.id) == nil || sut.clear(alarm.id) != nil { wronglyCleared.append(alarm.number) }
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
