import Testing
import TestingSupportCore

/// Runs code in an XCTest, and fails the test for every issue that the code records.
///
/// The functions of this package fail a running XCTest by themselves. Use this one for issues that XCTest ignores
/// otherwise: those of `#expect`, of `Issue.record`, and of helpers of your own that are written for Swift Testing:
///
/// ```swift
/// func test_receipt_isValid() async throws {
///   let receipt = try await sut.pay()
///   failOnIssues {
///     expectValid(receipt)  // a helper that your tests of Swift Testing use too
///   }
/// }
/// ```
///
/// Each issue is a failure at its own line, with its text. Warnings, and issues that `withKnownIssue` matches, fail
/// nothing. The issues of a detached task are not seen. Inside a test of Swift Testing, the code just runs.
///
/// - Parameters:
///   - isolation: The isolation of the caller.
///   - file: Where to fail for an issue without a source location.
///   - line: The same.
///   - body: The code.
/// - Returns: What the code returns.
/// - Throws: What the code throws, after the failures have been recorded.
@discardableResult
public func failOnIssues<R, E: Error>(
  isolation: isolated (any Actor)? = #isolation,
  file: StaticString = #filePath,
  line: UInt = #line,
  _ body: () async throws(E) -> R
) async throws(E) -> R {
  guard XCTestBridge.shared.isXCTestRunning else { return try await body() }
  let location = SourceLocation(file: file, line: line)
  var result: Result<R, E>?
  let issues = await capturingIssues(sourceLocation: location) {
    do throws(E) {
      result = .success(try await body())
    } catch {
      result = .failure(error)
    }
  }
  for issue in issues { fail(for: issue, orAt: location) }
  guard let result else { preconditionFailure("Issues were captured without running the code") }
  return try result.get()
}

/// Runs code that does not suspend in an XCTest, and fails the test for every issue that the code records.
///
/// The same as ``failOnIssues(isolation:file:line:_:)``, for tests that are not `async`.
///
/// - Parameters:
///   - file: Where to fail for an issue without a source location.
///   - line: The same.
///   - body: The code.
/// - Returns: What the code returns.
/// - Throws: What the code throws, after the failures have been recorded.
@discardableResult
public func failOnIssues<R, E: Error>(
  file: StaticString = #filePath,
  line: UInt = #line,
  _ body: () throws(E) -> R
) throws(E) -> R {
  guard XCTestBridge.shared.isXCTestRunning else { return try body() }
  let location = SourceLocation(file: file, line: line)
  var result: Result<R, E>?
  let issues = capturingIssuesSynchronously {
    do throws(E) {
      result = .success(try body())
    } catch {
      result = .failure(error)
    }
  }
  for issue in issues { fail(for: issue, orAt: location) }
  guard let result else { preconditionFailure("Issues were captured without running the code") }
  return try result.get()
}

private func fail(for issue: Issue, orAt location: SourceLocation) {
  if issue.isWarning { return }
  _ = XCTestBridge.shared.record(
    XCTestFailure(text: issue.failureText, location: issue.sourceLocation ?? location)
  )
}

extension Issue {
  fileprivate var isWarning: Bool {
    #if compiler(>=6.3)
      severity < .error
    #else
      false
    #endif
  }

  /// The comments if they are sufficient; otherwise, the kind of issue before them.
  fileprivate var failureText: String {
    let texts = comments.map(\.rawValue)
    return switch kind {
    case .unconditional where !texts.isEmpty, .confirmationMiscounted where !texts.isEmpty:
      texts.joined(separator: "\n")
    default:
      (["\(kind)"] + texts).joined(separator: "\n")
    }
  }
}
