public import StreamExpectations
import Testing
public import XCTest

extension XCTestCase {
  /// Expects that several sequences deliver the same elements, while an action is carried out.
  ///
  /// Use it for several subscribers of one source. All are subscribed before the action starts and read at the same time;
  /// each is checked, and a failure says which one it is about.
  ///
  /// - Parameters:
  ///   - sequences: What to subscribe to, in this order.
  ///   - expected: The elements that each of them delivers, in their order. Give an `ending` if there are none.
  ///   - ending: What has to come after them.
  ///   - limit: How long to wait in real time.
  ///   - isolation: The isolation that the sequence is read in: the caller's.
  ///   - file: Where to fail.
  ///   - line: The same.
  ///   - action: What makes the sequence deliver.
  /// - Throws: What `action` throws, after a failure that says what had been received.
  public func expect<S: AsyncSequence, E: Error>(
    allOf sequences: [S],
    deliver expected: [S.Element],
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
        allOf: sequences,
        deliver: expected,
        then: ending,
        within: limit,
        sourceLocation: location,
        after: action
      )
    }
  }

  /// Expects that several sequences deliver the same elements, without any action.
  ///
  /// Use it for what the sequences deliver by themselves. A failure is that of
  /// ``expect(allOf:deliver:then:within:isolation:file:line:after:)``.
  ///
  /// - Parameters:
  ///   - sequences: What to subscribe to, in this order.
  ///   - expected: The elements that each of them delivers, in their order. Give an `ending` if there are none.
  ///   - ending: What has to come after them.
  ///   - limit: How long to wait in real time.
  ///   - isolation: The isolation that the sequence is read in: the caller's.
  ///   - file: Where to fail.
  ///   - line: The same.
  public func expect<S: AsyncSequence>(
    allOf sequences: [S],
    deliver expected: [S.Element],
    then ending: StreamEnding = .anything,
    within limit: Duration? = nil,
    isolation: isolated (any Actor)? = #isolation,
    file: StaticString = #filePath,
    line: UInt = #line
  ) async where S.Element: Equatable {
    let location = SourceLocation(file: file, line: line)
    await failing(at: location) {
      await StreamExpectations.expect(
        allOf: sequences,
        deliver: expected,
        then: ending,
        within: limit,
        sourceLocation: location
      )
    }
  }
}
