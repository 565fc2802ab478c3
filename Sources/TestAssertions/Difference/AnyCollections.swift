/// An optional of unknown type.
protocol AnyOptional {
  var wrapped: Any? { get }
}

extension Optional: AnyOptional {
  var wrapped: Any? { self }
}

/// An array of unknown type that can be aligned with another of the same type.
protocol AnyArray {
  func edits(to actual: Any, by finder: DifferenceFinder) -> [SequenceAlignment.Edit]
  func element(at index: Int) -> Any
  var elementCount: Int { get }
}

extension Array: AnyArray {
  var elementCount: Int { count }
  func element(at index: Int) -> Any { self[index] }

  func edits(to actual: Any, by finder: DifferenceFinder) -> [SequenceAlignment.Edit] {
    guard let actual = actual as? [Element] else { return [] }
    let alignment =
      if let type = Element.self as? any Equatable.Type {
        equatableAlignment(with: actual, as: type, by: finder)
      } else {
        reflectingAlignment(with: actual, by: finder)
      }
    return alignment?.edits() ?? []
  }

  private func equatableAlignment<T: Equatable>(
    with actual: [Element],
    as type: T.Type,
    by finder: DifferenceFinder
  ) -> SequenceAlignment? {
    guard let expected = self as? [T], let actual = actual as? [T] else { return nil }
    var alignment = SequenceAlignment(middle: expected.middle(comparedWith: actual)) { expected[$0] == actual[$1] }
    if let type = type as? any Hashable.Type {
      alignment.equalityNumbers = expected.equalityNumbers(with: actual, as: type)
    }
    if let type = type as? any Identifiable.Type {
      alignment.identityNumbers = expected.identityNumbers(with: actual, as: type)
    }
    alignment.resemblance = { finder.resemblance(expected[$0], actual[$1]) }
    return alignment
  }

  private func reflectingAlignment(with actual: [Element], by finder: DifferenceFinder) -> SequenceAlignment? {
    let whole = Gap(expected: indices, actual: actual.indices)
    var alignment = SequenceAlignment(middle: whole) { !finder.isDifferent(self[$0], actual[$1]) }
    if let type = Element.self as? any Identifiable.Type {
      alignment.identityNumbers = identityNumbers(with: actual, as: type)
    }
    alignment.resemblance = { finder.resemblance(self[$0], actual[$1]) }
    // Every comparison looks into both values.
    alignment.longestScript = 32
    return alignment
  }

  private func equalityNumbers<T: Hashable>(with actual: [Element], as _: T.Type) -> SequenceAlignment.Numbering? {
    guard let expected = self as? [T], let actual = actual as? [T] else { return nil }
    return { SequenceNumbering.numbers($0.map { expected[$0] }, $1.map { actual[$0] }) }
  }

  private func identityNumbers<T: Identifiable>(with actual: [Element], as _: T.Type) -> SequenceAlignment.Numbering? {
    // Where the identity is the object's, no object of one side is on the other.
    guard T.ID.self != ObjectIdentifier.self, let expected = self as? [T], let actual = actual as? [T] else {
      return nil
    }
    return { SequenceNumbering.numbers($0.map { expected[$0].id }, $1.map { actual[$0].id }) }
  }
}

extension Array where Element: Equatable {
  /// What is left without the equal elements at both ends.
  fileprivate func middle(comparedWith other: [Element]) -> Gap {
    Gap(expected: indices, actual: other.indices).trimmed { self[$0] == other[$1] }
  }
}

/// A dictionary of unknown type.
protocol AnyDictionary {
  /// What differs, in the order of the keys.
  func changes(to actual: Any, by finder: DifferenceFinder) -> KeyedChanges
}

/// What differs between two collections whose elements are found by a key.
struct KeyedChanges {
  typealias Change = (key: Any, expected: Any, actual: Any)

  var changed: [Change] = []
  var missing: [(key: Any, value: Any)] = []
  var unexpected: [(key: Any, value: Any)] = []
}

