import Testing
import TestingSupportCore

/// The test's end of an `AsyncStream`: any number of subscribers, each of which gets what the test sends.
///
/// Use it in a double whose method returns a stream. It takes the place of an array of stored continuations.
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
/// Every subscriber gets all elements that are sent after its stream was made, in the order in which they were sent,
/// also when several tasks send at once. Nothing is lost while a subscriber is busy: its stream keeps the elements.
/// A subscriber whose task ends, or that lets go of its stream, is forgotten. When the source itself goes, its streams
/// finish.
public final class StreamSource<Element: Sendable>: Sendable {
  private let broadcast: Broadcast<Element>
  /// Sends the elements of a script, if there is one.
  private let scriptTask: Task<Void, Never>?

  /// Creates a source without subscribers.
  ///
  /// - Parameter replaysLatest: Whether a new subscriber gets the latest element first, as if it had just been sent.
  public init(replaysLatest: Bool = false) {
    broadcast = Broadcast(replaysLatest: replaysLatest)
    scriptTask = nil
  }

  /// Creates a source that sends elements at certain instants of a clock.
  ///
  /// Use it where the test is about time, such as debouncing or throttling. The instants count from the source's creation:
  ///
  /// ```swift
  /// let keys = StreamSource(script: [(at: .seconds(0.1), "s"), (at: .seconds(2.1), "sw")], on: clock)
  /// ```
  ///
  /// An element is sent to everyone who is subscribed at its instant. The test may send others in between. In a test that
  /// is not deterministic, await the clock's `waitForSleepers()` before advancing it.
  ///
  /// - Parameters:
  ///   - script: The elements, each with its instant. Elements of one instant are sent in their order.
  ///   - clock: The clock that the instants belong to. Defaults to `ContinuousClock`, which follows virtual time inside a
  ///     deterministic test and is real elsewhere.
  ///   - end: When the streams finish. By default, only ``finish()`` ends them.
  ///   - replaysLatest: Whether a new subscriber gets the latest element first.
  ///   - sourceLocation: Where an issue is recorded if an instant is negative. Its element is sent at once.
  public init<C: Clock>(
    script: [(at: Duration, Element)],
    on clock: C = ContinuousClock(),
    finishesAt end: Duration? = nil,
    replaysLatest: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) where C.Duration == Duration {
    let broadcast = Broadcast<Element>(replaysLatest: replaysLatest)
    self.broadcast = broadcast
    let script = StreamScript(script, end: end)
    if let instant = script.negativeInstant {
      recordIssue("A script cannot begin before its source, at \(instant.inWords)", sourceLocation: sourceLocation)
    }
    let start = clock.now
    scriptTask = Task {
      for step in script.steps {
        do {
          try await clock.sleep(until: start.advanced(by: step.instant), tolerance: nil)
        } catch {
          return
        }
        if let element = step.element {
          // Who finishes a source before its script does, wants no more of it.
          broadcast.send(element, sourceLocation: nil)
        } else {
          broadcast.end()
        }
      }
    }
  }

  deinit {
    scriptTask?.cancel()
    broadcast.end()
  }

  /// Makes a stream for one more subscriber, who is counted from now on.
  ///
  /// The stream of a source that has finished is finished, too, once it has replayed the latest element if it does that.
  public func makeStream() -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
    let outlet = Broadcast<Element>.Outlet(
      receive: { continuation.yield($0) },
      receiveEnding: { _ in continuation.finish() }
    )
    broadcast.subscribe(outlet) { leave in continuation.onTermination = { _ in leave() } }
    return stream
  }

  /// Sends an element to everyone who is subscribed now.
  ///
  /// Sending after ``finish()`` records an issue.
  ///
  /// - Parameters:
  ///   - element: What the subscribers get. With nobody listening it is kept in ``unheardElements``.
  ///   - sourceLocation: Where the issue is reported.
  public func send(_ element: Element, sourceLocation: SourceLocation = #_sourceLocation) {
    broadcast.send(element, sourceLocation: sourceLocation)
  }

  /// Sends an element that carries no value, as a tap or a tick does, to everyone who is subscribed now.
  ///
  /// Sending after ``finish()`` records an issue.
  ///
  /// - Parameter sourceLocation: Where the issue is reported.
  public func send(sourceLocation: SourceLocation = #_sourceLocation) where Element == Void {
    send((), sourceLocation: sourceLocation)
  }

  /// Finishes all streams, also those that are made later. Finishing again does nothing.
  public func finish() {
    scriptTask?.cancel()
    broadcast.end()
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
