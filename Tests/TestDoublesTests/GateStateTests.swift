import Testing
import TestingSupportCore

@testable import TestDoubles

@Suite("The state of a gate")
struct GateStateTests {
  @Test("When anything happens in any order then the gate does as a naive list of callers", arguments: 1...4)
  func whenAnythingHappens_thenGateDoesAsModel(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var sut = GateState<Int>()
    var model = GateModel()
    for step in 0..<modelSteps {
      switch Int.random(in: 0..<10, using: &generator) {
      case 0...3:
        let ticket = sut.takeTicket()
        let isCancelled = Int.random(in: 0..<4, using: &generator) == 0
        if isCancelled { #expect(sut.cancel(ticket) == nil) }
        #expect(sut.arrive(ticket, Int(ticket)).passesBecauseOpen == model.arrive(Int(ticket), isCancelled))
        if isCancelled { sut.leave(ticket) }
      case 4...5:
        guard let caller = model.waiting.randomElement(using: &generator) else { continue }
        model.cancel(caller)
        #expect(sut.cancel(GateState<Int>.Ticket(caller)) == caller)
      case 6...7:
        let count = Int.random(in: 1...3, using: &generator)
        #expect(sut.letThrough(count) == model.letThrough(count))
      case 8:
        #expect(sut.open() == model.open())
      default:
        sut.close()
        model.close()
      }
      guard
        sut.waiterCount == model.waiting.count, sut.isOpen == model.isOpen, sut.arrivalCount == model.arrivals.count
      else {
        Issue.record("Step \(step) of seed \(seed): \(sut) is not \(model)")
        return
      }
    }
  }

  @Test("When callers are cancelled after they passed then nothing of them is kept")
  func whenCancelledAfterPassing_thenNothingIsKept() {
    var sut = GateState<Int>()
    _ = sut.open()
    let ticket = sut.takeTicket()
    _ = sut.arrive(ticket, 0)
    #expect(sut.cancel(ticket) == nil)
    sut.leave(ticket)
    sut.close()
    // Were the cancellation still known, a caller with the same ticket would not wait.
    #expect(sut.arrive(ticket, 0).passesBecauseOpen == nil)
  }

  @Test("When callers come and go then those who wait for them are notified at the right count, once")
  func whenCallersComeAndGo_thenWaitersAreNotified() {
    var sut = GateState<Int>()
    let waiter = Waiter()
    #expect(sut.hasReached(2, elseAdd: waiter) == false)
    let first = sut.takeTicket()
    #expect(sut.arrive(first, 1).reached.count == 0)
    #expect(sut.cancel(first) == 1)
    #expect(sut.arrive(sut.takeTicket(), 2).reached.count == 0)
    #expect(sut.arrive(sut.takeTicket(), 3).reached.first === waiter)
    #expect(sut.arrive(sut.takeTicket(), 4).reached.count == 0)
    #expect(sut.hasReached(3, elseAdd: waiter) == true)
    #expect(sut.hasReached(4, elseAdd: waiter) == false)
    sut.stopWaiting(waiter)
    #expect(sut.arrive(sut.takeTicket(), 5).reached.count == 0)
  }
}

// MARK: - Test doubles

private struct GateModel {
  var isOpen = false
  var waiting: [Int] = []
  var arrivals: [Int] = []

  mutating func arrive(_ caller: Int, _ isCancelled: Bool) -> Bool? {
    if !isOpen && isCancelled { return false }
    arrivals.append(caller)
    if isOpen { return true }
    waiting.append(caller)
    return nil
  }

  mutating func cancel(_ caller: Int) {
    waiting.removeAll { $0 == caller }
    arrivals.removeAll { $0 == caller }
  }

  mutating func letThrough(_ count: Int) -> [Int] {
    let passing = Array(waiting.prefix(count))
    for caller in passing { cancel(caller) }
    return passing
  }

  mutating func open() -> [Int] {
    isOpen = true
    defer { waiting = [] }
    return waiting
  }

  mutating func close() {
    if isOpen { arrivals = [] }
    isOpen = false
  }
}
