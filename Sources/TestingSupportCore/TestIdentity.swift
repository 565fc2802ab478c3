package import Testing

/// Which test, and which of its arguments, the current code runs for.
package struct TestIdentity: Hashable, Sendable {
  /// The test's identifier, the same in every run and on every machine.
  package let name: String
  /// The arguments of a parameterised test's case, as text; empty for a test without.
  package let arguments: String

  /// The identity of the running test, or `nil` in a detached task, a suite's trait or outside of Swift Testing.
  package static var current: TestIdentity? {
    guard let test = Test.current else { return nil }
    return TestIdentity(test: test, testCase: Test.Case.current)
  }

  package init(test: Test, testCase: Test.Case?) {
    let id = test.id
    name = ([id.moduleName] + id.nameComponents).joined(separator: "/")
    arguments = testCase.map(Self.describe(argumentsOf:)) ?? ""
  }

  // A case's arguments are not public API. Its mirror holds the values with an encoded form that is the same in every
  // run; for values that cannot be encoded their own description has to do.
  private static func describe(argumentsOf testCase: Test.Case) -> String {
    guard testCase.isParameterized, let arguments = find("arguments", in: testCase, depth: 4) else { return "" }
    return Mirror(reflecting: arguments).children.map { argument in
      if let bytes = find("bytes", in: argument.value, depth: 3) as? [UInt8] {
        return String(decoding: bytes, as: UTF8.self)
      }
      return find("value", in: argument.value, depth: 1).map { String(describing: $0) } ?? "?"
    }.joined(separator: ", ")
  }

  private static func find(_ label: String, in value: Any, depth: Int) -> Any? {
    guard depth > 0 else { return nil }
    let children = Mirror(reflecting: value).children
    if let child = children.first(where: { $0.label == label }) { return child.value }
    return children.lazy.compactMap { find(label, in: $0.value, depth: depth - 1) }.first
  }
}
