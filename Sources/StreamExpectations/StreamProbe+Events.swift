import Testing
import TestingSupportCore

extension StreamProbe {
  /// Reads the next event, whatever it is, and waits for it if need be.
  ///
  /// Use it if a stream may continue or finish, and the test handles both.
  ///
  /// - Parameters:
  ///   - limit: How long to wait in real time, as in ``next(within:isolation:sourceLocation:)``.
  ///   - isolation: The isolation to wait in: the caller's.
  ///   - sourceLocation: Where an issue is recorded if nothing arrives.
  /// - Returns: An element, the finish, or a failure.
  /// - Throws: The error that `#require` throws.
  public func nextEvent(
    within limit: Duration? = nil,
    isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Event {
    let result = await nextResult(within: limit)
    return try required(result.event, "Expected an event", result, sourceLocation: sourceLocation)
  }

  /// Reads the next element, which must have arrived already, without waiting.
  ///
  /// Use it in synchronous code, such as a double that is fed by another one.
  ///
  /// - Parameter sourceLocation: Where the failure is recorded if there is no element.
  /// - Throws: The error that `#require` throws.
  public func takeNext(sourceLocation: SourceLocation = #_sourceLocation) throws -> Element {
    let event = log.withState { $0.readNext() }
    let result = ReadResult(event: event, isRead: event != nil, outcome: .signaled, log: log)
    return try required(event?.element, "Expected an element", result, sourceLocation: sourceLocation)
  }
}
