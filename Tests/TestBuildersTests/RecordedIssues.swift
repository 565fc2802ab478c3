import Testing
import TestingSupportCore

@testable import TestBuilders

/// The issues that `body` records, which fail nothing.
func recordedIssues(_ body: () async throws -> Void) async -> [Issue] {
  await capturingIssues(body)
}

/// What comes of `body` under a trait, which fails nothing. A capture would take the issues before the trait can.
func outcome(
  of trait: SeedTrait,
  _ body: @escaping @Sendable () async throws -> Void
) async -> (issues: [Issue], error: (any Error)?) {
  let issues = Locked<[Issue]>([])
  do {
    try await withIssueHandling(
      { issue in
        issues.withLock { $0.append(issue) }
        return nil
      },
      {
        guard let test = Test.current else { return }
        try await trait.provideScope(for: test, testCase: nil, performing: body)
      }
    )
    return (issues.withLock { $0 }, nil)
  } catch {
    return (issues.withLock { $0 }, error)
  }
}

extension Issue {
  /// What was said, without the kind.
  var text: String { comments.map(\.rawValue).joined(separator: "\n") }
}
