package import Testing

/// Which test, and which of its arguments, the current code runs for.
package struct TestIdentity: Hashable, Sendable {
  /// The test's identifier, the same in every run and on every machine.
  package let name: String
  /// The arguments of a parameterised test's case, as text; empty for a test without.
  package let arguments: String

  /// The identity of the running test, or `nil` in a detached task, a suite's trait or outside Swift Testing.
  package static var current: TestIdentity? {
    guard let test = Test.current else { return nil }
    return TestIdentity(test: test, testCase: Test.Case.current)
  }

  package init(test: Test, testCase: Test.Case?) {
    let id = test.id
    name = ([id.moduleName] + id.nameComponents).joined(separator: "/")
    arguments = testCase.map(ArgumentText.describe(argumentsOf:)) ?? ""
  }
}
