import TestAssertions
import Testing
public import XCTest

extension XCTestCase {
  /// Expects two values to be equal, and tells what differs where they are not.
  ///
  /// Use it in place of `XCTAssertEqual` for values with more than a few fields: that one prints both of them in full,
  /// this prints the fields that differ.
  ///
  /// ```swift
  /// expectNoDifference(sut.state, FeedState(title: "Feed", count: 2))
  /// ```
  ///
  /// ```
  /// 1 difference (- expected, + actual):
  /// count:
  ///   - 2
  ///   + 3
  /// ```
  ///
  /// Equal values cost no more than their `==`.
  ///
  /// - Parameters:
  ///   - actual: The value that the code under test came up with.
  ///   - expected: The value that it should be.
  ///   - message: Is told first if the values differ.
  ///   - file: Where to fail.
  ///   - line: The same.
  public func expectNoDifference<T: Equatable>(
    _ actual: T,
    _ expected: T,
    _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath,
    line: UInt = #line
  ) {
    if expected == actual { return }
    let location = SourceLocation(file: file, line: line)
    let message = message()
    failing(at: location) {
      TestAssertions.expectNoDifference(
        actual,
        expected,
        message.isEmpty ? nil : Comment(rawValue: message),
        sourceLocation: location
      )
    }
  }
}
