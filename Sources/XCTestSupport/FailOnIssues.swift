import Testing
import TestingSupportCore
public import XCTest

extension XCTestCase {
  /// Runs code, and fails the test for every issue that is recorded in it.
  ///
  /// The helpers of this package record their failures as issues of Swift Testing, of which an XCTest takes no notice: it
  /// would pass. The methods that this module adds to `XCTestCase` see to it themselves. Use this one around all others,
  /// such as a spy's `waitForCalls(_:)`, a `TestStore` or `expectEventually`:
  ///
  /// ```swift
  /// await failOnIssues {
  ///   await expectEventually("the banner is gone") { !banner.isVisible }
  /// }
  /// ```
  ///
  /// Without it, standard error tells of an issue that a helper records, and the test passes.
  ///
  /// Each issue is a failure at its own line, with its text. Warnings, and issues that `withKnownIssue` deals with, fail
  /// nothing. A detached task has left the code that started it: its issues are not seen.
  ///
  /// - Parameters:
  ///   - isolation: The isolation of the caller.
  ///   - file: Where to fail for an issue that does not tell its place.
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
    try await failing(at: SourceLocation(file: file, line: line), body)
  }

  /// Runs code that does not wait, and fails the test for every issue that is recorded in it.
  ///
  /// The same as ``failOnIssues(isolation:file:line:_:)``, for tests that are not `async`.
  ///
  /// ```swift
  /// failOnIssues {
  ///   expectDifference(counter.count, after: { counter.increment() }, changes: { $0 = 1 })
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - file: Where to fail for an issue that does not tell its place.
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
    try failing(at: SourceLocation(file: file, line: line), body)
  }

  func failing<R, E: Error>(
    at location: SourceLocation,
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws(E) -> R
  ) async throws(E) -> R {
    // In a test of Swift Testing the issues are where they belong.
    guard Test.current == nil else { return try await body() }
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

  func failing<R, E: Error>(at location: SourceLocation, _ body: () throws(E) -> R) throws(E) -> R {
    guard Test.current == nil else { return try body() }
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
    fail(issue.failureText, at: issue.sourceLocation ?? location)
  }
}

extension Issue {
  fileprivate var isWarning: Bool {
    #if compiler(>=6.3)
      severity < .error
    #else
      false
    #endif
  }

  /// The comments, where they say it all, or else what kind of issue it is before them.
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