extension Dictionary: AnyDictionary {
  func changes(to actual: Any, by finder: DifferenceFinder) -> KeyedChanges {
    guard let actual = actual as? [Key: Value] else { return KeyedChanges() }
    var changes = KeyedChanges()
    var keys = (changed: [Key](), missing: [Key]())
    let areEqual = Self.equality(by: finder)
    for (key, value) in self {
      if let other = actual[key] {
        if !areEqual(value, other) { keys.changed.append(key) }
      } else {
        keys.missing.append(key)
      }
    }
    // Nothing is unexpected if every key of the other side was met.
    let hasUnexpected = actual.count > count - keys.missing.count
    let unexpected = hasUnexpected ? actual.keys.filter { self[$0] == nil } : []
    // A key that is not equal to itself cannot be looked up: the pair itself is all that can be told of it.
    changes.changed = StableOrder.sorted(keys.changed).compactMap { key in
      self[key].flatMap { expected in actual[key].map { (key, expected, $0) } }
    }
    changes.missing = StableOrder.sorted(keys.missing).map { ($0, self[$0].map { $0 as Any } ?? "?") }
    changes.unexpected = StableOrder.sorted(Array<Key>(unexpected)).map { ($0, actual[$0].map { $0 as Any } ?? "?") }
    return changes
  }

  private static func equality(by finder: DifferenceFinder) -> (Value, Value) -> Bool {
    func equality<T: Equatable>(of _: T.Type) -> ((Value, Value) -> Bool)? {
      ((==) as (T, T) -> Bool) as? (Value, Value) -> Bool
    }
    if let type = Value.self as? any Equatable.Type, let equality = equality(of: type) { return equality }
    return { !finder.isDifferent($0, $1) }
  }
}

/// A set of unknown type.
protocol AnySet {
  /// What differs, in a stable order; elements with the same identity on both sides are changed.
  func changes(to actual: Any) -> KeyedChanges
}

extension Set: AnySet {
  func changes(to actual: Any) -> KeyedChanges {
    guard let actual = actual as? Set<Element> else { return KeyedChanges() }
    var missing = StableOrder.sorted(filter { !actual.contains($0) })
    var unexpected = StableOrder.sorted(actual.filter { !contains($0) })
    var changes = KeyedChanges()
    if let type = Element.self as? any Identifiable.Type {
      changes.changed = Self.paired(&missing, &unexpected, as: type)
    }
    changes.missing = missing.map { ($0, $0) }
    changes.unexpected = unexpected.map { ($0, $0) }
    return changes
  }

  private static func paired<T: Identifiable>(
    _ missing: inout [Element],
    _ unexpected: inout [Element],
    as _: T.Type
  ) -> [KeyedChanges.Change] {
    guard let expected = missing as? [T], let actual = unexpected as? [T] else { return [] }
    let numbers = SequenceNumbering.numbers(expected.map(\.id), actual.map(\.id))
    let pairs = UniquePairs(expected: numbers.expected, actual: numbers.actual).pairs
    let paired = (expected: Set<Int>(pairs.map(\.expected)), actual: Set<Int>(pairs.map(\.actual)))
    missing = missing.indices.filter { !paired.expected.contains($0) }.map { missing[$0] }
    unexpected = unexpected.indices.filter { !paired.actual.contains($0) }.map { unexpected[$0] }
    return pairs.map { pair in
      let key = SetKey(text: "id: \(ValueText(expected[pair.expected].id, limit: 60).text)")
      return (key, expected[pair.expected], actual[pair.actual])
    }
  }
}

/// How an element of a set is named if it can be found on both sides.
struct SetKey {
  let text: String
}

/// An order for keys that have none, the same in every run.
enum StableOrder {
  static func sorted<Key>(_ keys: some Sequence<Key>) -> [Key] {
    let keys = Array(keys)
    if keys.count < 2 { return keys }
    if let type = Key.self as? any Comparable.Type, let sorted = sorted(keys, as: type) { return sorted }
    return keys.map { ($0, ValueText($0).text) }.sorted { $0.1 < $1.1 }.map(\.0)
  }

  private static func sorted<Key, T: Comparable>(_ keys: [Key], as _: T.Type) -> [Key]? {
    (keys as? [T])?.sorted() as? [Key]
  }
}
