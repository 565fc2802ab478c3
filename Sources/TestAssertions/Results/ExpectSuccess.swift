public import Testing
import TestingSupportCore

/// Expects a result to be a success.
///
/// Use it if code passes on a `Result`, as completion handlers do; for code that throws, use `#expect(throws:)` and
/// `try`. A failure is reported with its error, at `sourceLocation`:
///
/// ```
/// Expected a success, but it is a failure: .offline
/// ```
///
/// - Parameters:
///   - result: The result.
///   - comment: What is expected; it opens the failure.
///   - sourceLocation: Where the failure is recorded.
/// - Returns: The value, or `nil` if the test has failed.
@discardableResult
public func expectSuccess<Success, Failure>(
  _ result: Result<Success, Failure>,
  _ comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) -> Success? {
  switch result {
  case .success(let value):
    return value
  case .failure(let error):
    let text = "Expected a success, but it is a failure: \(ValueText(error: error).text)"
    recordIssue(text, comment: comment(), sourceLocation: sourceLocation)
    return nil
  }
}

/// Expects a result to be a success with a certain value.
///
/// A failure, or another value, fails the test at `sourceLocation`, a value with what differs:
///
/// ```swift
/// expectSuccess(loader.result, equals: [item])
/// ```
/// ```
/// Not the expected value: 1 difference (- expected, + actual):
/// [0].name, in Item(id: 1, name: "Tee"):
///   - "Tea"
///   + "Tee"
/// ```
///
/// - Parameters:
///   - result: The result.
///   - expected: The value that it should have.
///   - comment: What is expected; it opens the failure.
///   - sourceLocation: Where the failure is recorded.
public func expectSuccess<Success: Equatable, Failure>(
  _ result: Result<Success, Failure>,
  equals expected: Success,
  _ comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  guard let value = expectSuccess(result, comment(), sourceLocation: sourceLocation), value != expected else { return }
  recordUnequal("value", value, expected, comment(), sourceLocation)
}

/// Fails the test for a success or failure that is not the expected one, with the difference.
func recordUnequal(
  _ kind: String,
  _ actual: Any,
  _ expected: Any,
  _ comment: Comment?,
  _ sourceLocation: SourceLocation
) {
  let report = DifferenceReport(betweenUnequal: expected, and: actual)
  recordIssue(report.headed("Not the expected \(kind): "), comment: comment, sourceLocation: sourceLocation)
}
