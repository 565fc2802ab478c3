/// An array of unknown type that can be aligned with another of the same type.
protocol AnyArray {
  func edits(to actual: Any, by finder: DifferenceFinder) -> [SequenceAlignment.Edit]
  func element(at index: Int) -> Any
  var elementCount: Int { get }
  /// Whether the edits are by the elements' own `==`, so that a replaced element is known to be unequal.
  var isComparedByEquality: Bool { get }
}

extension Array: AnyArray {
  var elementCount: Int { count }
  var isComparedByEquality: Bool { Element.self is any Equatable.Type }
  func element(at index: Int) -> Any { self[index] }

  func edits(to actual: Any, by finder: DifferenceFinder) -> [SequenceAlignment.Edit] {
    guard let actual = cast(actual, to: [Element].self) else { return [] }
    guard finder.equality.accuracy == nil, let type = Element.self as? any Equatable.Type else {
      return editsByReflection(to: actual, finder)
    }
    return edits(to: actual, as: type, finder)
  }

  private func edits<T: Equatable>(
    to actual: [Element],
    as type: T.Type,
    _ finder: DifferenceFinder
  ) -> [SequenceAlignment.Edit] {
    guard let expected = cast(self, to: [T].self), let actual = cast(actual, to: [T].self) else { return [] }
    // By their addresses, elements are compared without a copy of each.
    return expected.withUnsafeBufferPointer { expectedElements in
      actual.withUnsafeBufferPointer { actualElements in
        let whole = Gap(expected: expected.indices, actual: actual.indices)
        var alignment = SequenceAlignment(middle: Self.middle(of: whole, expectedElements, actualElements)) {
          expectedElements[$0] == actualElements[$1]
        }
        if let type = type as? any Hashable.Type {
          alignment.equalityNumbers = expected.equalityNumbers(with: actual, as: type).map {
            SequenceNumbering.remembering(alignment.middle, $0)
          }
        }
        if let type = type as? any Identifiable.Type {
          alignment.identityNumbers = expected.identityNumbers(with: actual, as: type)
        }
        alignment.resemblance = { finder.resemblance(expected[$0], actual[$1]) }
        return alignment.edits()
      }
    }
  }

  /// What is left without the equal elements at both ends.
  private static func middle<T: Equatable>(
    of whole: Gap,
    _ expected: UnsafeBufferPointer<T>,
    _ actual: UnsafeBufferPointer<T>
  ) -> Gap {
    let shorter = Swift.min(expected.count, actual.count)
    var prefix = 0
    while prefix < shorter, expected[prefix] == actual[prefix] { prefix += 1 }
    // At equal lengths the element at which the prefix ended is known to differ.
    let longestSuffix = expected.count == actual.count ? shorter - prefix - 1 : shorter - prefix
    var suffix = 0
    while suffix < longestSuffix, expected[expected.count - suffix - 1] == actual[actual.count - suffix - 1] {
      suffix += 1
    }
    return Gap(
      expected: prefix..<(whole.expected.upperBound - suffix),
      actual: prefix..<(whole.actual.upperBound - suffix)
    )
  }

  private func editsByReflection(to actual: [Element], _ finder: DifferenceFinder) -> [SequenceAlignment.Edit] {
    let whole = Gap(expected: indices, actual: actual.indices)
    var alignment = SequenceAlignment(middle: whole) { !finder.isDifferent(self[$0], actual[$1]) }
    if let type = Element.self as? any Identifiable.Type {
      alignment.identityNumbers = identityNumbers(with: actual, as: type)
    }
    alignment.resemblance = { finder.resemblance(self[$0], actual[$1]) }
    alignment.isCostly = true
    return alignment.edits()
  }

  private func equalityNumbers<T: Hashable>(with actual: [Element], as _: T.Type) -> SequenceAlignment.Numbering? {
    guard let expected = cast(self, to: [T].self), let actual = cast(actual, to: [T].self) else { return nil }
    return { SequenceNumbering.numbers($0.map { expected[$0] }, $1.map { actual[$0] }) }
  }

  private func identityNumbers<T: Identifiable>(with actual: [Element], as _: T.Type) -> SequenceAlignment.Numbering? {
    // Where the identity is the object's, no object of one side is on the other.
    guard T.ID.self != ObjectIdentifier.self else { return nil }
    guard let expected = cast(self, to: [T].self), let actual = cast(actual, to: [T].self) else { return nil }
    return { SequenceNumbering.numbers($0.map { expected[$0].id }, $1.map { actual[$0].id }) }
  }
}

/// Gives a value the type that it is known to have, without a look at its elements: `as?` between two arrays would
/// convert them one by one.
func cast<T>(_ value: Any, to type: T.Type) -> T? {
  value as? T
}
