package import Testing

/// Runs `body` and lets `handle` see each issue that it records: it may change the issue, or drop it by giving back
/// `nil`.
///
/// Sees only issues of the body's own task and its children, and no error that the body throws: this function rethrows
/// it.
///
/// Swift 6.1 knows no such handling: there a dropped issue appears as a known one, and a change is not applied.
package func withIssueHandling(
  _ handle: @escaping @Sendable (Issue) -> Issue?,
  _ body: @Sendable () async throws -> Void
) async throws {
  #if compiler(>=6.2)
    if let test = Test.current {
      let trait: IssueHandlingTrait = .compactMapIssues { issue in
        // An issue recorded outside every test is passed to every running scope, and to the run itself, which reports
        // it.
        Test.current?.id == test.id ? handle(issue) : nil
      }
      return try await trait.provideScope(for: test, testCase: Test.Case.current, performing: body)
    }
  #endif
  var thrown: (any Error)?
  await withKnownIssue(isIntermittent: true) {
    do {
      try await body()
    } catch {
      thrown = error
    }
  } matching: { issue in
    handle(issue) == nil
  }
  if let thrown { throw thrown }
}

extension Issue {
  /// Whether the issue makes its test fail: it is neither known nor a warning.
  package var failsItsTest: Bool {
    #if compiler(>=6.3)
      isFailure
    #else
      // Not public before Swift 6.3; the mirror shows it.
      !Mirror(reflecting: self).children.contains { child in
        child.label == "knownIssueContext" && "\(child.value)" != "nil"
          || child.label == "severity" && "\(child.value)" == "warning"
      }
    #endif
  }
}
