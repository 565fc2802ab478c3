import TestingSupportCore

/// Who listens to a stream source, and whether somebody is just sending to them: the part of ``BroadcastState`` that an
/// element passes on its way.
///
/// It knows nothing of elements, and so is no generic type: looking up the metadata of generic types at run time would
/// cost several times what sending an element costs.
struct Audience {
  struct Subscription {
    let id: UInt64
    let outlet: any AnyObject & Sendable
  }

  /// What a sender finds.
  enum Welcome {
    /// It shall deliver to these, and then all that was queued meanwhile.
    case deliver([Subscription])
    /// Another sender delivers: it shall queue for these.
    case queue([Subscription])
    case nobody
    case ended
  }

  private(set) var subscriptions: [Subscription] = []
  private(set) var subscriptionCount: UInt64 = 0
  private(set) var hasEnded = false
  private var isDelivering = false
  private var queuedCount = 0
  private var arrivals = CountWaiters()
  private var departures: [Waiter] = []

  // MARK: Sending

  mutating func welcomeSender() -> Welcome {
    if hasEnded { return .ended }
    return subscriptions.isEmpty ? .nobody : welcomeSender(to: subscriptions)
  }

  mutating func welcomeSender(to subscriptions: [Subscription]) -> Welcome {
    if isDelivering {
      queuedCount += 1
      return .queue(subscriptions)
    }
    isDelivering = true
    return .deliver(subscriptions)
  }

  /// Whether the one that delivers has to go on with what was queued.
  mutating func goesOnDelivering() -> Bool {
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

  /// Takes out all subscribers and lets nobody in any more.
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
