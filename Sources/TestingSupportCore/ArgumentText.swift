package import Testing

/// Tells the arguments of a parameterised test's case as text that is the same in every run.
///
/// They are not public API. A case's mirror holds the values with an encoded form; for values that cannot be encoded
/// their description has to do.
package enum ArgumentText {
  // What was found out about values with sets in them, by their text in this process.
  private static let ordered = Locked<[String: String]>([:])

  package static func describe(argumentsOf testCase: Test.Case) -> String {
    guard testCase.isParameterized else { return "" }
    let parts = find("parameterized", in: testCase, depth: 2) ?? testCase
    guard let arguments = find("arguments", in: parts, depth: 4) else { return "" }
    let texts = Mirror(reflecting: arguments).children.map { describe(argument: $0.value) }
    return texts.joined(separator: ", ") + discriminator(in: parts)
  }

  private static func describe(argument: Any) -> String {
    let value = find("value", in: argument, depth: 1)
    // Not in the argument as a whole: the value may have bytes of its own, or very many parts to look into.
    let bytes = find("id", in: argument, depth: 1).flatMap { find("bytes", in: $0, depth: 2) } as? [UInt8]
    let text = bytes.map { String(decoding: $0, as: UTF8.self) } ?? value.map { String(describing: $0) } ?? "?"
    guard let value, UnorderedParts.are(in: value) else { return text }
    if let known = ordered.withLock({ $0[text] }) { return known }
    let described = UnorderedParts.describe(value)
    ordered.withLock { $0[text] = described }
    return described
  }

  // The testing library numbers the cases whose arguments look the same.
  private static func discriminator(in parts: Any) -> String {
    guard let number = find("discriminator", in: parts, depth: 1) as? Int, number > 0 else { return "" }
    return " (\(number + 1))"
  }

  private static func find(_ label: String, in value: Any, depth: Int) -> Any? {
    guard depth > 0 else { return nil }
    let children = Mirror(reflecting: value).children
    if let child = children.first(where: { $0.label == label }) { return child.value }
    return children.lazy.compactMap { find(label, in: $0.value, depth: depth - 1) }.first
  }
}
