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
/// are inherited, and a cancelled caller cancels it. When the code has ended, what is ready still runs, and tasks that are
/// unfinished then are cancelled, and end before this function returns. Inside another deterministic test, that test
/// stands still meanwhile, and clocks go on from the time that it has come to: inside a test they only ever go forward.
///
/// - Parameters:
///   - seed: Decides the order; first in, first out without.
///   - strategy: How the order is drawn from the seed.
///   - limit: How long, in real time, the code may rest until something from outside wakes it: five seconds by default.
///     After that an issue is recorded, with the names of the tasks that wait, and the code is cancelled. Pass a limit to
///     say that the code waits for the outside: then waiting helpers give the outside as long, too.
///   - leftovers: What becomes of tasks that outlive the code.
///   - dates: What `Date()` shows: the system's date, or virtual time.
///   - isolation: The actor of the caller.
///   - sourceLocation: Where a failure is recorded.
///   - body: The code to run.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws, or an error that says that `body` did not even end when it was cancelled and was left
///   behind.
public func withDeterministicScheduling<R>(
  seed: UInt64? = nil,
  strategy: InterleavingStrategy = .random,
  outside limit: Duration? = nil,
  leftovers: Leftovers = .cancel,
  dates: DateSource = .real,
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation,
  _ body: () async throws -> R
) async throws -> R {
  if let misuse = strategy.misuse(seed: seed) { recordIssue(misuse, sourceLocation: sourceLocation) }
  let run = DeterministicRun(
    strategy: seed.map(strategy.order),
    seed: seed,
    outsideLimit: limit,
    leftovers: leftovers,
    dates: dates
  )
  var result: Result<R, any Error>?
  _ = try await run.perform(sourceLocation: sourceLocation) {
    do { result = .success(try await body()) } catch { result = .failure(error) }
  }
  guard let result else { throw AbandonedTest() }
  return try result.get()
}

/// Runs a piece of code under a schedule of its own, and records failures at the line that calls it.
///
/// Does the same as ``withDeterministicScheduling(seed:strategy:outside:leftovers:dates:isolation:sourceLocation:_:)``. The file
/// that calls it need not import `Testing`.
public func withDeterministicScheduling<R>(
  seed: UInt64? = nil,
  strategy: InterleavingStrategy = .random,
  outside limit: Duration? = nil,
  leftovers: Leftovers = .cancel,
  dates: DateSource = .real,
  isolation: isolated (any Actor)? = #isolation,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column,
  _ body: () async throws -> R
) async throws -> R {
  try await withDeterministicScheduling(
    seed: seed,
    strategy: strategy,
    outside: limit,
    leftovers: leftovers,
    dates: dates,
    isolation: isolation,
    sourceLocation: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column),
    body
  )
}
