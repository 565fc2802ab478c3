import Testing
import TestingSupportCore

/// Expects two collections to have the same elements, whatever their order, each as often as expected.
///
/// Use it where the order is not part of the contract: results of concurrent work, or values of a dictionary.
///
/// ```swift
/// expectElements(downloads.names, matchInAnyOrder: ["a", "b", "c"])
/// ```
/// ```
/// 2 differences (- expected, + actual), in any order:
/// 1 element is missing:
///   - "c"
/// 1 element is unexpected:
///   + "d"
/// ```
///
/// - Parameters:
///   - actual: The elements from the code under test.
///   - expected: The elements that they should be.
///   - comment: A comment to add to the failure.
///   - sourceLocation: Where the failure is recorded.
public func expectElements<A: Sequence, E: Sequence>(
  _ actual: A,
  matchInAnyOrder expected: E,
  comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) where A.Element: Equatable, E.Element == A.Element {
  let (actual, expected) = (Array(actual), Array(expected))
  let matching =
    hashMatching(expected, actual)
    ?? UnorderedMatching(expectedCount: expected.count, actualCount: actual.count) { expected[$0] == actual[$1] }
  record(matching, of: actual, expected, comment: comment(), sourceLocation)
}

/// Expects the elements of one collection to correspond to those of another in any order, according to a predicate.
///
/// Each element corresponds to one other at most, and as many as possible are paired.
///
/// ```swift
/// expectElements(labels, matchInAnyOrder: prices) { label, price in label == "\(price) €" }
/// ```
///
/// - Parameters:
///   - actual: The elements from the code under test.
///   - expected: The elements that they should correspond to.
///   - comment: A comment to add to the failure.
///   - sourceLocation: Where the failure is recorded.
///   - areMatching: Whether an actual element, the first, corresponds to an expected one.
public func expectElements<A: Sequence, E: Sequence>(
  _ actual: A,
  matchInAnyOrder expected: E,
  comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation,
  by areMatching: (A.Element, E.Element) -> Bool
) {
  let (actual, expected) = (Array(actual), Array(expected))
  let matching = UnorderedMatching(expectedCount: expected.count, actualCount: actual.count) {
    areMatching(actual[$1], expected[$0])
  }
  record(matching, of: actual, expected, comment: comment(), sourceLocation)
}

/// Expects the elements of one array to correspond to those of another, of another type, by pairs of key paths,
/// whatever their order.
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
  matchInAnyOrder expected: [E],
  by key: (KeyPath<A, K>, KeyPath<E, K>),
  _ keys: repeat (KeyPath<A, each V>, KeyPath<E, each V>),
  comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let elementKeys = ElementKey.all(key, repeat each keys)
  expectElements(actual, matchInAnyOrder: expected, comment: comment(), sourceLocation: sourceLocation) {
    actual,
    expected in
    elementKeys.allSatisfy { $0.areEqual(expected, actual) }
  }
}

/// Expects the elements of two arrays of one type to be the same in some of their properties, whatever their order.
///
/// ```swift
/// expectElements(store.items, matchInAnyOrder: items, by: \.id, \.name)
/// ```
///
/// - Parameters:
///   - actual: The elements from the code under test.
///   - expected: The elements that they should correspond to.
///   - key: What has to be equal.
///   - keys: What else has to be equal.
///   - comment: A comment to add to the failure.
///   - sourceLocation: Where the failure is recorded.
public func expectElements<T, K: Equatable, each V: Equatable>(
  _ actual: [T],
  matchInAnyOrder expected: [T],
  by key: KeyPath<T, K>,
  _ keys: repeat KeyPath<T, each V>,
  comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  var elementKeys = [ElementKey<T, T>(actual: key, expected: key, position: 1)]
  for key in repeat each keys {
    elementKeys.append(ElementKey(actual: key, expected: key, position: elementKeys.count + 1))
  }
  expectElements(actual, matchInAnyOrder: expected, comment: comment(), sourceLocation: sourceLocation) {
    actual,
    expected in
    elementKeys.allSatisfy { $0.areEqual(expected, actual) }
  }
}

/// Pairs elements by their hashes, if they have some.
private func hashMatching<T>(_ expected: [T], _ actual: [T]) -> UnorderedMatching? {
  func match<H: Hashable>(_: H.Type) -> UnorderedMatching? {
    guard let expected = cast(expected, to: [H].self), let actual = cast(actual, to: [H].self) else { return nil }
    return UnorderedMatching(expected: expected, actual: actual)
  }
  return (T.self as? any Hashable.Type).flatMap { match($0) }
}

private func record<A, E>(
  _ matching: UnorderedMatching,
  of actual: [A],
  _ expected: [E],
  comment: @autoclosure () -> Comment?,
  _ sourceLocation: SourceLocation
) {
  let count = matching.missing.count + matching.unexpected.count
  if count == 0 { return }
  let title = "\(count.grouped) difference\(count == 1 ? "" : "s") (- expected, + actual), in any order:"
  let text =
    title + lines(of: matching.missing.map { expected[$0] }, "missing", "-")
    + lines(of: matching.unexpected.map { actual[$0] }, "unexpected", "+")
  recordIssue(text, comment: comment(), sourceLocation: sourceLocation)
}

private func lines<T>(of elements: [T], _ adjective: String, _ mark: String) -> String {
  if elements.isEmpty { return "" }
  let title = "\n\(elements.count.grouped) element\(elements.count == 1 ? " is" : "s are") \(adjective):"
  let most = 20
  let more = elements.count > most ? "\n  … and \((elements.count - most).grouped) more" : ""
  return title + elements.prefix(most).map { "\n  \(mark) \(ValueText($0).text)" }.joined() + more
}
