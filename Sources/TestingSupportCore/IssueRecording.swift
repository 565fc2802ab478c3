package import Testing

/// Records a failure of the running test at its caller's line: of Swift Testing, or an XCTest where `XCTestSupport` is
/// linked. Where there is no test, standard error reports it.
@discardableResult
package func recordIssue(_ text: String, sourceLocation: SourceLocation) -> Issue {
  let issue = Issue.record(Comment(rawValue: text), sourceLocation: sourceLocation)
  UnattributedIssues.report(issue, text: text, at: sourceLocation)
  return issue
}

/// Records that a value is missing, and throws: as `#require` does in a test of Swift Testing.
package func failRequirement(_ text: String, sourceLocation: SourceLocation) throws -> Never {
  recordIssue(text, sourceLocation: sourceLocation)
  throw MissingValue(text: text)
}

/// Ends an XCTest whose failure has been recorded.
package struct MissingValue: Error, CustomStringConvertible {
  let text: String
  package var description: String { "A required value is missing: \(text)" }
}

/// Records a failure that opens with the user's comment, if there is one.
@discardableResult
package func recordIssue(_ text: String, comment: Comment?, sourceLocation: SourceLocation) -> Issue {
  guard let comment else { return recordIssue(text, sourceLocation: sourceLocation) }
  return recordIssue("\(comment.rawValue)\n\(text)", sourceLocation: sourceLocation)
}
