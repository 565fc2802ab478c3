public import Testing
internal import TestingSupportCore

/// Lets virtual time stand still while code waits for something outside the test.
///
/// Use it in a deterministic test around a call that is answered by a thread, a dispatch queue, a process or the network.
/// Such an answer takes real time, but virtual time jumps to the next deadline as soon as nothing in the test can run: a
/// time-out of a minute would always come first.
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
/// Everything in the test that can run still runs, and a sleep that ends at this very moment ends. Any other sleep, of
/// `body` too, goes on only when `body` has returned. Waiting helpers don't take "nothing can run" for an answer
/// meanwhile. If nothing outside resumes the test for as long as `.deterministic(outside:)` says, five seconds by default,
/// the test fails and is cancelled.
///
/// Outside a deterministic test, and where time isn't virtual, this function only calls `body`.
///
/// - Parameters:
///   - isolation: The actor of the caller, on which `body` runs.
///   - sourceLocation: The source location that a failure of the test names.
///   - body: The code that waits for the outside.
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
    return "1 call of `withOutsideWork` at \(file):\(line):\(column), during which virtual time stands still"
  }
}
