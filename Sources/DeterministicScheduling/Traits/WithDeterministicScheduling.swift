public import Testing
internal import TestingSupportCore

/// Runs code under its own schedule, as `.deterministic` runs a test.
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
/// The code runs in a separate task, on the actor of the caller, and may use what the caller may use. Task-local values
/// are inherited, and a cancelled caller cancels it. When the code has finished, what is ready still runs, and tasks
/// that are then unfinished are cancelled, and finish before this function returns. Inside another deterministic test,
/// that test is paused, and clocks continue from its time: in a test, they never go back.
///
/// - Parameters:
///   - seed: Decides the order; first in, first out without.
///   - strategy: How the order is drawn from the seed.
///   - limit: How long, in real time, code that cannot make progress waits for an outside event. Defaults to five
///     seconds. After that, an issue is recorded, with the names of the suspended tasks, and the code is cancelled. If
///     you pass a limit, waiting helpers wait as long for outside events too.
///   - leftovers: What becomes of tasks that outlive the code.
///   - unhandledErrors: What happens if a task throws an error that no code handles.
///   - dates: What `Date()` shows: the system's date, or virtual time. Defaults to what it shows in the test around this
///     call, or the system's date.
///   - sleeps: How long sleeps take where time isn't virtual.
///   - isolation: The actor of the caller.
///   - sourceLocation: Where a failure is recorded.
///   - body: The code to run.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws, or an error if `body` ignored cancellation and was abandoned.
public func withDeterministicScheduling<R>(
  seed: UInt64? = nil,
  strategy: InterleavingStrategy = .random,
  outside limit: Duration? = nil,
  leftovers: Leftovers = .cancel,
  unhandledErrors: UnhandledErrors = .ignore,
  dates: DateSource? = nil,
  sleeps: SleepMode = .automatic,
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
    unhandledErrors: unhandledErrors,
    dates: dates,
    sleeps: sleeps
  )
  var result: Result<R, any Error>?
  var possibleReason: String?
  let failureCount = UnattributedIssues.failureCount
  _ = try await run.perform(sourceLocation: sourceLocation) {
    _ = isolation  // Captured, so that the closure begins where the caller is.
    do { result = .success(try await body()) } catch { result = .failure(error) }
    let hasThrown = if case .failure = result { true } else { false }
    if hasThrown || UnattributedIssues.failureCount != failureCount {
      possibleReason = Schedule.current?.takePossibleReason()
    }
  }
  if let possibleReason { recordWarning(possibleReason, sourceLocation: sourceLocation) }
  guard let result else { throw AbandonedTest() }
  return try result.get()
}

/// Runs code under its own schedule, and records failures at the line that calls it.
///
/// Does the same as ``withDeterministicScheduling(seed:strategy:outside:leftovers:unhandledErrors:dates:sleeps:isolation:sourceLocation:_:)``. The file
/// that calls it need not import `Testing`.
public func withDeterministicScheduling<R>(
  seed: UInt64? = nil,
  strategy: InterleavingStrategy = .random,
  outside limit: Duration? = nil,
  leftovers: Leftovers = .cancel,
  unhandledErrors: UnhandledErrors = .ignore,
  dates: DateSource? = nil,
  sleeps: SleepMode = .automatic,
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
    unhandledErrors: unhandledErrors,
    dates: dates,
    sleeps: sleeps,
    isolation: isolation,
    sourceLocation: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column),
    body
  )
}
