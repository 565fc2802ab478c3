package import Testing

/// Runs `body` and gives back the issues that it records, instead of letting them fail the test.
///
/// An error that `body` throws is among them, at `sourceLocation`, unless it is the one by which `#require` ends a test:
/// that has recorded its issue before. Only what is recorded from the body's own task and its children is seen: a
/// detached task has left the test that started it. An issue that a `withKnownIssue` of the body knows stays known. One
/// around the body sees nothing. So does a trait that handles issues in the body: it finds them known.
///
/// The log stays quiet where the testing library can keep an issue to itself (Swift 6.2, inside of a test). Elsewhere
/// the issues appear in it as known ones.
package func capturingIssues(
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () async throws -> Void
) async -> [Issue] {
  let capture = IssueCapture()
  #if compiler(>=6.2)
    if let test = Test.current {
      let trait: IssueHandlingTrait = .compactMapIssues { issue in
        // What is recorded outside of every test is told to every running scope, and to the run itself, which reports it.
        guard Test.current?.id == test.id else { return nil }
        return capture.hasTakenLatest() ? nil : issue
      }
      await withoutActuallyEscaping(body) { body in
        _ = isolation  // Keeps this closure on the caller's actor.
        // Safe: the closure runs once, within this call and on the actor that its own type or context names; it has to
        // be `@Sendable` only because a trait's scope asks for it.
        nonisolated(unsafe) let body = body
        // Nothing is thrown: what the body throws is recorded.
        try? await trait.provideScope(for: test, testCase: Test.Case.current) {
          await capture.run { await recordingErrors(at: sourceLocation, of: body) }
        }
      }
      return capture.issues
    }
  #endif
  await capture.run { await recordingErrors(at: sourceLocation, of: body) }
  return capture.issues
}

/// Runs a `body` that does not wait, and gives back the issues that it records. They appear in the log as known ones.
package func capturingIssuesSynchronously(_ body: () -> Void) -> [Issue] {
  let capture = IssueCapture()
  capture.run(body)
  return capture.issues
}

/// Takes the issues of a piece of code before any `withKnownIssue` around it can.
///
/// It is the innermost one of these calls itself, but for those in the code, which are asked before it.
private final class IssueCapture: Sendable {
  private struct State {
    var issues: [Issue] = []
    /// The tasks whose latest issue was taken, until the testing library tells of it as a known one.
    var tasks: Set<Int?> = []
  }

  private let state = Locked(State())

  var issues: [Issue] { state.withLock { $0.issues } }

  func run(isolation: isolated (any Actor)? = #isolation, _ body: () async -> Void) async {
    await withKnownIssue(isIntermittent: true) {
      await UnheardIssues.$areHeard.withValue(true) { await body() }
    } matching: { issue in
      self.take(issue)
    }
  }

  func run(_ body: () -> Void) {
    withKnownIssue(isIntermittent: true) {
      UnheardIssues.$areHeard.withValue(true) { body() }
    } matching: { issue in
      self.take(issue)
    }
  }

  /// Whether the issue that the running task has just recorded was taken. Nothing comes between the two, and what was not
  /// taken is known to the code.
  func hasTakenLatest() -> Bool {
    state.withLock { $0.tasks.remove(Self.task) != nil }
  }

  private func take(_ issue: Issue) -> Bool {
    let task = Self.task
    state.withLock { state in
      state.issues.append(issue)
      state.tasks.insert(task)
    }
    return true
  }

  private static var task: Int? { withUnsafeCurrentTask { $0?.hashValue } }
}

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
