import Testing
import TestingSupportCore

/// What the two stream sources have in common: ``BroadcastState`` behind a lock, and the actions to perform outside it.
final class Broadcast<Element: Sendable>: Sendable {
  /// One stream's end at the source.
  final class Outlet: Sendable {
    let receive: @Sendable (Element) -> Void
    let receiveEnding: @Sendable ((any Error)?) -> Void

    init(
      receive: @escaping @Sendable (Element) -> Void,
      receiveEnding: @escaping @Sendable ((any Error)?) -> Void
    ) {
      self.receive = receive
      self.receiveEnding = receiveEnding
    }
  }

  private let state: Locked<BroadcastState>

  init(replaysLatest: Bool) {
    state = Locked(BroadcastState(replaysLatest: replaysLatest))
  }

  var subscriberCount: Int { state.withLock { $0.subscribers.subscriptions.count } }
  var subscriptionCount: Int { state.withLock { Int($0.subscribers.subscriptionCount) } }
  var undelivered: [Element] { state.withLock { $0.undelivered }.map(unboxed) }

  /// Adds a stream; `onLeave` receives the closure to call when the stream is no longer read.
  func subscribe(_ outlet: Outlet, onLeave: (@escaping @Sendable () -> Void) -> Void) {
    let (id, delivery, arrived) = state.withLock { $0.subscribe(outlet) }
    // The stream retains this closure, and so the broadcast, until it finishes: at the latest with the source, which
    // only the test retains.
    onLeave { self.unsubscribe(id) }
    if let delivery { perform(delivery) }
    for waiter in arrived { waiter.signal() }
  }

  /// - Parameter sourceLocation: Where an issue is recorded if the streams have finished; `nil` to record none.
  func send(_ element: Element, sourceLocation: SourceLocation?) {
    switch state.withLock({ $0.send { element } }) {
    case .deliver(let subscriptions):
      for subscription in subscriptions { outlet(of: subscription).receive(element) }
      deliverQueued()
    case .queue, .nobody:
      break
    case .ended:
      guard let sourceLocation else { return }
      let text = String(describingForMessage: element)
      recordIssue("Cannot send \(text): the stream source has finished", sourceLocation: sourceLocation)
    }
  }

  /// Finishes all streams, and returns whether they had not finished before.
  @discardableResult
  func end(throwing error: (any Error)? = nil) -> Bool {
    guard let (delivery, departed) = state.withLock({ $0.end(throwing: error) }) else { return false }
    if let delivery { perform(delivery) }
    for waiter in departed { waiter.signal() }
    return true
  }

  private func unsubscribe(_ id: UInt64) {
    for waiter in state.withLock({ $0.unsubscribe(id) }) { waiter.signal() }
  }

  private func perform(_ delivery: BroadcastState.Delivery) {
    deliver(delivery)
    deliverQueued()
  }

  private func deliverQueued() {
    while state.withLock({ $0.continuesDelivering() }) { deliver(state.withLock { $0.next() }) }
  }

  private func deliver(_ delivery: BroadcastState.Delivery) {
    for subscription in delivery.subscriptions {
      switch delivery.event {
      case .element(let element): outlet(of: subscription).receive(unboxed(element))
      case .ending(let error): outlet(of: subscription).receiveEnding(error)
      }
    }
  }

  private func unboxed(_ element: any Sendable) -> Element {
    guard let element = element as? Element else { preconditionFailure("A box of \(Self.self) held \(element)") }
    return element
  }

  // Safe: the state contains only outlets that `subscribe` added.
  private func outlet(of subscription: SubscriberList.Subscription) -> Outlet {
    unsafeDowncast(subscription.outlet, to: Outlet.self)
  }
}

// MARK: - Waiting

extension Broadcast {
  func waitForSubscribers(
    _ count: Int,
    within limit: Duration?,
    isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation
  ) async {
    guard count >= 0 else {
      recordIssue("`waitForSubscribers` requires a count of 0 or more, not \(count)", sourceLocation: sourceLocation)
      return
    }
    let waiter = Waiter()
    if state.withLock({ $0.hasSubscribers(count, elseAdd: waiter) }) { return }
    let outcome = await waiter.wait(within: limit)
    if outcome == .signaled { return }
    let (now, ever) = counts(stopWaiting: waiter)
    if now >= count { return }
    recordIssue(
      "Expected \(pluralized(count, "subscriber")), but there \(now == 1 ? "is 1" : "are \(now)")\(earlier(now, ever))\n\(outcome)",
      sourceLocation: sourceLocation
    )
  }

  func waitUntilUnsubscribed(
    within limit: Duration?,
    isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation
  ) async {
    let waiter = Waiter()
    if state.withLock({ $0.hasNoSubscribers(elseAdd: waiter) }) { return }
    let outcome = await waiter.wait(within: limit)
    if outcome == .signaled { return }
    let (now, _) = counts(stopWaiting: waiter)
    if now == 0 { return }
    recordIssue(
      "Expected all subscribers to unsubscribe, but \(now == 1 ? "1 is" : "\(now) are") still subscribed\n\(outcome)",
      sourceLocation: sourceLocation
    )
  }

  private func counts(stopWaiting waiter: Waiter) -> (now: Int, ever: Int) {
    state.withLock { state in
      state.stopWaiting(waiter)
      return (state.subscribers.subscriptions.count, Int(state.subscribers.subscriptionCount))
    }
  }

  private func earlier(_ now: Int, _ ever: Int) -> String {
    switch ever - now {
    case 0: ""
    case 1: "\n1 other has unsubscribed."
    case let others: "\n\(others) others have unsubscribed."
    }
  }
}
