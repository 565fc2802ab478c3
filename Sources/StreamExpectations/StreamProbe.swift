import DeterministicScheduling
import Testing
import TestingSupportCore

/// Reads a stream step by step, and lets nothing pass unseen.
///
/// Use a probe when a test alternates between actions and elements. If it only compares an array,
/// ``expect(_:delivers:then:within:isolation:sourceLocation:after:)`` is shorter. Create a probe that a double sends
/// to, or use ``withProbe(of:name:isolation:sourceLocation:_:)`` for a sequence:
///
/// ```swift
/// await withProbe(of: sut.statuses, name: "statuses") { statuses in
///   await statuses.expectNext(.disabled)
///   location.simulateAuthorization(.enabled)
///   await statuses.expectNext(.enabled)
/// }
/// ```
///
/// What is not read by the end fails the test. All failures name the probe, if it has a name, and are recorded at the
/// line that reads.
public struct StreamProbe<Element> {
  /// What a stream can do.
  public typealias Event = StreamEvent<Element>

  /// What failures call the probe.
  public let name: String?

  let log: StreamLog<Element>
  private let cancelReading: @Sendable () -> Void

  /// Creates a probe that stands alone: a double feeds it with ``send(_:sourceLocation:)``, ``finish()``, and
  /// ``fail(_:sourceLocation:)``.
  ///
  /// To have it checked for unread events, end the test with ``expectNoEvents(sourceLocation:)``, or make it by
  /// ``withProbe(for:name:isolation:sourceLocation:_:)``.
  ///
  /// - Parameter name: What failures call it.
  public init(name: String? = nil) {
    self.init(log: StreamLog(), name: name, cancelReading: {})
  }

  init(log: StreamLog<Element>, name: String?, cancelReading: @escaping @Sendable () -> Void) {
    self.log = log
    self.name = name
    self.cancelReading = cancelReading
  }
}

extension StreamProbe: Sendable where Element: Sendable {}

// MARK: - Feeding

extension StreamProbe where Element: Sendable {
  /// Adds an element, as if the stream had delivered it.
  ///
  /// Sending after the stream has ended records an issue.
  ///
  /// - Parameters:
  ///   - element: What the test can read.
  ///   - sourceLocation: Where the issue is recorded.
  public func send(_ element: Element, sourceLocation: SourceLocation = #_sourceLocation) {
    if log.receive(.element(element), isLast: false) { return }
    recordIssue("Cannot send \(messageText(for: element)): \(title) has finished", sourceLocation: sourceLocation)
  }

  /// Adds an element that carries no value, as a tap or a tick does.
  ///
  /// - Parameter sourceLocation: Where an issue is recorded if the stream has ended.
  public func send(sourceLocation: SourceLocation = #_sourceLocation) where Element == Void {
    send((), sourceLocation: sourceLocation)
  }

  /// Ends the stream. Finishing again does nothing.
  public func finish() {
    log.append(.finish, isLast: true)
  }

  /// Ends the stream with an error.
  ///
  /// - Parameters:
  ///   - error: What the test can read.
  ///   - sourceLocation: Where an issue is recorded if the stream has ended.
  public func fail(_ error: any Error, sourceLocation: SourceLocation = #_sourceLocation) {
    if log.receive(.failure(error), isLast: true) { return }
    let text = String(describingForMessage: error)
    recordIssue("Cannot throw \(text): \(title) has finished", sourceLocation: sourceLocation)
  }
}

// MARK: - Looking

extension StreamProbe {
  /// All that the stream has done so far, read or not; of a stream that always has another element, no more than the
  /// probe reads ahead.
  public var events: [Event] { log.withState { $0.events } }

  /// The events of the stream that have not been read yet.
  public var unreadEvents: [Event] { log.withState { Array($0.unread) } }

  /// Stops reading the stream. What it has done before can still be read, and has to be.
  public func cancel() {
    log.close()
    cancelReading()
  }

  /// Discards all unread events, and ignores later ones: unread events no longer fail the test.
  @discardableResult public func ignoreRemaining() -> [Event] {
    log.withState { $0.ignoreUnread() }
  }
}

// MARK: - Reading

