public import Testing
import TestingSupportCore

/// Waits for a value that is not available yet, and ends the test if it never is.
///
/// Use it where the rest of the test needs the value, as `#require` is used beside `#expect`.
///
/// ```swift
/// let alert = try await requireEventually { sut.alert }
/// #expect(alert.title == "Offline")
/// ```
///
/// The value is requested whenever ``expectEventually(_:within:isolation:sourceLocation:_:)`` would check its
/// condition. If it is still `nil` at the end, the failure at `sourceLocation` says how often it was checked, and the
/// thrown error ends the test.
///
/// - Parameters:
///   - comment: What is required; it opens the failure.
///   - limit: How long to wait, as in ``expectEventually(_:within:isolation:sourceLocation:_:)``.
///   - isolation: The actor that `value` runs on, that of the caller.
///   - sourceLocation: Where the failure is recorded.
///   - value: Gives the value as soon as there is one. An error counts as none.
/// - Returns: The value.
/// - Throws: The error that `#require` throws, which ends the test without being recorded a second time.
public func requireEventually<Value>(
  _ comment: Comment? = nil,
  within limit: Duration? = nil,
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ value: () async throws -> Value?
) async throws -> Value {
  var poller = ConditionPoller()
  var eventualValue: Value?
  var report: String
  if let limit, limit < .zero {
    report = negativeDuration(limit, label: "within")
  } else {
    eventualValue = await poller.find(within: limit, value)
    report = poller.report("No value arrived")
  }
  let text = comment.map { "\($0.rawValue)\n\(report)" } ?? report
  if eventualValue == nil, !UnattributedIssues.isAttributed {
    try failRequirement(text, sourceLocation: sourceLocation)
  }
  return try #require(eventualValue, "\(text)", sourceLocation: sourceLocation)
}
