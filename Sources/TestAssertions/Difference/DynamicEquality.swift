/// Compares values of unknown type with their own `==`, where they have one.
///
/// Looking up the conformance of a type costs far more than most comparisons, so it is done once for each type.
struct DynamicEquality {
  private var equatableTypes: [ObjectIdentifier: (any Equatable.Type)?] = [:]
  /// How far apart floating-point numbers may be that count as equal, wherever in the values they are.
  var accuracy: Double?

  /// Whether the values are equal, or `nil` if they have no `==`.
  mutating func areEqual(_ expected: Any, _ actual: Any) -> Bool? {
    let areEqual = areExactlyEqual(expected, actual)
    guard let accuracy, areEqual != true else { return areEqual }
    return ApproximateEquality(accuracy: accuracy).areEqual(expected, actual) ? true : areEqual
  }

  /// Whether the values are equal by their own `==`, or `nil` if they have none.
  mutating func areExactlyEqual(_ expected: Any, _ actual: Any) -> Bool? {
    let type = type(of: expected)
    let actualType = Swift.type(of: actual)
    if type == actualType {
      guard let equatable = equatableType(of: type) else { return nil }
      return Self.areEqual(expected, actual, as: equatable)
    }
    guard type is AnyObject.Type, actualType is AnyObject.Type else { return false }
    return areEqual(expected, actual, ofEither: [type, actualType])
  }

  /// Whether the type has an `==`.
  mutating func isEquatable(_ type: Any.Type) -> Bool {
    equatableType(of: type) != nil
  }

  private mutating func areEqual(_ expected: Any, _ actual: Any, ofEither types: [Any.Type]) -> Bool {
    // One may be a subclass of the other: then the base class decides.
    types.lazy.compactMap { Self.areEqual(expected, actual, asAny: $0) }.first ?? false
  }

  private mutating func equatableType(of type: Any.Type) -> (any Equatable.Type)? {
    if let known = equatableTypes[ObjectIdentifier(type)] { return known }
    let equatable = type as? any Equatable.Type
    equatableTypes[ObjectIdentifier(type)] = .some(equatable)
    return equatable
  }

  private static func areEqual(_ expected: Any, _ actual: Any, asAny type: Any.Type) -> Bool? {
    (type as? any Equatable.Type).flatMap { areEqual(expected, actual, as: $0) }
  }

  private static func areEqual<T: Equatable>(_ expected: Any, _ actual: Any, as type: T.Type) -> Bool? {
    guard let expected = expected as? T, let actual = actual as? T else { return nil }
    return expected == actual
  }
}
