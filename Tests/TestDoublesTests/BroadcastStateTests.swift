import Testing
import TestingSupportCore

@testable import TestDoubles

@Suite("The state of a stream source")
struct BroadcastStateTests {
  @Test(
    "When senders and subscribers meet in any order then each subscriber gets what a naive source gives it",
    arguments: [false, true],
    1...3 as ClosedRange<UInt64>
  )
  func whenSendersMeet_thenSubscribersGetWhatModelGives(replaysLatest: Bool, seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var stepsLeft = modelSteps
    while stepsLeft > 0 {
      var sut = SourceUnderTest(replaysLatest: replaysLatest)
      for step in 0..<min(stepsLeft, 200) {
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<8: sut.subscribe()
        case 8..<14: sut.unsubscribe(at: Int.random(in: 0..<8, using: &generator))
        case 14..<50: sut.send(step)
        case 50..<99: sut.deliverOne()
        default: sut.end()
        }
      }
      stepsLeft -= 200
      sut.deliverAll()
      if let difference = sut.difference {
        Issue.record("With seed \(seed): \(difference)")
        return
      }
    }
  }

  @Test("When subscribers come and go then those who wait for them are notified at the right count, once")
  func whenSubscribersComeAndGo_thenWaitersAreNotified() {
    var sut = SubscriberList()
    let (two, none) = (Waiter(), Waiter())
    #expect(sut.hasSubscribers(2, elseAdd: two) == false)
    #expect(sut.hasNoSubscribers(elseAdd: none) == true)
    let first = sut.subscribe(Inbox())
    #expect(first.arrived.isEmpty)
    #expect(sut.hasNoSubscribers(elseAdd: none) == false)
    let second = sut.subscribe(Inbox())
    #expect(second.arrived.first === two)
    #expect(sut.unsubscribe(first.0.id).count == 0)
    #expect(sut.unsubscribe(first.0.id).count == 0)
    #expect(sut.unsubscribe(second.0.id).first === none)
    #expect(sut.hasSubscribers(1, elseAdd: two) == false)
    sut.stopWaiting(two)
    #expect(sut.subscribe(Inbox()).arrived.count == 0)
  }
}

// MARK: - Test doubles

private final class Inbox: Sendable {
  let received = Locked<[Int]>([])
  static let ending = -1
}

/// The state with a sender that is stopped between any two deliveries, beside a source that delivers at once.
private struct SourceUnderTest {
  private var state: BroadcastState
  private var subscribed: [(id: UInt64, inbox: Inbox)] = []
  private var underway: BroadcastState.Delivery?
  private var everyone: [(inbox: Inbox, expected: Int)] = []
  private var expected: [[Int]] = []
  private var listening: Set<Int> = []
  private var undelivered: [Int] = []
  private var latest: Int?
  private var hasEnded = false
  private let replaysLatest: Bool

  init(replaysLatest: Bool) {
    state = BroadcastState(replaysLatest: replaysLatest)
    self.replaysLatest = replaysLatest
  }

  mutating func subscribe() {
    let inbox = Inbox()
    let (id, delivery, _) = state.subscribe(inbox)
    begin(delivery)
    subscribed.append((id, inbox))
    everyone.append((inbox, expected.count))
    expected.append((replaysLatest ? latest.map { [$0] } ?? [] : []) + (hasEnded ? [Inbox.ending] : []))
    if !hasEnded { listening.insert(expected.count - 1) }
  }

  mutating func unsubscribe(at index: Int) {
    guard index < subscribed.count else { return }
    let left = subscribed.remove(at: index)
    _ = state.unsubscribe(left.id)
    listening.remove(everyone.first { $0.inbox === left.inbox }?.expected ?? -1)
  }

  mutating func send(_ element: Int) {
    switch state.send({ element }) {
    case .deliver(let subscriptions): begin(.init(event: .element(element), subscriptions: subscriptions))
    case .queue, .nobody, .ended: break
    }
    if hasEnded { return }
    latest = element
    if listening.isEmpty { undelivered.append(element) }
    for index in listening { expected[index].append(element) }
  }

  mutating func end() {
    if let ended = state.end(throwing: nil) { begin(ended.delivery) }
    if hasEnded { return }
    hasEnded = true
    for index in listening { expected[index].append(Inbox.ending) }
    listening = []
  }

  mutating func deliverOne() {
    guard let delivery = underway else { return }
    for subscription in delivery.subscriptions {
      let inbox = subscription.outlet as? Inbox
      switch delivery.event {
      case .element(let element): inbox?.received.withLock { $0.append(element as? Int ?? -2) }
      case .ending: inbox?.received.withLock { $0.append(Inbox.ending) }
      }
    }
    underway = state.continuesDelivering() ? state.next() : nil
  }

  mutating func deliverAll() {
    while underway != nil { deliverOne() }
  }

  var difference: String? {
    if state.undelivered.map({ $0 as? Int }) != undelivered {
      return "undelivered \(state.undelivered), not \(undelivered)"
    }
    if state.subscribers.subscriptions.count != listening.count {
      return "\(state.subscribers.subscriptions.count) listen"
    }
    for (inbox, index) in everyone {
      let received = inbox.received.withLock { $0 }
      if received != expected[index] { return "received \(received), not \(expected[index])" }
    }
    return nil
  }

  private mutating func begin(_ delivery: BroadcastState.Delivery?) {
    guard let delivery else { return }
    precondition(underway == nil, "Two senders deliver at the same time")
    underway = delivery
  }
}
