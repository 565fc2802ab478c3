public import Testing
import TestingSupportCore

/// Expects a condition to stay true for a while.
///
/// Use it for what must not happen: no second request, no alert. In a deterministic test, the duration is virtual time,
/// which takes no real time. In any other test, the test waits in real time, even if it passes, so prefer a
/// deterministic test, or keep the duration short.
///
/// ```swift
/// sut.search("a")
/// await expectAlways(for: .milliseconds(299)) { client.callCount == 0 }
/// ```
///
/// The condition is checked immediately, whenever it may have changed, and at the end. At the first check that is false
/// or throws, the test fails at `sourceLocation`, and the failure says when that was. In real time, a check that returns
/// after the duration doesn't count: what it sees may have happened later.
///
/// ```
/// The condition became false after 120 milliseconds of virtual time
/// Check 4.
/// ```
///
/// - Parameters:
///   - comment: What is expected; it opens the failure.
///   - duration: How long the condition is to hold. With zero it is checked just once.
///   - isolation: The actor that the condition runs on, that of the caller.
///   - sourceLocation: Where the failure is recorded.
///   - condition: What is to stay true. It is checked many times, so it should be free of side effects.
public func expectAlways(
  _ comment: Comment? = nil,
  for duration: Duration = .milliseconds(100),
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ condition: () async throws -> Bool
) async {
  guard isUsable(duration, label: "for", comment, sourceLocation) else { return }
  var span = ObservationPeriod(duration, schedule: CurrentTestSchedule.schedule)
  var checks = 0
  var end: ObservationPeriod.Moment?
  var problem: String?
  repeat {
    end = checks == 0 ? ObservationPeriod.Moment.within : await span.next()
    checks += 1
    let violation = await violation(of: condition)
    // What is seen after the period may have happened after it.
    if checks > 1, span.isPast {
      end = .over
      break
    }
    problem = violation.map { problem in
      checks == 1
        ? "The condition \(problem) at the first check"
        : "The condition \(problem) after \(span.passed)\nCheck \(checks)."
    }
    if duration == .zero { break }
  } while problem == nil && end == .within
  span.end()
  if problem == nil, end == .cancelled || end == .neverIdle {
    let reason = end == .cancelled ? "The task was cancelled." : "The test never became idle; a task keeps resuming."
    problem = "The condition was checked for \(span.passed) only, not for \(duration.messageText)\n\(reason)"
  }
  if let problem { recordIssue(problem, comment: comment, sourceLocation: sourceLocation) }
}

/// Says what to write instead.
@available(*, unavailable, message: "Pass the condition as a closure: expectAlways { items.isEmpty }")
public func expectAlways(_ condition: Bool, for duration: Duration? = nil) async {}

/// What is wrong with the condition now, if anything is.
private func violation(
  isolation: isolated (any Actor)? = #isolation,
  of condition: () async throws -> Bool
) async -> String? {
  do {
    return try await condition() ? nil : "became false"
  } catch {
    return "threw \(ValueText(error: error).text)"
  }
}
