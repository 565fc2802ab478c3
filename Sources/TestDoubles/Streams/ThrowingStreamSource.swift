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
  /// Sends the elements of a script, if there is one.
  private let scriptTask: Task<Void, Never>?

  /// Creates a source without subscribers.
  ///
  /// - Parameter replaysLatest: Whether a new subscriber receives the latest element first, as if it had just been
  ///   sent.
  public init(replaysLatest: Bool = false) {
    broadcast = Broadcast(replaysLatest: replaysLatest)
    scriptTask = nil
  }

  /// Creates a source that sends elements at certain instants of a clock.
  ///
  /// Use this initializer when a test is about time, such as a retry after a failure. The instants count from the source's
  /// creation, as those of ``StreamSource`` do:
  ///
  /// ```swift
  /// let positions = ThrowingStreamSource(
  ///   script: [(at: .seconds(1), 52.5), (at: .seconds(2), 52.6)],
  ///   finishesAt: .seconds(3),
  ///   throwing: PositionError.noSignal
  /// )
  /// ```
  ///
  /// - Parameters:
  ///   - script: The elements, each with its instant. Elements of one instant are sent in their order.
  ///   - clock: The clock that the instants belong to. Defaults to `ContinuousClock`, which follows virtual time inside a
  ///     deterministic test and is real elsewhere.
  ///   - end: When the streams finish. By default, only ``finish()`` and ``fail(_:sourceLocation:)`` end them.
  ///   - error: The error that the streams throw at the end. By default, they finish without one.
  ///   - replaysLatest: Whether a new subscriber gets the latest element first.
  ///   - sourceLocation: Where an issue is recorded if an instant is negative, or if there is an error and no end.
  public init<C: Clock>(
    script: [(at: Duration, Element)],
    on clock: C = ContinuousClock(),
    finishesAt end: Duration? = nil,
    throwing error: (any Error)? = nil,
    replaysLatest: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) where C.Duration == Duration {
    if let error, end == nil {
      let text = String(describingForMessage: error)
      recordIssue(
        "The script never throws \(text)\nIt has no end.\nPass `finishesAt:` too.",
        sourceLocation: sourceLocation
      )
    }
    broadcast = Broadcast(replaysLatest: replaysLatest)
    let script = StreamScript(script, end: end, throwing: error)
    scriptTask = script.send(to: broadcast, on: clock, sourceLocation: sourceLocation)
  }

  deinit {
    scriptTask?.cancel()
    broadcast.end()
  }

  /// Creates a stream for a new subscriber.
  ///
  /// If the source has finished, the new stream finishes in the same way, after it replays the latest element if the
  /// source replays it.
  public func makeStream() -> AsyncThrowingStream<Element, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: Element.self)
    let outlet = Broadcast<Element>.Outlet(
      receive: { continuation.yield($0) },
      receiveEnding: { continuation.finish(throwing: $0) }
    )
    broadcast.subscribe(outlet) { leave in continuation.onTermination = { _ in leave() } }
    return stream
  }

  /// Sends an element to all current subscribers.
  ///
  /// Sending after ``finish()`` or ``fail(_:sourceLocation:)`` records an issue.
  ///
  /// - Parameters:
  ///   - element: What the subscribers receive. Without subscribers, it is stored in ``unheardElements``.
  ///   - sourceLocation: Where the issue is reported.
  public func send(_ element: Element, sourceLocation: SourceLocation = #_sourceLocation) {
    broadcast.send(element, sourceLocation: sourceLocation)
  }

  /// Sends an element without a value, such as a tap or a tick, to all current subscribers.
  ///
  /// Sending after ``finish()`` or ``fail(_:sourceLocation:)`` records an issue.
  ///
  /// - Parameter sourceLocation: Where the issue is reported.
  public func send(sourceLocation: SourceLocation = #_sourceLocation) where Element == Void {
    send((), sourceLocation: sourceLocation)
  }

  /// Finishes all streams, including those created later. Finishing again does nothing.
  public func finish() {
    scriptTask?.cancel()
    broadcast.end()
  }

  /// Makes all streams throw an error, including those created later.
  ///
  /// Records an issue if the source has already finished, since no subscriber would receive the error.
  ///
  /// - Parameters:
  ///   - error: What the subscribers catch after the elements sent before.
  ///   - sourceLocation: Where the issue is reported.
  public func fail(_ error: any Error, sourceLocation: SourceLocation = #_sourceLocation) {
    scriptTask?.cancel()
    if broadcast.end(throwing: error) { return }
    let text = String(describingForMessage: error)
    recordIssue("Cannot throw \(text): the stream source has finished", sourceLocation: sourceLocation)
  }

  /// The number of current subscribers: streams that were created and have neither finished nor been released.
  public var subscriberCount: Int { broadcast.subscriberCount }

  /// The number of streams created so far.
  public var subscriptionCount: Int { broadcast.subscriptionCount }

  /// The elements sent while there was no subscriber, in order.
  public var unheardElements: [Element] { broadcast.undelivered }

  /// Waits until there are subscribers.
  ///
  /// This method returns as soon as the subscription is made, without polling. If subscribers are missing, it records
  /// an issue with their number.
  ///
  /// - Parameters:
  ///   - count: The number of simultaneous subscribers to wait for.
  ///   - limit: How long to wait in real time. Defaults to waiting until a deterministic test cannot make progress, and
  ///     to the wait limit in any other test.
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

  /// Waits until there is no subscriber left, for tests of code that cancels a subscription.
  ///
  /// - Parameters:
  ///   - limit: How long to wait in real time. Defaults to waiting until a deterministic test cannot make progress, and
  ///     to the wait limit in any other test.
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
