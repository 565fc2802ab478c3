import Testing

extension Bool: Fixture {
  /// `true` or `false`.
  public static func fixture(_ values: inout FixtureValues) -> Bool { values.bool() }
}

extension FixedWidthInteger where Self: Fixture {
  /// A number that no other call in this test gets, as long as the type is wide enough; in a property, any number.
  public static func fixture(_ values: inout FixtureValues) -> Self {
    guard values.source.trial == nil else { return values.int(in: Self.min...Self.max) }
    return Self(exactly: values.int()) ?? values.int(in: 0...Self.max)
  }
}

extension Int: Fixture {}
extension Int8: Fixture {}
extension Int16: Fixture {}
extension Int32: Fixture {}
extension Int64: Fixture {}
extension UInt: Fixture {}
extension UInt8: Fixture {}
extension UInt16: Fixture {}
extension UInt32: Fixture {}
extension UInt64: Fixture {}

extension Double: Fixture {
  /// A number that no other call in this test gets, exact in binary.
  public static func fixture(_ values: inout FixtureValues) -> Double { values.double() }
}

extension Float: Fixture {
  /// A number that is exact in binary.
  public static func fixture(_ values: inout FixtureValues) -> Float {
    let value = Float(values.double())
    return value.isFinite ? value : 0
  }
}

extension String: Fixture {
  /// A short text that no other call in this test gets; in a property, any text.
  public static func fixture(_ values: inout FixtureValues) -> String { values.string() }
}

extension Substring: Fixture {
  /// A short text that no other call in this test gets; in a property, any text.
  public static func fixture(_ values: inout FixtureValues) -> Substring { Substring(values.string()) }
}

extension Character: Fixture {
  /// A small letter; in a property, any of a choice of usual and unusual characters.
  public static func fixture(_ values: inout FixtureValues) -> Character {
    let count = values.source.trial == nil ? 26 : TextAlphabet.characters.count
    return TextAlphabet.characters[Int(values.index(upTo: UInt64(count - 1), .even))]
  }
}

extension Duration: Fixture {
  /// Some milliseconds.
  public static func fixture(_ values: inout FixtureValues) -> Duration {
    .milliseconds(values.source.trial == nil ? values.int() : values.int(in: -86_400_000...86_400_000))
  }
}

extension Optional: Fixture where Wrapped: Fixture {
  /// A value or, as often, `nil`.
  public static func fixture(_ values: inout FixtureValues) -> Wrapped? {
    values.optional { $0.any() }
  }
}

extension Array: Fixture where Element: Fixture {
  /// One to three values; in a property, any number of them.
  public static func fixture(_ values: inout FixtureValues) -> [Element] {
    values.array { $0.any() }
  }
}

extension Set: Fixture where Element: Fixture {
  /// Up to three values; in a property, any number of them.
  public static func fixture(_ values: inout FixtureValues) -> Set<Element> {
    Set(values.array { $0.any() })
  }
}

extension Dictionary: Fixture where Key: Fixture, Value: Fixture {
  /// Up to three entries; in a property, any number of them.
  public static func fixture(_ values: inout FixtureValues) -> [Key: Value] {
    guard !values.nesting.isDeep(in: Key.self), !values.nesting.isDeep(in: Value.self) else { return [:] }
    let entries = values.array { values -> (Key, Value) in (values.any(), values.any()) }
    return Dictionary(entries, uniquingKeysWith: { first, _ in first })
  }
}

extension ClosedRange: Fixture where Bound: Fixture {
  /// A range between two values.
  public static func fixture(_ values: inout FixtureValues) -> ClosedRange<Bound> {
    let (first, second): (Bound, Bound) = (values.any(), values.any())
    return Swift.min(first, second)...Swift.max(first, second)
  }
}

extension Range: Fixture where Bound: Fixture {
  /// A range between two values.
  public static func fixture(_ values: inout FixtureValues) -> Range<Bound> {
    let (first, second): (Bound, Bound) = (values.any(), values.any())
    return Swift.min(first, second)..<Swift.max(first, second)
  }
}

extension Result: Fixture where Success: Fixture, Failure: Fixture {
  /// A success or, as often, a failure.
  public static func fixture(_ values: inout FixtureValues) -> Result<Success, Failure> {
    values.bool() ? .failure(values.any()) : .success(values.any())
  }
}
