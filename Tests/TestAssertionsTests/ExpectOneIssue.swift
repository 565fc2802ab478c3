import TestAssertions
import Testing

/// Expects a piece of code to record one issue: with this text, by the library itself, one line below the call.
func expectOneIssue(
  _ text: String,
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () async throws -> Void
) async {
  let issues = await recordedIssues(body)
  #expect(issues.map { $0.comments.map(\.rawValue) } == [[text]], sourceLocation: sourceLocation)
  #expect(issues.first?.isUnconditional == true, sourceLocation: sourceLocation)
  #expect(issues.first?.sourceLocation?.line == sourceLocation.line + 1, sourceLocation: sourceLocation)
  #expect(issues.first?.sourceLocation?.fileID == sourceLocation.fileID, sourceLocation: sourceLocation)
}

extension Issue {
  fileprivate var isUnconditional: Bool {
    if case .unconditional = kind { true } else { false }
  }
}
