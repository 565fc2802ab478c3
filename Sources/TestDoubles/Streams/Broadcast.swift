import Testing
import TestingSupportCore

/// What the two stream sources have in common: ``BroadcastState`` behind a lock, and what has to be done outside of it.
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

  var subscriberCount: Int { state.withLock { $0.audience.subscriptions.count } }
  var subscriptionCount: Int { state.withLock { Int($0.audience.subscriptionCount) } }
  var unheard: [Element] { state.withLock { $0.unheard }.map(unboxed) }

  /// Lets a stream in; `onLeave` gets what has to be called when nobody reads the stream any more.
  func subscribe(_ outlet: Outlet, onLeave: (@escaping @Sendable () -> Void) -> Void) {
    let (id, delivery, arrived) = state.withLock { $0.subscribe(outlet) }
    // The stream keeps this closure, and so the broadcast, until it ends: at the latest with the source, which nobody
    // keeps but the test.
    onLeave { self.unsubscribe(id) }
    if let delivery { perform(delivery) }
    for waiter in arrived { waiter.arrive() }
  }

  /// - Parameter sourceLocation: Where it is an issue that the streams have ended; `nil` if it is none.
  func send(_ element: Element, sourceLocation: SourceLocation?) {
    switch state.withLock({ $0.send { element } }) {
    case .deliver(let subscriptions):
      for subscription in subscriptions { outlet(of: subscription).receive(element) }
      deliverQueued()
    case .queue, .nobody:
      break
    case .ended:
      guard let sourceLocation else { return }
      let text = String(describingForTest: element)
      recordIssue("Cannot send \(text): the stream source has finished", sourceLocation: sourceLocation)
    }
  }

  /// Ends all streams, and says whether they had not ended before.
  @discardableResult
  func end(throwing error: (any Error)? = nil) -> Bool {
    guard let (delivery, departed) = state.withLock({ $0.end(throwing: error) }) else { return false }
    if let delivery { perform(delivery) }
    for waiter in departed { waiter.arrive() }
    return true
  }

  private func unsubscribe(_ id: UInt64) {
    for waiter in state.withLock({ $0.unsubscribe(id) }) { waiter.arrive() }
  }

  private func perform(_ delivery: BroadcastState.Delivery) {
    deliver(delivery)
    deliverQueued()
  }

  private func deliverQueued() {
    while state.withLock({ $0.goesOnDelivering() }) { deliver(state.withLock { $0.next() }) }
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

  // Safe: the outlets in the state are those that `subscribe` put there, and it takes no others.
  private func outlet(of subscription: Audience.Subscription) -> Outlet {
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
    if outcome == .arrived { return }
    let (now, ever) = counts(stopWaiting: waiter)
    if now >= count { return }
    recordIssue(
      "Expected \(counted(count, "subscriber")), but there \(now == 1 ? "is 1" : "are \(now)")\(earlier(now, ever))\n\(outcome)",
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
    if outcome == .arrived { return }
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
      return (state.audience.subscriptions.count, Int(state.audience.subscriptionCount))
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
