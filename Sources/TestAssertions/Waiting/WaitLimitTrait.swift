public import Testing
import TestingSupportCore

/// Changes how long helpers wait before they fail a test.
///
/// A limit counts the time that the process was given: real time on an idle machine, and longer on a busy one, so that
/// a sound test does not fail because it had no turn.
///
/// Get one with `.waitLimit(_:)`.
public struct WaitLimitTrait: TestTrait, SuiteTrait, TestScoping {
  fileprivate let limit: Duration
  fileprivate let sourceLocation: SourceLocation

  /// On a suite the limit holds for its tests and the suites in it.
  public var isRecursive: Bool { true }

  /// Runs a test under the limit.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withWaitLimit(limit, sourceLocation: sourceLocation, function)
  }
}

extension Trait where Self == WaitLimitTrait {
  /// Limits how long every helper of this package waits in real time before it fails the test.
  ///
  /// Use it if ten seconds are too short, or if a test of your own helpers needs one to fail immediately. A passing
  /// test never waits for the limit. For a whole run, set the environment variable `TESTING_SUPPORT_WAIT_LIMIT` to a
  /// number of seconds; the trait takes precedence over it.
  ///
  /// ```swift
  /// @Suite("Uploads", .waitLimit(.seconds(60)))
  /// struct UploadTests {
  ///   // …
  /// }
  /// ```
  ///
  /// In a deterministic test, helpers then wait that long for outside events, as with `.deterministic(outside:)`.
  ///
  /// A detached task doesn't inherit the limit. Pass `within:` to a helper that waits there, or use
  /// `.deterministic(outside:)`, which applies to every task of a test.
  ///
  /// - Parameters:
  ///   - limit: The limit. One that is not positive fails the test and leaves the limit as it was.
  ///   - sourceLocation: Where a limit that makes no sense is reported.
  public static func waitLimit(_ limit: Duration, sourceLocation: SourceLocation = #_sourceLocation) -> Self {
    WaitLimitTrait(limit: limit, sourceLocation: sourceLocation)
  }
}

/// Limits how long every helper of this package waits in real time while `body` runs.
///
/// Use it for part of a test, or in XCTest, where there are no traits; otherwise, prefer the trait `.waitLimit(_:)`.
///
/// ```swift
/// await withWaitLimit(.seconds(60)) {
///   await expectEventually { FileManager.default.fileExists(atPath: path) }
/// }
/// ```
///
/// - Parameters:
///   - limit: The limit. One that is not positive fails the test and leaves the limit as it was.
///   - isolation: The actor that `body` runs on, that of the caller.
///   - sourceLocation: Where a limit that makes no sense is reported.
///   - body: The code under the limit, with the child tasks and tasks that it starts. A detached task doesn't inherit
///     the limit.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws.
public func withWaitLimit<Result>(
  _ limit: Duration,
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () async throws -> Result
) async rethrows -> Result {
  guard limit > .zero else {
    recordIssue(
      "The wait limit must be greater than zero, not \(limit.messageText)\nThe previous limit applies.",
      sourceLocation: sourceLocation
    )
    return try await body()
  }
  return try await WaitLimit.withValue(limit, body)
}
