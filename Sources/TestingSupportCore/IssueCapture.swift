package import Testing

/// Runs `body` and returns the issues that it records, instead of letting them fail the test.
///
/// An error that `body` throws is among them, at `sourceLocation`, unless it is the one by which `#require` ends a
/// test: that has recorded its issue before. Only what is recorded from the body's own task and its children is seen: a
/// detached task has left the test that started it. In a deterministic test, what the body has started settles first.
/// What is recorded after this function has returned reaches the test. An error by which the body has cancelled the
/// test is no issue. An issue that a `withKnownIssue` of the body knows stays known. One around the body sees nothing.
/// So does a trait that handles issues in the body: it finds them known.
///
/// The log stays quiet where the testing library can keep an issue to itself (Swift 6.2, inside a test). Elsewhere
/// the issues appear in it as known ones.
///
/// - Parameters:
///   - isolation: The actor that `body` runs on.
///   - sourceLocation: The location of the issue for an error that `body` throws.
///   - isCaptured: Whether to capture an issue. One that is not goes on to the test.
///   - body: The code whose issues to capture.
package func capturingIssues(
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  where isCaptured: @escaping @Sendable (Issue) -> Bool = { _ in true },
  _ body: () async throws -> Void
) async -> [Issue] {
  let capture = IssueCapture(where: isCaptured)
  #if compiler(>=6.2)
    if let test = Test.current {
      let trait: IssueHandlingTrait = .compactMapIssues { issue in
        // An issue recorded outside every test is passed to every running scope, and to the run itself, which reports
        // it.
        guard Test.current?.id == test.id else { return nil }
        return capture.hasTakenLatest() ? nil : issue
      }
      await withoutActuallyEscaping(body) { body in
        _ = isolation  // Keeps this closure on the caller's actor.
        // Safe: the closure runs once, within this call and on the actor that its own type or context names; it has to
        // be `@Sendable` only because a trait's scope requires it.
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

/// Runs a `body` that does not wait, and returns the issues that it records. They appear in the log as known ones.
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
    /// The tasks whose latest issue was captured, until the testing library reports it as a known issue.
    var tasks: Set<Int?> = []
    var isOpen = true
  }

  private let state = Locked(State())
  private let isCaptured: @Sendable (Issue) -> Bool

  init(where isCaptured: @escaping @Sendable (Issue) -> Bool = { _ in true }) {
    self.isCaptured = isCaptured
  }

  var issues: [Issue] { state.withLock { $0.issues } }

  func run(isolation: isolated (any Actor)? = #isolation, _ body: () async -> Void) async {
    await withKnownIssue(isIntermittent: true) {
      await UnattributedIssues.$areHeard.withValue(true) { await body() }
      await settleWhatWasStarted()
    } matching: { issue in
      self.take(issue)
    }
    close()
  }

  func run(_ body: () -> Void) {
    withKnownIssue(isIntermittent: true) {
      UnattributedIssues.$areHeard.withValue(true) { body() }
    } matching: { issue in
      self.take(issue)
    }
    close()
  }

  /// Whether the issue that the running task has just recorded was captured. Nothing happens between the two, and an
  /// issue that was not captured is known to the code.
  func hasTakenLatest() -> Bool {
    state.withLock { $0.tasks.remove(Self.task) != nil }
  }

  /// From here on, issues are left to the test: tasks that the code has left behind still pass by here.
  private func close() {
    state.withLock { $0.isOpen = false }
  }

  private func take(_ issue: Issue) -> Bool {
    guard isCaptured(issue) else { return false }
    let task = Self.task
    return state.withLock { state in
      guard state.isOpen else { return false }
      state.issues.append(issue)
      state.tasks.insert(task)
      return true
    }
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
  } catch  where error.cancelsTest {
  } catch {
    Issue.record(error, sourceLocation: sourceLocation)
  }
}

/// Waits, in a deterministic test, until everything that a piece of code started is idle.
private func settleWhatWasStarted(isolation: isolated (any Actor)? = #isolation) async {
  guard let schedule = CurrentTestSchedule.settlingSchedule else { return }
  // At least twice: the started code may itself wait until the test is idle, and then continue.
  for round in 0..<10 {
    let before = schedule.unfinishedTasks
    await withCheckedContinuation { continuation in
      _ = schedule.whenIdle(.settled) { continuation.resume() }
    }
    if !schedule.isSettled || round > 0 && schedule.unfinishedTasks == before { return }
  }
}
