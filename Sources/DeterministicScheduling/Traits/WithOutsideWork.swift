public import Testing
internal import TestingSupportCore

/// Stops virtual time while code waits for an outside event.
///
/// Use it in a deterministic test around a call whose result comes from a thread, a dispatch queue, a process, or the
/// network. Such a result takes real time, but virtual time advances to the next deadline as soon as the test is idle:
/// a timeout of a minute would always come first.
///
/// ```swift
/// @Test("When the helper process answers then the request does not time out", .deterministic)
/// func whenProcessAnswers_thenRequestDoesNotTimeOut() async throws {
///   let client = Client(timeout: .seconds(60))
///   let answer = try await withOutsideWork { try await client.ask("ping") }
///   #expect(answer == "pong")
/// }
/// ```
///
/// Everything in the test that can run still runs, and a sleep that ends at this moment ends. Any other sleep,
/// including those in `body`, ends only after `body` has returned. Until then, waiting helpers don't fail because
/// nothing can run. If no outside event resumes the test for as long as `.deterministic(outside:)` allows, five seconds
/// by default, the test fails and is cancelled. So does a test that polls in a loop for as long while one call is running.
///
/// Outside a deterministic test, and where sleeps take real time, this function only calls `body`.
///
/// - Parameters:
///   - isolation: The actor of the caller, on which `body` runs.
///   - sourceLocation: The source location that a failure of the test names.
///   - body: The code that waits for the outside event.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws.
public func withOutsideWork<R>(
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () async throws -> R
) async rethrows -> R {
  guard let schedule = Schedule.current else { return try await body() }
  let work = OutsideWork(at: sourceLocation)
  schedule.remember(work)
  schedule.beginOutsideWork()
  defer {
    schedule.endOutsideWork()
    withExtendedLifetime(work) {}
  }
  return try await body()
}

/// A call of `withOutsideWork`, for the message of a test that waits for it forever.
private final class OutsideWork: WaitPoint {
  private let sourceLocation: SourceLocation

  init(at sourceLocation: SourceLocation) {
    self.sourceLocation = sourceLocation
  }

  var waiterSummary: String? {
    let (file, line, column) = (sourceLocation.fileName, sourceLocation.line, sourceLocation.column)
    return
      "1 call of `withOutsideWork` at \(file):\(line):\(column), during which virtual time stands still and no sleep ends"
  }
}
