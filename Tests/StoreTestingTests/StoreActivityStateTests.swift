import Testing
import TestingSupportCore

@testable import StoreTesting

@MainActor
@Suite("The books of a store")
struct StoreActivityStateTests {
  @Test(
    "When things happen in any order then the books say the same as a plain list does",
    arguments: 0..<modelPrograms
  )
  func whenThingsHappen_thenBooksAgreeWithPlainList(seed: UInt64) async {
    var random = Random(state: seed)
    var sut = StoreActivityState<Int>()
    var model = PlainBooks()
    var expectedWaits: [(waiter: Waiter, event: StoreActivityState<Int>.Event)] = []
    for step in 0..<300 {
      var woken: [Waiter] = []
      let number = model.anyNumber(&random)
      switch Int.random(in: 0..<9, using: &random) {
      case 0, 1:
        let begun = sut.begin(.any)
        #expect(begun == model.begin())
      case 2:
        woken = sut.receive(step)
        model.received.append(step)
      case 3:
        let isExact = Bool.random(using: &random)
        woken = sut.end(number, isExact: isExact)
        model.end(number, isExact: isExact)
      case 4:
        let isInTurn = Bool.random(using: &random)
        if isInTurn { sut.beginTurn(of: number) } else { sut.endTurn(of: number) }
        model.setTurn(of: number, isInTurn)
      case 5:
        woken = sut.cancel([number]).waiters
        model.cancel(number)
      case 6:
        let taken = sut.takeFirst()
        #expect(taken == model.received.first)
        model.received = Array(model.received.dropFirst())
      case 7:
        if Int.random(in: 0..<8, using: &random) == 0 {
          sut.discardUnobserved()
          model.effects.removeAll { $0.isUnobserved }
        }
      default:
        let event: StoreActivityState<Int>.Event = Bool.random(using: &random) ? .action(after: 0) : .end
        let waiter = Waiter()
        let hasHappened = sut.hasHappened(event, elseWake: waiter)
        #expect(hasHappened == model.hasHappened(event))
        if !hasHappened { expectedWaits.append((waiter, event)) }
      }
      let due = expectedWaits.filter { model.hasHappened($0.event) }.map(\.waiter)
      #expect(woken.allSatisfy { waiter in due.contains { $0 === waiter } })
      expectedWaits.removeAll { wait in woken.contains { $0 === wait.waiter } }
      #expect(Array(sut.unasserted) == model.received)
      #expect(sut.isRunning == model.effects.contains { $0.isActive })
      #expect(sut.running.map(\.number) == model.effects.filter { $0.isActive }.map(\.number))
      #expect(sut.unended.map(\.number) == model.effects.filter { !$0.isUnobserved }.map(\.number))
      #expect(sut.unobserved.map(\.number) == model.effects.filter(\.isUnobserved).map(\.number))
      let overdue = expectedWaits.filter { model.hasHappened($0.event) }
      #expect(overdue.isEmpty)
    }
  }

  @Test("When the store is gone then nothing is received, and its tasks are there to be cancelled")
  func whenClosed_thenNothingIsReceived() async {
    var sut = StoreActivityState<Int>()
    let task = Task<Void, Never> {}
    let number = sut.begin(.any)
    let attached = sut.attach(task, to: number)
    #expect(attached == nil)
    let left = sut.close()
    #expect(left == [task])
    let refused = sut.attach(task, to: number)
    #expect(refused == task)
    let woken = sut.receive(1)
    #expect(woken.isEmpty)
    #expect(sut.unasserted.isEmpty)
  }

  @Test("When a waiter is forgotten then it is not woken")
  func whenWaiterIsForgotten_thenItIsNotWoken() {
    var sut = StoreActivityState<Int>()
    let waiter = Waiter()
    _ = sut.begin(.any)
    let hasHappened = sut.hasHappened(.action(after: 0), elseWake: waiter)
    #expect(!hasHappened)
    sut.forget(waiter)
    let woken = sut.receive(1)
    #expect(woken.isEmpty)
  }

  @Test("When the effects are abandoned then nothing of them is left")
  func whenAbandoned_thenNothingIsLeft() {
    var sut = StoreActivityState<Int>()
    let task = Task<Void, Never> {}
    _ = sut.attach(task, to: sut.begin(.any))
    let abandoned = sut.abandonEffects()
    #expect(abandoned == [task])
    #expect(sut.unended.isEmpty)
    let woken = sut.end(1, isExact: false)
    #expect(woken.isEmpty)
  }

  @Test("When a store tells its actions then one may come without any effect, until it stops")
  func whenListening_thenActionsMayCome() {
    var sut = StoreActivityState<Int>()
    let task = Task<Void, Never> {}
    let waiter = Waiter()
    sut.beginListening(task)
    let canCome = !sut.hasHappened(.action(after: 0), elseWake: waiter)
    #expect(canCome)
    let hasEnded = sut.hasHappened(.end, elseWake: Waiter())
    #expect(hasEnded)
    let woken = sut.endListening()
    #expect(woken.first === waiter)
    sut.beginListening(task)
    let left = sut.close()
    #expect(left == [task])
  }
}

extension StoreEffectOrigin {
  @MainActor
  fileprivate static var any: Self {
    Self(action: NamedAction("any"), sourceLocation: #_sourceLocation, root: StoreEffectScope())
  }
}

/// The same as the books, in the plainest way.
private struct PlainBooks {
  struct Effect {
    let number: Int
    var isActive = true
    var isUnobserved = false
    var isInTurn = false
  }

  var received: [Int] = []
  var effects: [Effect] = []
  private var count = 0

  func anyNumber(_ random: inout Random) -> Int { Int.random(in: max(1, count - 4)...max(1, count), using: &random) }

  mutating func begin() -> Int {
    count += 1
    effects.append(Effect(number: count))
    return count
  }

  mutating func end(_ number: Int, isExact: Bool) {
    guard let index = effects.firstIndex(where: { $0.number == number && !$0.isUnobserved }) else { return }
    let effect = effects[index]
    if isExact || effect.isInTurn || !effect.isActive {
      effects.remove(at: index)
    } else {
      effects[index].isActive = false
      effects[index].isUnobserved = true
    }
  }

  mutating func setTurn(of number: Int, _ isInTurn: Bool) {
    guard let index = effects.firstIndex(where: { $0.number == number }) else { return }
    effects[index].isInTurn = isInTurn
  }

  mutating func cancel(_ number: Int) {
    guard let index = effects.firstIndex(where: { $0.number == number }) else { return }
    effects[index].isActive = false
  }

  func hasHappened(_ event: StoreActivityState<Int>.Event) -> Bool {
    switch event {
    case .action(let count): received.count > count || effects.allSatisfy { !$0.isActive }
    case .end: effects.allSatisfy(\.isUnobserved)
    }
  }
}

private struct Random: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
