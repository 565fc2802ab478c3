public import StreamExpectations
import Testing
public import XCTest

extension XCTestCase {
  /// Expects that a sequence delivers certain elements, in their order, while an action is carried out.
  ///
  /// Use it in place of a task that collects elements and an `XCTestExpectation`. The sequence is subscribed before the
  /// action starts, and the wait ends with the last expected element.
  ///
  /// ```swift
  /// await expect(sut.statuses, delivers: [.loading, .loaded], then: .finish) {
  ///   await sut.load()
  /// }
  /// ```
  ///
  /// A failure shows both sides as marble lines, and their difference:
  ///
  /// ```
  /// The stream finished after 1 of 2 elements
  /// expected  --(loading)--(loaded)--|
  /// received  --(loading)--|
  /// ```
  ///
  /// - Parameters:
  ///   - sequence: What to subscribe to. With `.anything` as the ending it is asked for the expected elements only.
  ///   - expected: The elements, in their order. Give an `ending` if there are none.
  ///   - ending: What has to come after them.
  ///   - limit: How long to wait in real time. By default, until nothing can run any more inside of
  ///     ``withDeterministicScheduling(seed:strategy:outside:isolation:file:line:_:)``, and ten seconds anywhere else. With
  ///     `.silence`, how long to listen after the last element.
  ///   - isolation: The isolation that the sequence is read in: the caller's.
  ///   - file: Where to fail.
  ///   - line: The same.
  ///   - action: What makes the sequence deliver.
  /// - Throws: What `action` throws, after a failure that says what had been received.
  public func expect<S: AsyncSequence, E: Error>(
    _ sequence: S,
    delivers expected: [S.Element],
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
        delivers: expected,
        then: ending,
        within: limit,
        sourceLocation: location,
        after: action
      )
    }
  }

  /// Expects that a sequence delivers certain elements, in their order, without any action.
  ///
  /// Use it for what a sequence delivers by itself, such as its initial value. A failure is that of
  /// ``expect(_:delivers:then:within:isolation:file:line:after:)``.
  ///
  /// - Parameters:
  ///   - sequence: What to subscribe to.
  ///   - expected: The elements, in their order. Give an `ending` if there are none.
  ///   - ending: What has to come after them.
  ///   - limit: How long to wait in real time.
  ///   - isolation: The isolation that the sequence is read in: the caller's.
  ///   - file: Where to fail.
  ///   - line: The same.
  public func expect<S: AsyncSequence>(
    _ sequence: S,
    delivers expected: [S.Element],
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
        delivers: expected,
        then: ending,
        within: limit,
        sourceLocation: location
      )
    }
  }
}
