package import Testing

/// Records a failure of the running test at its caller's line.
@discardableResult
package func recordIssue(_ text: String, sourceLocation: SourceLocation) -> Issue {
  Issue.record(Comment(rawValue: text), sourceLocation: sourceLocation)
}

/// Records a failure that opens with the user's comment, if there is one.
@discardableResult
package func recordIssue(_ text: String, comment: Comment?, sourceLocation: SourceLocation) -> Issue {
  guard let comment else { return recordIssue(text, sourceLocation: sourceLocation) }
  return recordIssue("\(comment.rawValue)\n\(text)", sourceLocation: sourceLocation)
}

/// Runs `body` and gives back the issues that it records, instead of letting them fail the test.
///
/// An error that `body` throws is among them. Only what is recorded from the body's own task and its children is seen:
/// a detached task has left the test that started it.
package func capturingIssues(
  isolation: isolated (any Actor)? = #isolation,
  _ body: () async throws -> Void
) async -> [Issue] {
  let captured = Locked<[Issue]>([])
  await withKnownIssue(isIntermittent: true) {
    do {
      try await body()
    } catch {
      Issue.record(error)
    }
  } matching: { issue in
    captured.withLock { $0.append(issue) }
    return true
  }
  return captured.withLock { $0 }
}
