#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How long a helper waits, outside a deterministic test, before it fails.
///
/// Paid only by a test that fails, so it is generous. It is real time on an idle machine, and longer on a busy one,
/// which must not fail a sound test: ``TimeoutTimer`` counts what the process was given. The environment variable
/// `TESTING_SUPPORT_WAIT_LIMIT` (in seconds) changes it for a whole run, ``withValue(_:_:)`` for a piece of code.
package enum WaitLimit {
  @TaskLocal private static var override: Duration?

  /// The limit set for the running code, if any: the code then waits for outside events.
  package static var explicit: Duration? { override }

  /// The limit in force here.
  package static var current: Duration { override ?? processWide }

  /// The limit in force here for a wait that nothing but the event or the limit ends: the explicit one, or at least as
  /// long as the `outside:` of the deterministic test.
  package static var ofEvents: Duration {
    override ?? max(processWide, CurrentTestSchedule.settlingSchedule?.outsidePatience ?? .zero)
  }

  package static func withValue<R>(
    _ limit: Duration,
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> R
  ) async rethrows -> R {
    try await $override.withValue(limit) { try await body() }
  }

  /// The same for code that does not suspend.
  package static func withValueSynchronously<R>(_ limit: Duration, _ body: () -> R) -> R {
    $override.withValue(limit) { body() }
  }

  private static let processWide = parse(ProcessInfo.processInfo.environment["TESTING_SUPPORT_WAIT_LIMIT"])

  /// The limit from the value of the environment variable; ten seconds if it is missing or invalid.
  package static func parse(_ text: String?) -> Duration {
    guard let text, let seconds = Double(text), seconds > 0, seconds < 1_000_000 else { return .seconds(10) }
    return .seconds(seconds)
  }
}
