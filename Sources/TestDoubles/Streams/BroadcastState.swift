import TestingSupportCore

/// What a stream source has sent and still has to send, and its subscribers: the transitions, without any concurrency.
///
/// Elements are delivered outside the lock, by one sender at a time: if another send is in progress, a send queues its
/// element, and the other one delivers it. So all subscribers see all elements in the same order.
///
/// Not a generic type, for the reason given at ``SubscriberList``: an element that is not delivered immediately is
/// boxed.
struct BroadcastState {
  typealias Element = any Sendable

  enum Event {
    case element(Element)
    case ending((any Error)?)
  }

  struct Delivery {
    let event: Event
    let subscriptions: [SubscriberList.Subscription]
  }

  private(set) var subscribers = SubscriberList()
  private(set) var undelivered: [Element] = []
  private let replaysLatest: Bool
  private var latest: Element?
  private var ending: (any Error)?
  private var queue: [Delivery] = []
  private var queueStart = 0

  init(replaysLatest: Bool) {
    self.replaysLatest = replaysLatest
  }

  /// Starts to send an element. If the decision is to deliver, the caller delivers it once the lock is released, and
  /// then ``next()``.
  ///
  /// - Parameter box: Returns the element if it has to be stored.
  mutating func send(_ box: () -> Element) -> SubscriberList.SendDecision {
    let decision = subscribers.decideSend()
    if case .deliver = decision, !replaysLatest { return decision }
    let element = box()
    switch decision {
    case .deliver: break
    case .queue(let subscriptions): queue.append(Delivery(event: .element(element), subscriptions: subscriptions))
    case .nobody: undelivered.append(element)
    case .ended: return decision
    }
    if replaysLatest { latest = element }
    return decision
  }

  /// Whether the delivering sender has more to deliver, namely ``next()``.
  mutating func continuesDelivering() -> Bool {
    subscribers.continuesDelivering()
  }

  /// What was queued first.
  mutating func next() -> Delivery {
    let delivery = queue[queueStart]
    queueStart += 1
    if queueStart == queue.count {
      queue.removeAll(keepingCapacity: true)
      queueStart = 0
    }
    return delivery
  }

  /// Finishes all streams, and removes their subscriptions.
  mutating func end(throwing error: (any Error)?) -> (delivery: Delivery?, departed: [Waiter])? {
    if subscribers.hasEnded { return nil }
    ending = error
    let (leaving, departed) = subscribers.end()
    return (enqueue([.ending(error)], for: leaving), departed)
  }

  /// Adds a subscriber, and returns what to deliver to it immediately.
  mutating func subscribe(
    _ outlet: any AnyObject & Sendable
  ) -> (id: UInt64, delivery: Delivery?, arrived: [Waiter]) {
    let (subscription, arrived) = subscribers.subscribe(outlet)
    var events = latest.map { [Event.element($0)] } ?? []
    if subscribers.hasEnded { events.append(.ending(ending)) }
    return (subscription.id, enqueue(events, for: [subscription]), arrived)
  }

  mutating func unsubscribe(_ id: UInt64) -> [Waiter] {
    subscribers.unsubscribe(id)
  }

  mutating func hasSubscribers(_ count: Int, elseAdd waiter: Waiter) -> Bool {
    subscribers.hasSubscribers(count, elseAdd: waiter)
  }

  mutating func hasNoSubscribers(elseAdd waiter: Waiter) -> Bool {
    subscribers.hasNoSubscribers(elseAdd: waiter)
  }

  mutating func stopWaiting(_ waiter: Waiter) {
    subscribers.stopWaiting(waiter)
  }

  /// Returns what the caller has to deliver; what another sender delivers is queued.
  private mutating func enqueue(_ events: [Event], for subscriptions: [SubscriberList.Subscription]) -> Delivery? {
    var own: Delivery?
    for event in events {
      let delivery = Delivery(event: event, subscriptions: subscriptions)
      if case .deliver = subscribers.decideSend(to: subscriptions) { own = delivery } else { queue.append(delivery) }
    }
    return own
  }
}
