public import Testing
import TestingSupportCore

/// Expects a condition to become true.
///
/// Use it for a change with no event to await: a view model that starts a task to load, a file that is written in the
/// background. If there is a stream, a spy, or a clock, await that instead: it fails earlier and reports more.
///
/// ```swift
/// sut.onAppear()
/// await expectEventually { sut.items.count == 3 }
/// ```
///
/// The condition is checked immediately, and again whenever it may have changed, until it is true. In a deterministic
/// test, that is when the test is idle and after each sleep. In any other test, it is checked at intervals that start
/// with a yield and grow. There is no fixed delay, and a condition that is true from the start costs nothing.
///
/// If the condition is still false at the end, the test fails at `sourceLocation`, and the failure says how often it
/// was checked and what the last check threw:
///
/// ```
/// The condition never became true
/// Checked 255 times. The last check threw .offline.
/// Timed out after 10 seconds.
/// ```
///
/// - Parameters:
///   - comment: What is expected; it opens the failure.
///   - limit: How long to wait in real time. By default, a deterministic test waits until it cannot make progress, and
///     any other test until the wait limit, ten seconds unless ``withWaitLimit(_:isolation:sourceLocation:_:)`` sets
///     another one. Pass a limit in a deterministic test to wait for an outside event. With zero, the condition is
///     checked just once.
///   - isolation: The actor that the condition runs on, that of the caller.
///   - sourceLocation: Where the failure is recorded.
///   - condition: What is to become true. An error counts as false. It should be free of side effects and should not
///     record issues, since it is checked many times; a condition that does not return cannot be interrupted.
public func expectEventually(
  _ comment: Comment? = nil,
  within limit: Duration? = nil,
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ condition: () async throws -> Bool
) async {
  guard isUsable(limit, label: "within", comment, sourceLocation) else { return }
  var poller = ConditionPoller()
  let found: Void? = await poller.find(within: limit) { try await condition() ? () : nil }
  if found != nil { return }
  recordIssue(poller.report("The condition never became true"), comment: comment, sourceLocation: sourceLocation)
}

/// Expects a value to become equal to another.
///
/// Use it instead of ``expectEventually(_:within:isolation:sourceLocation:_:)`` if there is a value to show: the
/// failure then shows which values were seen, and how the last one differs.
///
/// ```swift
/// await expectEventually(equals: 3) { await cache.count }
/// ```
/// ```
/// The value never became 3
/// Checked 255 times. Seen: 0, 1, 2.
/// Timed out after 10 seconds.
/// ```
///
/// - Parameters:
///   - comment: What is expected; it opens the failure.
///   - expected: The value to wait for.
///   - limit: How long to wait, as in ``expectEventually(_:within:isolation:sourceLocation:_:)``.
///   - isolation: The actor that `value` runs on, that of the caller.
///   - sourceLocation: Where the failure is recorded.
///   - value: Gives the value as it is now. An error counts as a value that is not equal.
public func expectEventually<Value: Equatable>(
  _ comment: Comment? = nil,
  equals expected: Value,
  within limit: Duration? = nil,
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ value: () async throws -> Value
) async {
  guard isUsable(limit, label: "within", comment, sourceLocation) else { return }
  var poller = ConditionPoller()
  var seen = SeenValues<Value>()
  let found: Void? = await poller.find(within: limit) {
    let value = try await value()
    seen.add(value)
    return value == expected ? () : nil
  }
  if found != nil { return }
  let opening = "The value never became \(ValueText(expected).text)"
  recordIssue(
    poller.report(opening, seen: seen.report(expected: expected)),
    comment: comment,
    sourceLocation: sourceLocation
  )
}

/// Says what to write instead.
@available(*, unavailable, message: "Pass the condition as a closure: expectEventually { items.count == 3 }")
public func expectEventually(_ condition: Bool, within limit: Duration? = nil) async {}

/// Whether a duration makes sense; if it does not, the test fails.
func isUsable(_ duration: Duration?, label: String, _ comment: Comment?, _ sourceLocation: SourceLocation) -> Bool {
  guard let duration, duration < .zero else { return true }
  recordIssue(negativeDuration(duration, label: label), comment: comment, sourceLocation: sourceLocation)
  return false
}

func negativeDuration(_ duration: Duration, label: String) -> String {
  "`\(label):` must not be negative, but is \(duration.messageText)\nNothing was checked."
}
