/// Tells what differs between two values, and nothing of what does not.
///
/// Use it to show the difference of two values in a custom assertion or in a message. In a test that compares two
/// values, use ``expectNoDifference(_:_:_:sourceLocation:)``.
///
/// Every place that differs is named by its path, followed by what was expected (`-`) and what is there (`+`):
///
/// ```swift
/// let text = difference(
///   between: Order(id: 7, lines: [Line(name: "Tea", price: 4)]),
///   and: Order(id: 7, lines: [Line(name: "Tea", price: 5)])
/// )
/// ```
/// ```
/// lines[0].price, in Line(name: "Tea", price: 5):
///   - 4
///   + 5
/// ```
///
/// `Equatable` values are compared with `==`, other values by their fields. Objects that are neither the same instance
/// nor `Equatable` differ even if their fields are the same. Functions cannot be compared, and are ignored unless they
/// are the compared values themselves. At most 20 differences are described; the others are counted.
///
/// - Parameters:
///   - expected: The value as it should be.
///   - actual: The value as it is.
/// - Returns: A text of several lines, or `nil` if nothing differs.
public func difference<T>(between expected: T, and actual: T) -> String? {
  differenceReport(between: expected, and: actual)?.text
}

/// Tells what differs between two values, and nothing of what does not.
///
/// For a type that is known to be `Equatable`, comparing equal values costs what their `==` costs.
///
/// - Parameters:
///   - expected: The value as it should be.
///   - actual: The value as it is.
/// - Returns: A text of several lines, or `nil` if the values are equal.
@inlinable
public func difference<T: Equatable>(between expected: T, and actual: T) -> String? {
  expected == actual ? nil : differenceText(betweenUnequal: expected, and: actual)
}

@usableFromInline
func differenceText<T: Equatable>(betweenUnequal expected: T, and actual: T) -> String {
  DifferenceReport(betweenUnequal: expected, and: actual).text
}

/// Returns what differs between two values in which floating-point numbers may be a little apart.
///
/// Everything but the numbers is compared as without an accuracy. The numbers may be anywhere in the values: in fields,
/// optionals, arrays, payloads of enums, and values of dictionaries. Dates count as numbers of seconds. Elements of
/// sets and keys of dictionaries have to be equal.
///
/// - Parameters:
///   - expected: The value as it should be.
///   - actual: The value as it is.
///   - accuracy: How far apart two numbers may be at most.
/// - Returns: A text of several lines, or `nil` if nothing differs.
public func difference<T>(between expected: T, and actual: T, accuracy: Double) -> String? {
  differenceReport(between: expected, and: actual, accuracy: accuracy)?.text
}

func differenceReport(between expected: Any, and actual: Any, accuracy: Double? = nil) -> DifferenceReport? {
  let finder = DifferenceFinder()
  finder.equality.accuracy = accuracy
  finder.visit(expected, actual, at: ValuePath())
  return DifferenceReport(finder)
}
