import Foundation
import TestingSupportCore

/// What one call of a helper sees of a center.
final class NotificationObservation: Sendable {
  // Sendable: a notification is not changed once it was posted; only the helper that waits reads it.
  private struct State: @unchecked Sendable {
    var notifications: [Notification] = []
  }

  private let state: Locked<State>
  private let waiter: Waiter
  private let observer: NotificationObserver

  init(of name: Notification.Name, in center: NotificationCenter) {
    let (state, waiter) = (Locked(State()), Waiter())
    (self.state, self.waiter) = (state, waiter)
    observer = NotificationObserver(of: name, in: center) { notification in
      let posted = State(notifications: [notification])
      state.withLock { $0.notifications += posted.notifications }
      waiter.signal()
    }
  }

  var notifications: [Notification] { state.withLock(\.self).notifications }

  func wait(within limit: Duration?, isolation: isolated (any Actor)? = #isolation) async -> Waiter.Outcome {
    await waiter.wait(within: limit)
  }

  func end() { observer.end() }
}

/// An observer of a center that ends once.
// Sendable: centers may be used from any thread, and the token is passed back to its center alone.
final class NotificationObserver: @unchecked Sendable {
  private let center: NotificationCenter
  private let token: any NSObjectProtocol

  init(of name: Notification.Name, in center: NotificationCenter, _ action: @escaping @Sendable (Notification) -> Void)
  {
    self.center = center
    token = center.addObserver(forName: name, object: nil, queue: nil, using: action)
  }

  func end() { center.removeObserver(token) }
}
