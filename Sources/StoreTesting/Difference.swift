import TestAssertions

/// What differs, for the end of a sentence of a failure.
enum Difference {
  /// The difference of what was expected and what is there.
  static func text<Value: Equatable>(_ expected: Value, _ actual: Value) -> String {
    text("(- expected, + actual)", expected, actual)
  }

  /// The difference of what was expected and what is there, of values without an `==`.
  static func text<Value>(_ expected: Value, _ actual: Value) -> String {
    text("(- expected, + actual)", difference(between: expected, and: actual))
  }

  /// The difference of what was there before and what is there now.
  static func text<Value: Equatable>(from before: Value, to after: Value) -> String {
    text("(- before, + after)", before, after)
  }

  private static func text<Value: Equatable>(_ legend: String, _ old: Value, _ new: Value) -> String {
    text(legend, difference(between: old, and: new))
  }

  private static func text(_ legend: String, _ difference: String?) -> String {
    "\(legend):\n\(difference ?? "nothing that can be shown")"
  }
}
