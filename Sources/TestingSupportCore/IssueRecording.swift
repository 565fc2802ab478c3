package import Testing

/// Records a failure of the running test at its caller's line. Where there is no test, standard error tells of it too.
@discardableResult
package func recordIssue(_ text: String, sourceLocation: SourceLocation) -> Issue {
  UnheardIssues.note(text, at: sourceLocation)
  return Issue.record(Comment(rawValue: text), sourceLocation: sourceLocation)
}

/// Records a failure that opens with the user's comment, if there is one.
@discardableResult
package func recordIssue(_ text: String, comment: Comment?, sourceLocation: SourceLocation) -> Issue {
  guard let comment else { return recordIssue(text, sourceLocation: sourceLocation) }
  return recordIssue("\(comment.rawValue)\n\(text)", sourceLocation: sourceLocation)
}
