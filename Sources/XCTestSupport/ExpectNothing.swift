import StreamExpectations
import Testing
public import XCTest

extension XCTestCase {
  /// Expects that a sequence neither delivers nor ends while an action is carried out, and until all has settled after it.
  ///
  /// Inside of ``withDeterministicScheduling(seed:strategy:outside:isolation:file:line:_:)`` that is known at once. Anywhere
  /// else other tasks are only given the chance to run; say `within:` to listen that long. A failure shows what came.
  ///
  /// - Parameters:
  ///   - sequence: What to subscribe to.
  ///   - limit: How long to listen in real time, after the action.
  ///   - isolation: The isolation that the sequence is read in: the caller's.
  ///   - file: Where to fail.
  ///   - line: The same.
  ///   - action: What must not make the sequence deliver.
  /// - Throws: What `action` throws.
  public func expectNothing<S: AsyncSequence, E: Error>(
    from sequence: S,
    within limit: Duration? = nil,
    isolation: isolated (any Actor)? = #isolation,
    file: StaticString = #filePath,
    line: UInt = #line,
    during action: () async throws(E) -> Void
  ) async throws(E) {
    let location = SourceLocation(file: file, line: line)
    try await failing(at: location) { () async throws(E) in
      try await StreamExpectations.expectNothing(
        from: sequence,
        within: limit,
        sourceLocation: location,
        during: action
      )
    }
  }

  /// Expects that a sequence neither delivers nor ends until all has settled, without any action.
  ///
  /// Use it for a sequence that has no initial value. A failure is that of
  /// ``expectNothing(from:within:isolation:file:line:during:)``.
  ///
  /// - Parameters:
  ///   - sequence: What to subscribe to.
  ///   - limit: How long to listen in real time.
  ///   - isolation: The isolation that the sequence is read in: the caller's.
  ///   - file: Where to fail.
  ///   - line: The same.
  public func expectNothing<S: AsyncSequence>(
    from sequence: S,
    within limit: Duration? = nil,
    isolation: isolated (any Actor)? = #isolation,
    file: StaticString = #filePath,
    line: UInt = #line
  ) async {
    let location = SourceLocation(file: file, line: line)
    await failing(at: location) {
      await StreamExpectations.expectNothing(
        from: sequence,
        within: limit,
        sourceLocation: location
      )
    }
  }
}
