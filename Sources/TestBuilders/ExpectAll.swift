import Testing
import TestingSupportCore

/// Checks that a property holds for all values, by trying it with many random ones.
///
/// Use it if a rule is easier to state than examples: what is written can be read again, sorting twice is the same as
/// sorting once, a total never decreases. The values are the closure's parameters, of any types with a ``Fixture``, or
/// those that the closure requests with `any…()` and `.fixture`.
///
/// ```swift
/// await expectAll { (session: Session) in
///   let decoded = try Session(decoding: session.encoded())
///   #expect(decoded == session)
/// }
/// ```
///
/// A trial fails like a test: with `#expect`, `#require`, a thrown error, or a recorded issue. The input of the first
/// failing trial is then shrunk: numbers toward zero, shorter strings and collections, optional values to `nil`,
/// through all parts of a fixture. Only the smallest failing input is reported: its own issues, at their own lines, and
/// one at the line of the call that shows the values and how to replay them.
///
/// The closure runs hundreds of times, one after the other. It should make what it changes itself.
/// Issues of detached tasks it starts are not seen as its own.
///
/// - Parameters:
///   - comment: A comment to add to the failure.
///   - trials: How many times to try. A number below 1 is recorded as an issue.
///   - case: The code of a case that failed, which is tried before all others.
///   - shrinkAttempts: How many smaller inputs to try after the first failing one. The report says if that was too few.
///     A negative number records an issue.
///   - isolation: The actor that the test runs on.
///   - sourceLocation: The line to fail at.
///   - property: Checks the property for one choice of values.
public func expectAll<each Value: Fixture>(
  _ comment: Comment? = nil,
  trials: Int = 100,
  replaying case: String? = nil,
  shrinkAttempts: Int = 2000,
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ property: (repeat each Value) async throws -> Void
) async {
  await checkProperty(
    of: "expectAll",
    comment,
    trials: trials,
    replaying: `case`,
    shrinkAttempts: shrinkAttempts,
    isolation: isolation,
    sourceLocation: sourceLocation
  ) { source in
    _ = isolation  // Keeps the closure, and with it the making of the values, where the test runs.
    // Safe: created for this call, and used only by the property.
    let values = UncheckedSendable((repeat draw((each Value).self, from: source)))
    try await property(repeat each values.content)
  }
}

/// Checks a property that draws its values itself.
func checkProperty(
  of function: String,
  _ comment: Comment?,
  trials: Int,
  replaying case: String?,
  shrinkAttempts: Int,
  isolation: isolated (any Actor)?,
  sourceLocation: SourceLocation,
  _ property: (ValueSource) async throws -> Void
) async {
  guard trials > 0 else {
    recordIssue(
      "`trials` must be at least 1, not \(trials)\nNothing was checked.",
      comment: comment,
      sourceLocation: sourceLocation
    )
    return
  }
  guard shrinkAttempts >= 0 else {
    recordIssue(
      "`shrinkAttempts` must not be negative, but is \(shrinkAttempts)\nNothing was checked.",
      comment: comment,
      sourceLocation: sourceLocation
    )
    return
  }
  let report = PropertyReport(function: function, comment: comment, trials: trials, sourceLocation: sourceLocation)
  await withProperty(property) { property in
    let run = PropertyRun(property: property, report: report, shrinkAttempts: shrinkAttempts)
    if let `case` {
      guard let choices = ReplayToken.decode(`case`) else { return report.noCode(`case`) }
      guard await run.replay(choices) else { return }
    }
    guard await run.tryKept() else { return }
    await run.tryAll(trials)
  }
}

private func draw<T: Fixture>(_ type: T.Type, from source: ValueSource) -> T {
  var values = source.values()
  let value = values.any(type)
  source.trial?.note(TypeName.of(type), value)
  return value
}
