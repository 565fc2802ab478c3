import Testing
import TestingSupportCore

/// The sending end of an `AsyncStream`: each of its subscribers receives what the test sends.
///
/// Use it in a double whose method returns a stream. It replaces an array of stored continuations.
///
/// ```swift
/// private final class ScannerSpy: NetworkScanner {
///   private let networks = StreamSource<[Network]>()
///
///   func available() -> AsyncStream<[Network]> { networks.makeStream() }
///   func simulateUpdate(_ update: [Network]) { networks.send(update) }
/// }
/// ```
///
/// Every subscriber receives all elements that are sent after its stream was created, in the order in which they were
/// sent, even if several tasks send at the same time. While a subscriber is busy, its stream buffers the elements. A
/// subscriber is removed when its task finishes or its stream is released. When the source is deallocated, its streams
/// finish.
public final class StreamSource<Element: Sendable>: Sendable {
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
  /// Use it in tests about time, such as debouncing or throttling. The instants count from the source's creation:
  ///
  /// ```swift
  /// let keys = StreamSource(script: [(at: .seconds(0.1), "s"), (at: .seconds(2.1), "sw")], on: clock)
  /// ```
  ///
  /// Each element is sent to all subscribers at its instant. The test can send other elements in between. In a test
  /// that is not deterministic, await the clock's `waitForSleepers()` before advancing it.
  ///
  /// - Parameters:
  ///   - script: The elements, each with its instant. Elements of one instant are sent in their order.
  ///   - clock: The clock that the instants belong to. Defaults to `ContinuousClock`, which uses virtual time in a
  ///     deterministic test and real time in any other test.
  ///   - end: When the streams finish. By default, only ``finish()`` ends them.
  ///   - replaysLatest: Whether a new subscriber receives the latest element first.
  ///   - sourceLocation: Where an issue is recorded if an instant is negative. Its element is sent immediately.
  public init<C: Clock>(
    script: [(at: Duration, Element)],
    on clock: C = ContinuousClock(),
    finishesAt end: Duration? = nil,
    replaysLatest: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) where C.Duration == Duration {
    let broadcast = Broadcast<Element>(replaysLatest: replaysLatest)
    self.broadcast = broadcast
    scriptTask = StreamScript(script, end: end).send(to: broadcast, on: clock, sourceLocation: sourceLocation)
  }

  deinit {
    scriptTask?.cancel()
    broadcast.end()
  }

  /// Creates a stream for a new subscriber.
  ///
  /// If the source has finished, so has the new stream, after it replays the latest element if the source replays it.
  public func makeStream() -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
    let outlet = Broadcast<Element>.Outlet(
      receive: { continuation.yield($0) },
      receiveEnding: { _ in continuation.finish() }
    )
    broadcast.subscribe(outlet) { leave in continuation.onTermination = { _ in leave() } }
    return stream
  }

  /// Sends an element to all current subscribers.
  ///
  /// Sending after ``finish()`` records an issue.
  ///
  /// - Parameters:
  ///   - element: What the subscribers receive. Without subscribers, it is stored in ``unheardElements``.
  ///   - sourceLocation: Where the issue is reported.
  public func send(_ element: Element, sourceLocation: SourceLocation = #_sourceLocation) {
    broadcast.send(element, sourceLocation: sourceLocation)
  }

  /// Sends an element without a value, such as a tap or a tick, to all current subscribers.
  ///
  /// Sending after ``finish()`` records an issue.
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
