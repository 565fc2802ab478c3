import Testing
import TestingSupportCore

/// The test's end of an `AsyncThrowingStream`: a ``StreamSource`` whose streams can also fail.
///
/// ```swift
/// private final class PositionsSpy: Positions {
///   private let positions = ThrowingStreamSource<Position>()
///
///   func updates() -> AsyncThrowingStream<Position, any Error> { positions.makeStream() }
///   func simulateLostSignal() { positions.fail(PositionError.noSignal) }
/// }
/// ```
public final class ThrowingStreamSource<Element: Sendable>: Sendable {
  private let broadcast: Broadcast<Element>

  /// Creates a source without subscribers.
  ///
  /// - Parameter replaysLatest: Whether a new subscriber gets the latest element first, as if it had just been sent.
  public init(replaysLatest: Bool = false) {
    broadcast = Broadcast(replaysLatest: replaysLatest)
  }

  deinit {
    broadcast.end()
  }

  /// Makes a stream for one more subscriber, who is counted from now on.
  ///
  /// The stream of a source that has ended ends in the same way, once it has replayed the latest element if it does that.
  public func makeStream() -> AsyncThrowingStream<Element, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: Element.self)
    let outlet = Broadcast<Element>.Outlet(
      receive: { continuation.yield($0) },
      receiveEnding: { continuation.finish(throwing: $0) }
    )
    broadcast.subscribe(outlet) { leave in continuation.onTermination = { _ in leave() } }
    return stream
  }

  /// Sends an element to everyone who is subscribed now.
  ///
  /// Sending after ``finish()`` or ``fail(_:sourceLocation:)`` records an issue.
  ///
  /// - Parameters:
  ///   - element: What the subscribers get. With nobody listening it is kept in ``unheardElements``.
  ///   - sourceLocation: Where the issue is reported.
  public func send(_ element: Element, sourceLocation: SourceLocation = #_sourceLocation) {
    broadcast.send(element, sourceLocation: sourceLocation)
  }

  /// Sends an element that carries no value, as a tap or a tick does, to everyone who is subscribed now.
  ///
  /// Sending after ``finish()`` or ``fail(_:sourceLocation:)`` records an issue.
  ///
  /// - Parameter sourceLocation: Where the issue is reported.
  public func send(sourceLocation: SourceLocation = #_sourceLocation) where Element == Void {
    send((), sourceLocation: sourceLocation)
  }

  /// Finishes all streams, also those that are made later. Finishing again does nothing.
  public func finish() {
    broadcast.end()
  }

  /// Ends all streams with an error, also those that are made later.
  ///
  /// Failing a source that has ended records an issue, for nobody would see the error.
  ///
  /// - Parameters:
  ///   - error: What the subscribers catch after the elements that were sent before.
  ///   - sourceLocation: Where the issue is reported.
  public func fail(_ error: any Error, sourceLocation: SourceLocation = #_sourceLocation) {
    if broadcast.end(throwing: error) { return }
    let text = String(describingForTest: error)
    recordIssue("Cannot throw \(text): the stream source has finished", sourceLocation: sourceLocation)
  }

  /// How many subscribers there are now: streams that were made, have not ended, and have not been let go.
  public var subscriberCount: Int { broadcast.subscriberCount }

  /// How many streams were ever made.
  public var subscriptionCount: Int { broadcast.subscriptionCount }

  /// What was sent while there was no subscriber, in order.
  public var unheardElements: [Element] { broadcast.unheard }

  /// Waits until there are subscribers.
  ///
  /// It returns on the subscription itself, not by looking again and again. If the subscribers do not come, an issue
  /// tells how many there are.
  ///
  /// - Parameters:
  ///   - count: How many there must be at the same time.
  ///   - limit: How long to wait in real time. By default, until nothing can run any more in a deterministic test, and
  ///     the package's generous limit anywhere else.
  ///   - isolation: The isolation to wait in: the caller's.
  ///   - sourceLocation: Where the issue is reported.
  public func waitForSubscribers(
    _ count: Int = 1,
    within limit: Duration? = nil,
    isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    await broadcast.waitForSubscribers(count, within: limit, sourceLocation: sourceLocation)
  }

  /// Waits until there is no subscriber any more, for tests of what cancels a subscription.
  ///
  /// - Parameters:
  ///   - limit: How long to wait in real time. By default, until nothing can run any more in a deterministic test, and
  ///     the package's generous limit anywhere else.
  ///   - isolation: The isolation to wait in: the caller's.
  ///   - sourceLocation: Where the issue is reported if subscribers are left.
  public func waitUntilUnsubscribed(
    within limit: Duration? = nil,
    isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    await broadcast.waitUntilUnsubscribed(within: limit, sourceLocation: sourceLocation)
  }
}
