package import Testing

/// Runs `body` and gives back the issues that it records, instead of letting them fail the test.
///
/// An error that `body` throws is among them, at `sourceLocation`, unless it is the one by which `#require` ends a test:
/// that has recorded its issue before. Only what is recorded from the body's own task and its children is seen: a
/// detached task has left the test that started it.
///
/// The log stays quiet where the testing library can keep an issue to itself (Swift 6.2, inside of a test). Elsewhere
/// the issues appear in it as known ones.
package func capturingIssues(
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () async throws -> Void
) async -> [Issue] {
  let captured = Locked<[Issue]>([])
  #if compiler(>=6.2)
    if let test = Test.current {
      let trait: IssueHandlingTrait = .compactMapIssues { issue in
        // What is recorded outside of every test is told to every running scope, and to the run itself, which reports it.
        guard Test.current?.id == test.id else { return nil }
        if issue.isMarkedAsKnown { return issue }
        captured.withLock { $0.append(issue) }
        return nil
      }
      await withoutActuallyEscaping(body) { body in
        _ = isolation  // Keeps this closure on the caller's actor.
        // Safe: the closure runs once, within this call and on the actor that its own type or context names; it has to
        // be `@Sendable` only because a trait's scope asks for it.
        nonisolated(unsafe) let body = body
        // Nothing is thrown: what the body throws is recorded.
        try? await trait.provideScope(for: test, testCase: Test.Case.current) {
          await recordingErrors(at: sourceLocation, of: body)
        }
      }
      return captured.withLock { $0 }
    }
  #endif
  await withKnownIssue(isIntermittent: true) {
    await recordingErrors(at: sourceLocation, of: body)
  } matching: { issue in
    captured.withLock { $0.append(issue) }
    return true
  }
  return captured.withLock { $0 }
}

#if compiler(>=6.2)
  extension Issue {
    /// Whether `withKnownIssue` has dealt with the issue. Before Swift 6.3 it does not tell.
    fileprivate var isMarkedAsKnown: Bool {
      #if compiler(>=6.3)
        severity == .error && !isFailure
      #else
        false
      #endif
    }
  }
#endif

private func recordingErrors(
  at sourceLocation: SourceLocation,
  isolation: isolated (any Actor)? = #isolation,
  of body: () async throws -> Void
) async {
  do {
    try await body()
  } catch is ExpectationFailedError {
  } catch {
    Issue.record(error, sourceLocation: sourceLocation)
  }
}
