import Testing
import TestingSupportCore

@testable import DeterministicScheduling

/// What a deterministic test records: its issues, and then the warnings.
// conventions:ignore source-location - what it requires is part of every test that calls it
func issuesAndWarnings(of body: @escaping @Sendable () async throws -> Void) async throws -> [Issue] {
  let test = try #require(Test.current)
  let testCase = Test.Case.current
  let warnings = Locked<[Issue]>([])
  let catcher = IssueCatcher { issue in
    warnings.withLock { $0.append(issue) }
    return false
  }
  await catcher.run(for: test, testCase: testCase) {
    try await DeterministicTrait.deterministic.provideScope(for: test, testCase: testCase, performing: body)
  }
  return catcher.caught.map(\.issue) + warnings.withLock { $0 }
}
