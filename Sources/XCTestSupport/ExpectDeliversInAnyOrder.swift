public import StreamExpectations
import Testing
public import XCTest

extension XCTestCase {
  /// Expects that a sequence delivers certain elements, in whatever order, while an action is carried out.
  ///
  /// Use it for a sequence whose sources run side by side. An element that is expected twice has to come twice. A failure
  /// lists what is missing and what is not expected.
  ///
  /// - Parameters:
  ///   - sequence: What to subscribe to.
  ///   - expected: The elements. Give an `ending` if there are none.
  ///   - ending: What has to come after them.
  ///   - limit: How long to wait in real time.
  ///   - isolation: The isolation that the sequence is read in: the caller's.
  ///   - file: Where to fail.
  ///   - line: The same.
  ///   - action: What makes the sequence deliver.
  /// - Throws: What `action` throws, after a failure that says what had been received.
  public func expect<S: AsyncSequence, E: Error>(
    _ sequence: S,
    deliversInAnyOrder expected: [S.Element],
    then ending: StreamEnding = .anything,
    within limit: Duration? = nil,
    isolation: isolated (any Actor)? = #isolation,
    file: StaticString = #filePath,
    line: UInt = #line,
    after action: () async throws(E) -> Void
  ) async throws(E) where S.Element: Equatable {
    let location = SourceLocation(file: file, line: line)
    try await failing(at: location) { () async throws(E) in
      try await StreamExpectations.expect(
        sequence,
        deliversInAnyOrder: expected,
        then: ending,
        within: limit,
        sourceLocation: location,
        after: action
      )
    }
  }

  /// Expects that a sequence delivers certain elements, in whatever order, without any action.
  ///
  /// Use it for what a sequence delivers by itself. A failure is that of
  /// ``expect(_:deliversInAnyOrder:then:within:isolation:file:line:after:)``.
  ///
  /// - Parameters:
  ///   - sequence: What to subscribe to.
  ///   - expected: The elements. Give an `ending` if there are none.
  ///   - ending: What has to come after them.
  ///   - limit: How long to wait in real time.
  ///   - isolation: The isolation that the sequence is read in: the caller's.
  ///   - file: Where to fail.
  ///   - line: The same.
  public func expect<S: AsyncSequence>(
    _ sequence: S,
    deliversInAnyOrder expected: [S.Element],
    then ending: StreamEnding = .anything,
    within limit: Duration? = nil,
    isolation: isolated (any Actor)? = #isolation,
    file: StaticString = #filePath,
    line: UInt = #line
  ) async where S.Element: Equatable {
    let location = SourceLocation(file: file, line: line)
    await failing(at: location) {
      await StreamExpectations.expect(
        sequence,
        deliversInAnyOrder: expected,
        then: ending,
        within: limit,
        sourceLocation: location
      )
    }
  }
}
