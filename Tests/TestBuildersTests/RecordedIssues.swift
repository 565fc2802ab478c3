import Testing
import TestingSupportCore

/// The issues that `body` records, which fail nothing.
func recordedIssues(_ body: () async throws -> Void) async -> [Issue] {
  await capturingIssues(body)
}

extension Issue {
  /// What was said, without the kind.
  var text: String { comments.map(\.rawValue).joined(separator: "\n") }
}
