public import Testing
import TestingSupportCore

/// A trait that sets the seed of a test's random values, and reports it when the test fails.
///
/// Write it as `.seed(4129)` or `.tellsSeed`, on tests and on suites.
public struct SeedTrait: TestTrait, SuiteTrait, TestScoping {
  let seed: UInt64?

  /// A suite gives the trait to each of its tests.
  public var isRecursive: Bool { true }

  /// Runs a test with its own values, and adds their seed to the first issue that fails the test.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    // A trait that only reports the seed keeps the seed of an outer trait.
    let scope = SeedScope(seed: seed ?? SeedScope.current?.seed)
    do {
      try await withIssueHandling(
        { issue in
          guard issue.failsItsTest, let told = scope.textToTell() else { return issue }
          var issue = issue
          issue.comments.append(Comment(rawValue: told))
          return issue
        },
        { try await SeedScope.$current.withValue(scope, operation: function) }
      )
    } catch {
      if !(error is CancellationError), !Task.isCancelled, let told = scope.textToTell() {
        tell(told, beside: test.sourceLocation)
      }
      throw error
    }
  }

  // The error itself is reported after the trait has ended, where nothing can be added to it.
  private func tell(_ text: String, beside sourceLocation: SourceLocation) {
    #if compiler(>=6.3)
      Issue.record(Comment(rawValue: text), severity: .warning, sourceLocation: sourceLocation)
    #else
      recordIssue(text, sourceLocation: sourceLocation)
    #endif
  }
}

extension Trait where Self == SeedTrait {
  /// Sets the seed of the test's random values, whatever the seed of the run or of the test's schedule is.
  ///
  /// Use it to run a test again with the values that it failed with. A failing test reports the seed.
  ///
  /// ```swift
  /// @Test("then it is found again, as it was not yesterday", .seed(4129))
  /// ```
  ///
  /// - Parameter value: The seed that the failure reported.
  public static func seed(_ value: UInt64) -> Self {
    SeedTrait(seed: value)
  }

  /// Adds the seed of the random values to the first issue that fails a test.
  ///
  /// Put it on the outermost suite of a file. Without it, the seed is printed once per run, to standard error.
  public static var tellsSeed: Self {
    SeedTrait(seed: nil)
  }
}
