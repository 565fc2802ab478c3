public import Testing
internal import TestingSupportCore

/// Runs a piece of code under a schedule of its own, as `.deterministic` runs a test.
///
/// Use it where there is no trait to give, as in XCTest, or for one part of a test:
///
/// ```swift
/// func test_retry_backsOff() async throws {
///   try await withDeterministicScheduling {
///     try await RetryingClient(failures: 2).load()
///     XCTAssertEqual(VirtualTime.elapsed, .seconds(1 + 2))
///   }
/// }
/// ```
/// The code runs in a task of its own, on the actor of the caller, and may use what the caller may use. Task-local values
/// are inherited, and a cancelled caller cancels it. What is ready to run when the code has ended still runs; what sleeps
/// then, or waits, goes on outside. Inside of another deterministic test, that test stands still meanwhile.
///
/// - Parameters:
///   - seed: Decides the order; first in, first out without.
///   - strategy: How the order is drawn from the seed.
///   - limit: How long, in real time, the code may rest until something from outside wakes it. After that an issue is
///     recorded, with the names of the tasks that wait, and the code is cancelled.
///   - isolation: The actor of the caller.
///   - sourceLocation: Where a failure is recorded.
///   - body: The code to run.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws, or an error that says that `body` did not even end when it was cancelled and was left
///   behind.
public func withDeterministicScheduling<R>(
  seed: UInt64? = nil,
  strategy: InterleavingStrategy = .random,
  outside limit: Duration = .seconds(5),
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () async throws -> R
) async throws -> R {
  if let misuse = strategy.misuse(seed: seed) { recordIssue(misuse, sourceLocation: sourceLocation) }
  let run = DeterministicRun(strategy: seed.map(strategy.order), seed: seed, outsideLimit: limit)
  var result: Result<R, any Error>?
  _ = try await run.perform(sourceLocation: sourceLocation) {
    do { result = .success(try await body()) } catch { result = .failure(error) }
  }
  guard let result else { throw AbandonedTest() }
  return try result.get()
}
