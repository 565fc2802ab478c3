import Testing
import TestingSupportCore

/// The issues that `body` records, which fail nothing.
func recordedIssues(_ body: @Sendable () async throws -> Void) async -> [Issue] {
  let (issues, error) = await suppressingIssues(body)
  #expect(error == nil)
  return issues
}

extension Issue {
  /// What was said, without the kind.
  var text: String { comments.map(\.rawValue).joined(separator: "\n") }
}
