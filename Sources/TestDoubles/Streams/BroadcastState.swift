import TestingSupportCore

/// What a stream source has sent and has still to send, and to whom: the transitions, without any concurrency.
///
/// Elements are handed over outside of the lock, by one sender at a time: a send that meets another one under way leaves
/// its element in the queue, and that other one takes it along. So all subscribers see all elements in the same order.
///
/// It is no generic type, for the reason given at ``Audience``: an element that is not delivered at once is boxed.
struct BroadcastState {
  typealias Element = any Sendable

  enum Event {
    case element(Element)
    case ending((any Error)?)
  }

  struct Delivery {
    let event: Event
    let subscriptions: [Audience.Subscription]
  }

  private(set) var audience = Audience()
  private(set) var unheard: [Element] = []
  private let replaysLatest: Bool
  private var latest: Element?
  private var ending: (any Error)?
  private var queue: [Delivery] = []
  private var queueStart = 0

  init(replaysLatest: Bool) {
    self.replaysLatest = replaysLatest
  }

  /// Begins to send an element. Who is welcomed to deliver delivers it once the lock is released, and then ``next()``.
  ///
  /// - Parameter box: Gives the element if it has to be kept.
  mutating func send(_ box: () -> Element) -> Audience.Welcome {
    let welcome = audience.welcomeSender()
    if case .deliver = welcome, !replaysLatest { return welcome }
    let element = box()
    switch welcome {
    case .deliver: break
    case .queue(let subscriptions): queue.append(Delivery(event: .element(element), subscriptions: subscriptions))
    case .nobody: unheard.append(element)
    case .ended: return welcome
    }
    if replaysLatest { latest = element }
    return welcome
  }

  /// Whether the one that delivers has more to deliver, namely ``next()``.
  mutating func goesOnDelivering() -> Bool {
    audience.goesOnDelivering()
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

  /// Ends all streams: those that were subscribed are forgotten.
  mutating func end(throwing error: (any Error)?) -> (delivery: Delivery?, departed: [Waiter])? {
    if audience.hasEnded { return nil }
    ending = error
    let (leaving, departed) = audience.end()
    return (enqueue([.ending(error)], for: leaving), departed)
  }

  /// Lets a subscriber in, and says what it gets at once.
  mutating func subscribe(
    _ outlet: any AnyObject & Sendable
  ) -> (id: UInt64, delivery: Delivery?, arrived: [Waiter]) {
    let (subscription, arrived) = audience.subscribe(outlet)
    var events = latest.map { [Event.element($0)] } ?? []
    if audience.hasEnded { events.append(.ending(ending)) }
    return (subscription.id, enqueue(events, for: [subscription]), arrived)
  }

  mutating func unsubscribe(_ id: UInt64) -> [Waiter] {
    audience.unsubscribe(id)
  }

  mutating func hasSubscribers(_ count: Int, elseAdd waiter: Waiter) -> Bool {
    audience.hasSubscribers(count, elseAdd: waiter)
  }

  mutating func hasNoSubscribers(elseAdd waiter: Waiter) -> Bool {
    audience.hasNoSubscribers(elseAdd: waiter)
  }

  mutating func stopWaiting(_ waiter: Waiter) {
    audience.stopWaiting(waiter)
  }

  /// Gives back what the caller has to deliver; what another one delivers is queued.
  private mutating func enqueue(_ events: [Event], for subscriptions: [Audience.Subscription]) -> Delivery? {
    var own: Delivery?
    for event in events {
      let delivery = Delivery(event: event, subscriptions: subscriptions)
      if case .deliver = audience.welcomeSender(to: subscriptions) { own = delivery } else { queue.append(delivery) }
    }
    return own
  }
}
