import Testing
import TestingSupportCore

/// Expects the elements of one array to correspond to those of another, of another type, by pairs of key paths.
///
/// Use it where the code under test turns a list of models into something else: rows, view models, stored entities. It
/// compares what both have in common, in order, and tells which elements are missing, unexpected, moved or changed.
///
/// ```swift
/// expectElements(screen.rows, match: networks, by: (\.title, \.ssid), (\.bars, \.signal))
/// ```
/// ```
/// 1 difference (- expected, + actual):
/// [1].bars ↔ signal, in (title: "Guest", bars: 2):
///   - 3
///   + 2
/// ```
///
/// The first pair also tells which elements belong together where the order differs, so begin with what identifies an
/// element. The test fails at the line of the call, and goes on. Without any key paths it fails: there is nothing to
/// compare.
///
/// - Parameters:
///   - actual: The elements that the code under test came up with.
///   - expected: The elements that they should correspond to.
///   - keys: What has to be equal: for each pair a key path of an actual element, and one of an expected element.
///   - comment: What the test is about to say if it fails.
///   - sourceLocation: Where the failure is recorded.
public func expectElements<A, E, each V: Equatable>(
  _ actual: [A],
  match expected: [E],
  by keys: repeat (KeyPath<A, each V>, KeyPath<E, each V>),
  comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  var elementKeys: [ElementKey<A, E>] = []
  for pair in repeat each keys {
    elementKeys.append(ElementKey(actual: pair.0, expected: pair.1, position: elementKeys.count + 1))
  }
  if elementKeys.isEmpty {
    let text =
      "there is nothing to compare: give `expectElements` at least one pair of key paths, `by: (\\.name, \\.title)`"
    recordIssue(text, comment: comment(), sourceLocation: sourceLocation)
    return
  }
  let comparison = ElementComparison(actual: actual, expected: expected, keys: elementKeys)
  guard let report = comparison.report() else { return }
  recordIssue(report.headed(comparison.counts), comment: comment(), sourceLocation: sourceLocation)
}
