public import Testing
import TestingSupportCore

/// Runs a closure and returns the issues that it records, without failing the test.
///
/// Use it to test your own test helpers: that they fail, with which message, and at the caller's line.
///
/// ```swift
/// let issues = await recordedIssues {
///   expectValid(Receipt(total: -1))
/// }
/// #expect(issues.map(\.comments) == [["The total is negative: -1"]])
/// #expect(issues.first?.sourceLocation?.line == #line - 3)
/// ```
///
/// Each issue has a `kind`, `comments`, and a `sourceLocation`; `"\(issue)"` has the text of an expectation too.
/// An error that `body` throws is an issue like the others, and `#require` ends `body` as it would end a test. Issues
/// that a `withKnownIssue` in `body` knows stay known; one around this function sees none of them. With Swift 6.2 and
/// newer the log shows nothing of what was recorded.
///
/// What a detached task records is not seen, and fails the test as it would without this function.
///
/// - Parameters:
///   - isolation: The actor that `body` runs on, that of the caller.
///   - sourceLocation: The location of the issue for an error that `body` throws.
///   - body: The code that is expected to fail.
/// - Returns: The issues in the order in which they were recorded; empty if there were none.
public func recordedIssues(
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () async throws -> Void
) async -> [Issue] {
  await capturingIssues(sourceLocation: sourceLocation, body)
}
