import TestingSupportCore

/// The subscribers of a stream source, and whether a sender is delivering to them: the part of ``BroadcastState`` that
/// does not depend on elements.
///
/// Not a generic type: looking up the metadata of generic types at run time would cost several times as much as sending
/// an element.
struct SubscriberList {
  struct Subscription {
    let id: UInt64
    let outlet: any AnyObject & Sendable
  }

  /// What a sender finds.
  enum SendDecision {
    /// Deliver to these subscribers, and then what other senders have queued.
    case deliver([Subscription])
    /// Another sender is delivering: queue for these subscribers.
    case queue([Subscription])
    case nobody
    case ended
  }

  private(set) var subscriptions: [Subscription] = []
  private(set) var subscriptionCount: UInt64 = 0
  private(set) var hasEnded = false
  private var isDelivering = false
  private var queuedCount = 0
  private var arrivals = ThresholdWaiters()
  private var departures: [Waiter] = []

  // MARK: Sending

  mutating func decideSend() -> SendDecision {
    if hasEnded { return .ended }
    return subscriptions.isEmpty ? .nobody : decideSend(to: subscriptions)
  }

  mutating func decideSend(to subscriptions: [Subscription]) -> SendDecision {
    if isDelivering {
      queuedCount += 1
      return .queue(subscriptions)
    }
    isDelivering = true
    return .deliver(subscriptions)
  }

  /// Whether the delivering sender has to continue with what was queued.
  mutating func continuesDelivering() -> Bool {
    if queuedCount > 0 {
      queuedCount -= 1
    } else {
      isDelivering = false
    }
    return isDelivering
  }

  // MARK: Coming and going

  mutating func subscribe(_ outlet: any AnyObject & Sendable) -> (Subscription, arrived: [Waiter]) {
    let subscription = Subscription(id: subscriptionCount, outlet: outlet)
    subscriptionCount += 1
    if hasEnded { return (subscription, []) }
    subscriptions.append(subscription)
    return (subscription, arrivals.takeReached(by: subscriptions.count))
  }

  mutating func unsubscribe(_ id: UInt64) -> [Waiter] {
    guard let index = index(of: id) else { return [] }
    subscriptions.remove(at: index)
    return subscriptions.isEmpty ? takeDepartures() : []
  }

  /// Removes all subscribers and accepts no new ones.
  mutating func end() -> (leaving: [Subscription], departed: [Waiter]) {
    hasEnded = true
    defer { subscriptions.removeAll() }
    return (subscriptions, takeDepartures())
  }

  // Subscriptions are in ascending order of their ids.
  private func index(of id: UInt64) -> Int? {
    var range = 0..<subscriptions.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if subscriptions[middle].id < id {
        range = middle + 1..<range.upperBound
      } else {
        range = range.lowerBound..<middle
      }
    }
    let index = range.lowerBound
    return index < subscriptions.count && subscriptions[index].id == id ? index : nil
  }

  // MARK: Those who wait for subscribers

  mutating func hasSubscribers(_ count: Int, elseAdd waiter: Waiter) -> Bool {
    if subscriptions.count >= count { return true }
    arrivals.add(waiter, for: count)
    return false
  }

  mutating func hasNoSubscribers(elseAdd waiter: Waiter) -> Bool {
    if subscriptions.isEmpty { return true }
    departures.append(waiter)
    return false
  }

  mutating func stopWaiting(_ waiter: Waiter) {
    arrivals.remove(waiter)
    departures.removeAll { $0 === waiter }
  }

  private mutating func takeDepartures() -> [Waiter] {
    defer { departures.removeAll() }
    return departures
  }
}
