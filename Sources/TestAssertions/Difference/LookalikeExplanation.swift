/// Explains how two values can be unequal that look alike.
enum LookalikeExplanation {
  static func explanation(of expected: Any, _ actual: Any) -> String {
    let name = "\(type(of: actual))"
    let text = ValueText(actual, limit: 100).text
    if isNaN(expected), isNaN(actual) {
      return "both are \(text): NaN is not equal to anything, not even to itself"
    }
    if let equatable = type(of: expected) as? any Equatable.Type,
      let reason = brokenRule(of: equatable, expected, actual)
    {
      return "both are \(text): \(reason)"
    }
    if type(of: expected) is AnyObject.Type {
      return "same fields, another instance of \(name), and its == distinguishes them"
    }
    return "both are \(text): the == of \(name) distinguishes them by something other than its visible fields"
  }

  private static func isNaN(_ value: Any) -> Bool {
    (value as? any FloatingPoint)?.isNaN ?? false
  }

  /// The law of equality that the type's `==` breaks for these values.
  private static func brokenRule<T: Equatable>(of type: T.Type, _ expected: Any, _ actual: Any) -> String? {
    guard let expected = expected as? T, let actual = actual as? T else { return nil }
    if !(expected == expected) || !(actual == actual) {
      return "the == of \(type) is broken, it says that a value differs from itself"
    }
    if expected == actual {
      return "the == of \(type) is broken, it now says that they are equal"
    }
    if actual == expected {
      return "the == of \(type) is broken, its answer depends on which value stands first"
    }
    return nil
  }
}
