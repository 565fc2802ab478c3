import DeterministicScheduling
public import Foundation
public import Testing
import TestingSupportCore

/// Expects that an action posts a notification, and returns the notification.
///
/// The notification counts from the moment the action starts until the wait ends, so it may be posted later, by a task
/// that the action has started:
///
/// ```swift
/// let notification = await expectNotification(.didLogOut, from: center) {
///   await session.logOut()
/// }
/// #expect(notification?.userInfo?["reason"] as? String == "expired")
/// ```
/// - Parameters:
///   - name: The name of the notification.
///   - center: The center. Pass the code under test its own center, so that parallel tests do not see each other's
///     notifications.
///   - limit: How long to wait in real time. By default, until no task can make progress in a deterministic test, and
///     the wait limit in any other.
///   - isolation: The isolation of the caller.
///   - sourceLocation: Where the issue is recorded.
///   - action: What posts the notification.
/// - Returns: The first notification of that name, or `nil` if none was posted.
/// - Throws: What the action throws.
@discardableResult
public func expectNotification(
  _ name: Notification.Name,
  from center: NotificationCenter = .default,
  within limit: Duration? = nil,
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  after action: () async throws -> Void
) async rethrows -> Notification? {
  let observation = NotificationObservation(of: name, in: center)
  defer { observation.end() }
  try await action()
  switch await observation.wait(within: limit) {
  case .signaled: break
  case let outcome:
    guard observation.notifications.isEmpty else { break }
    recordIssue(
      "The notification \"\(name.rawValue)\" was not posted\n\(outcome.description)",
      sourceLocation: sourceLocation
    )
  }
  return observation.notifications.first
}

/// Expects that an action posts no notification of a name.
///
/// In a `.deterministic` test it waits until everything that the action has started is idle. In any other it sees what
/// is posted while the action runs and a few steps of other tasks after it.
///
/// - Parameters:
///   - name: The name of the notification.
///   - center: The center.
///   - isolation: The isolation of the caller.
///   - sourceLocation: Where the issue is recorded.
///   - action: What must not post the notification.
/// - Throws: What the action throws.
public func expectNoNotification(
  _ name: Notification.Name,
  from center: NotificationCenter = .default,
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  during action: () async throws -> Void
) async rethrows {
  let observation = NotificationObservation(of: name, in: center)
  defer { observation.end() }
  try await action()
  await settle(sourceLocation: sourceLocation)
  let notifications = observation.notifications
  guard let first = notifications.first else { return }
  recordIssue(
    """
    The notification "\(name.rawValue)" was posted, but none was expected
    Posted \(notifications.count == 1 ? "once" : "\(notifications.count) times"), first with \(first.userInfo ?? [:])
    """,
    sourceLocation: sourceLocation
  )
}

/// Returns the notifications of a name as a stream of values.
///
/// Use it to read notifications one after the other with `withProbe(of:)` or `expect(_:delivers:)`. Observation starts
/// with the call, and ends with the stream.
///
/// ```swift
/// let logOuts = notifications(.didLogOut, from: center) { $0.userInfo?["reason"] as? String }
/// await expect(logOuts, delivers: ["expired", nil]) {
///   await session.logOut()
///   center.post(name: .didLogOut, object: nil)
/// }
/// ```
/// - Parameters:
///   - name: The name of the notifications.
///   - center: The center.
///   - value: Returns what is of interest, on the thread that posts.
/// - Returns: The stream. It never finishes.
public func notifications<Value: Sendable>(
  _ name: Notification.Name,
  from center: NotificationCenter = .default,
  _ value: @escaping @Sendable (Notification) -> Value
) -> AsyncStream<Value> {
  let (stream, continuation) = AsyncStream<Value>.makeStream()
  let observer = NotificationObserver(of: name, in: center) { continuation.yield(value($0)) }
  continuation.onTermination = { _ in observer.end() }
  return stream
}
