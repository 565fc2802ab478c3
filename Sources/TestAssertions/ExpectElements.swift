import Testing
import TestingSupportCore

/// Expects the elements of one array to correspond to those of another, of another type, by pairs of key paths.
///
/// Use it if the code under test converts an array of models to something else: rows, view models, stored entities. It
/// compares what both have in common, in order, and reports which elements are missing, unexpected, moved, or changed.
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
/// The first pair also determines which elements belong together if the order differs, so start with what identifies an
/// element. The test fails at the line of the call, and continues.
///
/// - Parameters:
///   - actual: The elements from the code under test.
///   - expected: The elements that they should correspond to.
///   - key: What has to be equal: a key path of an actual element, and one of an expected element.
///   - keys: More of such pairs.
///   - comment: A comment to add to the failure.
///   - sourceLocation: Where the failure is recorded.
public func expectElements<A, E, K: Equatable, each V: Equatable>(
  _ actual: [A],
  match expected: [E],
  by key: (KeyPath<A, K>, KeyPath<E, K>),
  _ keys: repeat (KeyPath<A, each V>, KeyPath<E, each V>),
  comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let elementKeys = ElementKey.all(key, repeat each keys)
  expectElements(actual, expected, elementKeys, comment: comment(), sourceLocation: sourceLocation)
}

/// Expects the elements of two arrays of one type to be the same in some of their properties.
///
/// Use it if the rest of an element doesn't matter, or can't be compared. Otherwise the same as with pairs of key
/// paths.
///
/// ```swift
/// expectElements(store.items, match: items, by: \.id, \.name)
/// ```
///
/// - Parameters:
///   - actual: The elements from the code under test.
///   - expected: The elements that they should correspond to.
///   - key: What has to be equal; the first key path also determines which elements belong together.
///   - keys: What else has to be equal.
///   - comment: A comment to add to the failure.
///   - sourceLocation: Where the failure is recorded.
public func expectElements<T, K: Equatable, each V: Equatable>(
  _ actual: [T],
  match expected: [T],
  by key: KeyPath<T, K>,
  _ keys: repeat KeyPath<T, each V>,
  comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  var elementKeys = [ElementKey(actual: key, expected: key, position: 1)]
  for key in repeat each keys {
    elementKeys.append(ElementKey(actual: key, expected: key, position: elementKeys.count + 1))
  }
  expectElements(actual, expected, elementKeys, comment: comment(), sourceLocation: sourceLocation)
}

/// Expects the elements of one array to correspond to those of another, of another type, as a predicate decides.
///
/// Use it where no two properties are equal, and the correspondence has to be worked out. With key paths the failure
/// reports which property differs; this one shows both elements.
///
/// ```swift
/// expectElements(labels, match: prices) { label, price in label == "\(price) €" }
/// // 1 difference (- expected, + actual):
/// // [1] does not match:
/// //   - 3
/// //   + "4 €"
/// ```
///
/// - Parameters:
///   - actual: The elements from the code under test.
///   - expected: The elements that they should correspond to.
///   - comment: A comment to add to the failure.
///   - sourceLocation: Where the failure is recorded.
///   - areMatching: Whether an actual element, the first, corresponds to an expected one.
public func expectElements<A, E>(
  _ actual: [A],
  match expected: [E],
  comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation,
  by areMatching: (A, E) -> Bool
) {
  let finder = DifferenceFinder()
  finder.describe(actual, expected, by: areMatching)
  guard let report = DifferenceReport(finder) else { return }
  let counts = elementCounts(actual, expected)
  recordIssue(report.headed(counts), comment: comment(), sourceLocation: sourceLocation)
}

/// Without a pair of key paths, there is nothing to compare: the compiler reports that.
@available(*, unavailable, message: "say what has to be equal: `by: (\\.name, \\.title)`, `by: \\.id`, or a closure")
public func expectElements<A, E>(
  _ actual: [A],
  match expected: [E],
  comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {}

private func expectElements<A, E>(
  _ actual: [A],
  _ expected: [E],
  _ keys: [ElementKey<A, E>],
  comment: Comment?,
  sourceLocation: SourceLocation
) {
  let comparison = ElementComparison(actual: actual, expected: expected, keys: keys)
  guard let report = comparison.report() else { return }
  recordIssue(report.headed(elementCounts(actual, expected)), comment: comment, sourceLocation: sourceLocation)
}

/// How many elements there are, if it is not as many as expected: the opening of a sentence.
private func elementCounts<A, E>(_ actual: [A], _ expected: [E]) -> String {
  if actual.count == expected.count { return "" }
  let were = expected.count == 1 ? "was" : "were"
  let elements = actual.count == 1 ? "element" : "elements"
  return "\(actual.count.grouped) \(elements) where \(expected.count.grouped) \(were) expected, "
}
