internal import Testing
internal import TestingSupportCore

/// Catches the failing issues of one run of a test's body, so that they do not fail the test yet.
final class IssueCatcher: Sendable {
  struct Caught: Sendable {
    let issue: Issue
    /// The number of the step that recorded it, if a step of the schedule did.
    let step: Int?
  }

  private struct State {
    var isOpen = true
    var schedule: Schedule?
    var caught: [Caught] = []
    var error: (any Error)?
  }

  private let state = Locked(State())
  private let passes: @Sendable (Issue) -> Bool

  /// - Parameter passes: Whether to let an issue that does not fail the test, a known one or a warning, through.
  init(passingOn passes: @escaping @Sendable (Issue) -> Bool = { _ in true }) {
    self.passes = passes
  }

  /// What was recorded, in that order.
  var caught: [Caught] { state.withLock { $0.caught } }

  /// The error that the body threw.
  var error: (any Error)? { state.withLock { $0.error } }

  /// Runs `body` and catches what it records and throws. What is recorded later, by tasks it left behind, is let through.
  func run(for test: Test, testCase: Test.Case?, _ body: @Sendable () async throws -> Void) async {
    let catching: @Sendable () async -> Void = {
      do {
        try await body()
      } catch {
        self.state.withLock { $0.error = error }
      }
    }
    #if compiler(>=6.2)
      let handler: IssueHandlingTrait = .compactMapIssues { self.handle($0) }
      try? await handler.provideScope(for: test, testCase: testCase, performing: catching)
    #else
      await withKnownIssue(isIntermittent: true, catching, matching: { self.handle($0) == nil })
    #endif
    state.withLock { state in
      state.isOpen = false
      state.schedule = nil
    }
  }

  /// Says under which schedule the body runs, so that issues of its detached tasks, and of what it starts outside, are known
  /// for its own.
  func watch(_ schedule: Schedule?) {
    state.withLock { $0.schedule = schedule }
  }

  private func handle(_ issue: Issue) -> Issue? {
    // Issues recorded outside every test reach all issue handlers: they are neither caught nor passed on twice, but for
    // those of this run.
    if Test.current == nil, !isOfRun { return nil }
    guard issue.failsItsTest else { return passes(issue) ? issue : nil }
    let step = Schedule.current?.currentStep
    let isCaught = state.withLock { state in
      if state.isOpen { state.caught.append(Caught(issue: issue, step: step)) }
      return state.isOpen
    }
    return isCaught ? nil : issue
  }

  // Whether the calling thread runs a task of this run, or work that this run has started outside.
  private var isOfRun: Bool {
    guard let schedule = state.withLock({ $0.schedule }) else { return false }
    return Schedule.current === schedule || schedule.isWorkRunning
  }
}

extension Schedule {
  /// The number of the step that runs now, or has just run, counted from 0.
  fileprivate var currentStep: Int { state.withLock { $0.scheduler.stepCount - 1 } }
}

extension Issue {
  /// Records the issue again: with its kind, its comments and its place where the toolchain can, else with its text.
  func recordAgain(for test: Test, testCase: Test.Case?) async {
    #if compiler(>=6.2)
      if !isOfTestingLibrary {
        // Other tasks may record issues at this moment. Those of no test reach all issue handlers, and are not passed on twice.
        let substitute: IssueHandlingTrait = .compactMapIssues { issue in
          if IssueSubstitution.isRunning { return self }
          return Test.current == nil ? nil : issue
        }
        try? await substitute.provideScope(for: test, testCase: testCase) {
          _ = IssueSubstitution.$isRunning.withValue(true) { recordIssue("", sourceLocation: place(in: test)) }
        }
        return
      }
    #endif
    recordIssue(description, sourceLocation: place(in: test))
  }

  private func place(in test: Test) -> SourceLocation { sourceLocation ?? test.sourceLocation }

  // These kinds may not be given to another issue.
  private var isOfTestingLibrary: Bool {
    switch kind {
    case .apiMisused, .system: true
    default: false
    }
  }
}

/// Tells the issue that stands for another one from those that are recorded beside it.
private enum IssueSubstitution {
  @TaskLocal static var isRunning = false
}
