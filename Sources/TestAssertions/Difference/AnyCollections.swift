/// An optional of unknown type.
protocol AnyOptional {
  var wrapped: Any? { get }
}

extension Optional: AnyOptional {
  var wrapped: Any? { self }
}

extension AnyOptional {
  /// Whether there is no value inside, however many optionals deep.
  var holdsNil: Bool {
    wrapped.map { ($0 as? any AnyOptional)?.holdsNil ?? false } ?? true
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
    guard let actual = cast(actual, to: Self.self) else { return KeyedChanges() }
    var keys: (changed: [Key], missing: [Key]) = ([], [])
    if let type = Value.self as? any Equatable.Type {
      keys = changedKeys(to: actual, as: type)
    } else {
      keys = changedKeys(to: actual) { !finder.isDifferent($0, $1) }
    }
    // Nothing is unexpected if every key of the other side was met.
    let hasUnexpected = actual.count > count - keys.missing.count
    let unexpected = hasUnexpected ? actual.keys.filter { self[$0] == nil } : []
    // A key that is not equal to itself is never found.
    return KeyedChanges(
      changed: StableOrder.sorted(keys.changed).map { ($0, value(for: $0), actual.value(for: $0)) },
      missing: StableOrder.sorted(keys.missing).map { ($0, value(for: $0)) },
      unexpected: StableOrder.sorted(unexpected).map { ($0, actual.value(for: $0)) }
    )
  }

  private func value(for key: Key) -> Any {
    self[key].map { $0 as Any } ?? "a value whose key is not equal to itself"
  }

  private func changedKeys<T: Equatable>(to actual: Self, as _: T.Type) -> (changed: [Key], missing: [Key]) {
    guard let expected = cast(self, to: [Key: T].self), let actual = cast(actual, to: [Key: T].self) else {
      return ([], [])
    }
    return expected.changedKeys(to: actual) { $0 == $1 }
  }

  private func changedKeys(
    to actual: Self,
    areEqual: (Value, Value) -> Bool
  ) -> (changed: [Key], missing: [Key]) {
    var keys: (changed: [Key], missing: [Key]) = ([], [])
    for (key, value) in self {
      guard let other = actual[key] else {
        keys.missing.append(key)
        continue
      }
      if !areEqual(value, other) { keys.changed.append(key) }
    }
    return keys
  }
}

/// A set of unknown type.
protocol AnySet {
  /// What differs, in a stable order; elements with the same identity on both sides are changed.
  func changes(to actual: Any) -> KeyedChanges
}

extension Set: AnySet {
  func changes(to actual: Any) -> KeyedChanges {
    guard let actual = cast(actual, to: Self.self) else { return KeyedChanges() }
    var missing = StableOrder.sorted(filter { !actual.contains($0) })
    var unexpected = StableOrder.sorted(actual.filter { !contains($0) })
    var changes = KeyedChanges()
    if let type = Element.self as? any Identifiable.Type {
      changes.changed = Self.paired(&missing, &unexpected, as: type)
    }
    changes.changed += Self.pairedByText(&missing, &unexpected)
    changes.missing = missing.map { ($0, $0) }
    changes.unexpected = unexpected.map { ($0, $0) }
    return changes
  }

  /// Elements with the same description on both sides count as changed: two identical lines would be no help.
  private static func pairedByText(_ missing: inout [Element], _ unexpected: inout [Element]) -> [KeyedChanges.Change] {
    // If there are more, only a few are shown, which doesn't justify inspecting all others.
    guard missing.count > 0, unexpected.count > 0, missing.count + unexpected.count <= 1_000 else { return [] }
    var partners = Dictionary(grouping: unexpected.indices.reversed()) { ValueText(unexpected[$0]).text }
    var paired: Set<Int> = []
    var changes: [KeyedChanges.Change] = []
    missing = missing.filter { element in
      guard let partner = partners[ValueText(element).text]?.popLast() else { return true }
      paired.insert(partner)
      changes.append((SetKey(text: ValueText(element, limit: 60).text), element, unexpected[partner]))
      return false
    }
    unexpected = unexpected.indices.filter { !paired.contains($0) }.map { unexpected[$0] }
    return changes
  }

  private static func paired<T: Identifiable>(
    _ missing: inout [Element],
    _ unexpected: inout [Element],
    as _: T.Type
  ) -> [KeyedChanges.Change] {
    guard let expected = cast(missing, to: [T].self), let actual = cast(unexpected, to: [T].self) else { return [] }
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
    return keys.map { ($0, ValueText($0, limit: 60).text) }.sorted { $0.1 < $1.1 }.map(\.0)
  }

  private static func sorted<Key, T: Comparable>(_ keys: [Key], as _: T.Type) -> [Key]? {
    cast(keys, to: [T].self).flatMap { cast($0.sorted(), to: [Key].self) }
  }
}
