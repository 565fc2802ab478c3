/// A property that elements of two types have in common.
struct ElementKey<Actual, Expected> {
  let actualName: String
  let expectedName: String
  let actualValue: (Actual) -> Any
  let expectedValue: (Expected) -> Any
  let areEqual: (Expected, Actual) -> Bool
  let isHashable: Bool

  /// - Parameter position: Where the key stands in the list, which names it if nothing else does.
  init<V: Equatable>(actual: KeyPath<Actual, V>, expected: KeyPath<Expected, V>, position: Int) {
    let names = (Self.name(of: actual), Self.name(of: expected))
    let fallback = names.0 ?? names.1 ?? "key \(position)"
    actualName = names.0 ?? fallback
    expectedName = names.1 ?? fallback
    actualValue = { $0[keyPath: actual] }
    expectedValue = { $0[keyPath: expected] }
    isHashable = V.self is any Hashable.Type
    areEqual = { $0[keyPath: expected] == $1[keyPath: actual] }
  }

  /// The properties of pairs of key paths, in their order.
  static func all<K: Equatable, each V: Equatable>(
    _ first: (KeyPath<Actual, K>, KeyPath<Expected, K>),
    _ others: repeat (KeyPath<Actual, each V>, KeyPath<Expected, each V>)
  ) -> [ElementKey] {
    var keys = [ElementKey(actual: first.0, expected: first.1, position: 1)]
    for pair in repeat each others {
      keys.append(ElementKey(actual: pair.0, expected: pair.1, position: keys.count + 1))
    }
    return keys
  }

  /// The name on both sides: `title ↔ ssid` where they differ.
  var name: String {
    actualName == expectedName ? actualName : "\(actualName) ↔ \(expectedName)"
  }

  /// The key path as it was written, `nil` where the runtime has no name for a computed property.
  private static func name(of keyPath: AnyKeyPath) -> String? {
    let text = "\(keyPath)"
    guard let dot = text.firstIndex(of: "."), !text.contains("<computed ") else { return nil }
    return String(text[text.index(after: dot)...])
  }
}
