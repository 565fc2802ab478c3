public import StreamExpectations
import Testing
public import XCTest

extension XCTestCase {
  /// Reads a sequence step by step, and expects that nothing of it is left unread.
  ///
  /// The sequence is subscribed before `body` starts. Whatever it does until the end of `body` has to be read, or else
  /// the test fails and lists it. Every step that fails does so at its own line.
  ///
  /// ```swift
  /// await withProbe(of: sut.statuses, name: "statuses") { statuses in
  ///   await sut.load()
  ///   await statuses.expectNext(.loading)
  ///   await statuses.expectNext(.loaded)
  ///   await statuses.expectFinish()
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - sequence: What to subscribe to.
  ///   - name: What failures call the probe.
  ///   - isolation: The isolation that the sequence is read in: the caller's.
  ///   - file: Where to fail for unread events.
  ///   - line: The same.
  ///   - body: Acts and reads.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws. What is unread is then no failure, unless it is another error: that may be the cause.
  @discardableResult
  public func withProbe<S: AsyncSequence, R, E: Error>(
    of sequence: S,
    name: String? = nil,
    isolation: isolated (any Actor)? = #isolation,
    file: StaticString = #filePath,
    line: UInt = #line,
    _ body: (StreamProbe<S.Element>) async throws(E) -> R
  ) async throws(E) -> R {
    let location = SourceLocation(file: file, line: line)
    return try await failing(at: location) { () async throws(E) -> R in
      try await StreamExpectations.withProbe(of: sequence, name: name, sourceLocation: location, body)
    }
  }

  /// Reads step by step what a double is told, and expects that nothing of it is left unread.
  ///
  /// Use it for callbacks, delegates and spies: feed the probe from the double. In all else it is
  /// ``withProbe(of:name:isolation:file:line:_:)``.
  ///
  /// - Parameters:
  ///   - type: What the double is told.
  ///   - name: What failures call the probe.
  ///   - isolation: The isolation to wait in: the caller's.
  ///   - file: Where to fail for unread events.
  ///   - line: The same.
  ///   - body: Acts and reads.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws. What is unread is then no failure, unless it is another error: that may be the cause.
  @discardableResult
  public func withProbe<Element: Sendable, R, E: Error>(
    for type: Element.Type,
    name: String? = nil,
    isolation: isolated (any Actor)? = #isolation,
    file: StaticString = #filePath,
    line: UInt = #line,
    _ body: (StreamProbe<Element>) async throws(E) -> R
  ) async throws(E) -> R {
    let location = SourceLocation(file: file, line: line)
    return try await failing(at: location) { () async throws(E) -> R in
      try await StreamExpectations.withProbe(for: type, name: name, sourceLocation: location, body)
    }
  }
}
