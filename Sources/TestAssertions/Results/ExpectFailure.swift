public import Testing
import TestingSupportCore

/// Expects a result to be a failure.
///
/// Use it if code passes on a `Result`, as completion handlers do. A success is reported with its value, at
/// `sourceLocation`:
///
/// ```
/// Expected a failure, but it is a success: [Item(id: 1, name: "Tea")]
/// ```
///
/// - Parameters:
///   - result: The result.
///   - comment: What is expected; it opens the failure.
///   - sourceLocation: Where the failure is recorded.
/// - Returns: The error, or `nil` if the test has failed.
@discardableResult
public func expectFailure<Success, Failure>(
  _ result: Result<Success, Failure>,
  _ comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) -> Failure? {
  switch result {
  case .failure(let error):
    return error
  case .success(let value):
    let text = "Expected a failure, but it is a success: \(ValueText(value).text)"
    recordIssue(text, comment: comment(), sourceLocation: sourceLocation)
    return nil
  }
}

/// Expects a result to be a failure with a certain error.
///
/// A success, or another error, fails the test at `sourceLocation`.
///
/// ```swift
/// expectFailure(loader.result, equals: .offline)
/// ```
///
/// - Parameters:
///   - result: The result.
///   - expected: The error that it should have.
///   - comment: What is expected; it opens the failure.
///   - sourceLocation: Where the failure is recorded.
public func expectFailure<Success, Failure: Equatable>(
  _ result: Result<Success, Failure>,
  equals expected: Failure,
  _ comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  guard let error = expectFailure(result, comment(), sourceLocation: sourceLocation), error != expected else { return }
  recordUnequal("error", error, expected, comment(), sourceLocation)
}

/// Expects a result to be a failure with a certain error, where the result may have any error.
///
/// A success, an error of another type, or another error of the same type fails the test at `sourceLocation`.
///
/// ```swift
/// let result: Result<[Item], any Error> = await loader.load()
/// expectFailure(result, equals: NetworkError.offline)
/// ```
///
/// - Parameters:
///   - result: The result.
///   - expected: The error that it should have.
///   - comment: What is expected; it opens the failure.
///   - sourceLocation: Where the failure is recorded.
public func expectFailure<Success, Expected: Error & Equatable>(
  _ result: Result<Success, any Error>,
  equals expected: Expected,
  _ comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  guard let error = expectFailure(result, comment(), sourceLocation: sourceLocation) else { return }
  guard ErrorEquality.areEqual(error, expected) != true else { return }
  recordUnequal("error", error, expected, comment(), sourceLocation)
}
