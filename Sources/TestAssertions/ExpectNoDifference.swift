import Testing
import TestingSupportCore

/// Expects two values to be equal, and reports what differs if they aren't.
///
/// Use it instead of `#expect(actual == expected)` for values with more than a few fields: `#expect` prints both values
/// in full, and this function prints only the fields that differ. If the values differ, the test fails at the line of
/// the call and continues.
///
/// ```swift
/// expectNoDifference(cart.order, Order(id: 7, lines: [Line(name: "Tea", price: 4)]))
/// ```
/// ```
/// 1 difference (- expected, + actual):
/// lines[0].price, in Line(name: "Tea", price: 5):
///   - 4
///   + 5
/// ```
///
/// Equal values cost no more than their `==`, so it can be used freely in loops and on large values.
///
/// - Parameters:
///   - actual: The value from the code under test.
///   - expected: The value that it should be.
///   - comment: A comment to add to the failure.
///   - sourceLocation: Where the failure is recorded.
@inlinable
public func expectNoDifference<T: Equatable>(
  _ actual: T,
  _ expected: T,
  _ comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  if expected == actual { return }
  recordDifference(betweenUnequal: expected, and: actual, comment(), sourceLocation)
}

/// Expects two values to be equal, apart from small distances between the floating-point numbers inside them.
///
/// Use it for values with numbers that were computed: coordinates, prices, durations in seconds, measurements. The
/// numbers may be anywhere in the values, and dates count as numbers of seconds. Elements of sets and keys of
/// dictionaries have to be equal.
///
/// ```swift
/// expectNoDifference(route.summary, Summary(name: "Coast", length: 42.2), accuracy: 0.05)
/// ```
///
/// - Parameters:
///   - actual: The value from the code under test.
///   - expected: The value that it should be.
///   - accuracy: How far apart two numbers may be at most.
///   - comment: A comment to add to the failure.
///   - sourceLocation: Where the failure is recorded.
public func expectNoDifference<T>(
  _ actual: T,
  _ expected: T,
  accuracy: Double,
  _ comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  guard accuracy >= 0 else {
    let text = "`accuracy` must be 0 or more, not \(accuracy)\nNothing was compared."
    recordIssue(text, comment: comment(), sourceLocation: sourceLocation)
    return
  }
  guard let report = differenceReport(between: expected, and: actual, accuracy: accuracy) else { return }
  recordIssue(
    "\(report.headed())\nNumbers may be \(accuracy) apart.",
    comment: comment(),
    sourceLocation: sourceLocation
  )
}

@usableFromInline
func recordDifference<T: Equatable>(
  betweenUnequal expected: T,
  and actual: T,
  _ comment: Comment?,
  _ sourceLocation: SourceLocation
) {
  let report = DifferenceReport(betweenUnequal: expected, and: actual)
  recordIssue(report.headed(), comment: comment, sourceLocation: sourceLocation)
}

extension DifferenceReport {
  /// The difference, below a line that explains how to read it.
  func headed(_ occasion: String = "") -> String {
    let differences = "\(count.grouped) difference\(count == 1 ? "" : "s")"
    return "\(occasion)\(differences) (- expected, + actual):\n\(text)"
  }
}
