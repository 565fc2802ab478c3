package import Testing

/// Runs `body` and lets `handle` see each issue that it records: it may change the issue, or drop it by giving back `nil`.
///
/// Only what is recorded from the body's own task and its children is seen, and no error that the body throws: that one
/// comes out of this function. Dropped issues leave no trace in the run's output.
///
/// Swift 6.1 knows no such handling: there a dropped issue appears as a known one, and a change is not applied.
package func withIssueHandling(
  _ handle: @escaping @Sendable (Issue) -> Issue?,
  _ body: @Sendable () async throws -> Void
) async throws {
  #if compiler(>=6.2)
    if let test = Test.current {
      return try await IssueHandlingTrait.compactMapIssues(handle)
        .provideScope(for: test, testCase: Test.Case.current, performing: body)
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

/// Runs `body` and gives back the failures that it records, without a trace in the run's output.
///
/// An error that `body` throws is given back beside them; nothing fails the test.
package func suppressingIssues(
  _ body: @Sendable () async throws -> Void
) async -> (issues: [Issue], error: (any Error)?) {
  let suppressed = Locked<[Issue]>([])
  do {
    try await withIssueHandling(
      { issue in
        if issue.isFailure { suppressed.withLock { $0.append(issue) } }
        return nil
      },
      body
    )
    return (suppressed.withLock { $0 }, nil)
  } catch {
    return (suppressed.withLock { $0 }, error)
  }
}

#if compiler(<6.3)
  extension Issue {
    /// Whether the issue fails the test.
    package var isFailure: Bool { true }
  }
#endif
