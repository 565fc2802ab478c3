public import Testing
import TestingSupportCore

/// Expects a result to be a success.
///
/// Use it where code hands over a `Result`, as completion handlers do; for code that throws, `#expect(throws:)` and `try`
/// say the same. A failure is told with its error, at `sourceLocation`:
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
    let text = "Expected a success, but it is a failure: \(String(describingForTest: error))"
    recordIssue(text, comment: comment(), sourceLocation: sourceLocation)
    return nil
  }
}

/// Expects a result to be a success with a certain value.
///
/// A failure, or another value, fails the test at `sourceLocation`.
///
/// ```swift
/// expectSuccess(loader.result, equals: [item])
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
  let text = unequal("value", value, expected)
  recordIssue(text, comment: comment(), sourceLocation: sourceLocation)
}

/// The text for a success or failure that is not the expected one.
func unequal<Value>(_ kind: String, _ actual: Value, _ expected: Value) -> String {
  """
  The \(kind) is not the expected one:
  - \(String(describingForTest: expected))
  + \(String(describingForTest: actual))
  """
}