extension StreamProbe {
  /// Reads the next element, and waits for it if need be.
  ///
  /// - Parameters:
  ///   - limit: How long to wait in real time. Defaults to waiting until a deterministic test cannot make progress, and
  ///     to the wait limit in any other test.
  ///   - isolation: The isolation to wait in: the caller's.
  ///   - sourceLocation: Where the failure is recorded if there is no element.
  /// - Throws: The error that `#require` throws, which ends the test without being recorded a second time.
  public func next(
    within limit: Duration? = nil,
    isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Element {
    if let element = log.readNextElement() { return element }
    return try await arrivingElement(within: limit, sourceLocation: sourceLocation)
  }

  /// Reads the next element and compares it.
  ///
  /// If it is a different one, or none arrives, this method records an issue, and the test continues.
  ///
  /// - Parameters:
  ///   - expected: What it has to be.
  ///   - limit: How long to wait in real time, as in ``next(within:isolation:sourceLocation:)``.
  ///   - isolation: The isolation to wait in: the caller's.
  ///   - sourceLocation: Where the failure is recorded.
  public func expectNext(
    _ expected: Element,
    within limit: Duration? = nil,
    isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async where Element: Equatable {
    let result = await nextResult(within: limit)
    if let element = result.event?.element, element == expected { return }
    let wanted = "Expected \(messageText(for: expected))"
    recordIssue(
      result.failure(wanted, of: self) + elementDifference(expected, result.event?.element),
      sourceLocation: sourceLocation
    )
  }

  /// Reads elements without looking at them, and waits for them if need be.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - limit: How long to wait for each in real time, as in ``next(within:isolation:sourceLocation:)``.
  ///   - isolation: The isolation to wait in: the caller's.
  ///   - sourceLocation: Where the failure is recorded if there are fewer.
  /// - Throws: The error that `#require` throws.
  public func skip(
    _ count: Int,
    within limit: Duration? = nil,
    isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    guard count >= 0 else {
      recordIssue("`skip` requires a count of 0 or more, not \(count)", sourceLocation: sourceLocation)
      return
    }
    for index in 0..<count {
      let result = await nextResult(within: limit)
      let wanted = "Expected \(count) element\(count == 1 ? "" : "s") to skip"
      _ = try required(result.event?.element, wanted, result, after: index, sourceLocation: sourceLocation)
    }
  }

  /// Reads all elements that have arrived, and returns the latest. It doesn't wait, and leaves an ending unread.
  ///
  /// A stream that always has another element has no latest one, which is a failure.
  ///
  /// - Parameter sourceLocation: Where the failure is recorded if there is no unread element.
  /// - Throws: The error that `#require` throws.
  public func latest(sourceLocation: SourceLocation = #_sourceLocation) throws -> Element {
    let (pause, element, next) = log.withState { ($0.pauseText, $0.readElements().last, $0.unread.first) }
    if !pause.isEmpty {
      let received: Element? = nil
      let text = "Cannot read the latest element of \(title)\(pause)\nRead its elements with `next()`."
      return try #require(received, "\(text)", sourceLocation: sourceLocation)
    }
    let result = ReadResult(event: next, isRead: false, outcome: .signaled, log: log)
    return try required(element, "Expected an element that is not read yet", result, sourceLocation: sourceLocation)
  }

  /// Reads the end of the stream, and waits for it if need be. Anything else than finishing is recorded as a failure.
  ///
  /// - Parameters:
  ///   - limit: How long to wait in real time, as in ``next(within:isolation:sourceLocation:)``.
  ///   - isolation: The isolation to wait in: the caller's.
  ///   - sourceLocation: Where the failure is recorded.
  public func expectFinish(
    within limit: Duration? = nil,
    isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let result = await nextResult(within: limit)
    if case .finish = result.event { return }
    recordIssue(result.failure("Expected the end", of: self), sourceLocation: sourceLocation)
  }

  /// Reads the error that the stream ends with, and waits for it if need be.
  ///
  /// - Parameters:
  ///   - limit: How long to wait in real time, as in ``next(within:isolation:sourceLocation:)``.
  ///   - isolation: The isolation to wait in: the caller's.
  ///   - sourceLocation: Where an issue is recorded if the stream continues, or finishes.
  /// - Throws: The error that `#require` throws.
  @discardableResult public func failure(
    within limit: Duration? = nil,
    isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> any Error {
    let result = await nextResult(within: limit)
    var error: (any Error)?
    if case .failure(let failure) = result.event { error = failure }
    return try required(error, "Expected a failure", result, sourceLocation: sourceLocation)
  }

  /// Expects that nothing is unread now. It does not wait: ``expectSilence(isolation:sourceLocation:)`` does.
  ///
  /// - Parameter sourceLocation: Where the failure is recorded, with what is unread.
  public func expectNoEvents(sourceLocation: SourceLocation = #_sourceLocation) {
    let unread = unreadEvents
    if unread.isEmpty { return }
    recordIssue("Expected nothing from \(title), but received\(list(of: unread))", sourceLocation: sourceLocation)
  }

  /// Expects that there are no unread events once the test is idle. This is exact in a deterministic test; in any other
  /// test, other tasks only have a chance to run.
  ///
  /// - Parameters:
  ///   - isolation: The isolation to wait in: the caller's.
  ///   - sourceLocation: Where the failure is recorded, with what is unread.
  public func expectSilence(
    isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    await settle(sourceLocation: sourceLocation)
    expectNoEvents(sourceLocation: sourceLocation)
  }
}
