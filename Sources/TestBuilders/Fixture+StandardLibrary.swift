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
  /// A number that no other call in this test gets, exact in binary; in a property, any number, infinities and NaN
  /// among them.
  public static func fixture(_ values: inout FixtureValues) -> Double {
    values.source.trial == nil ? values.double() : values.floatingPoint()
  }
}

extension Float: Fixture {
  /// A number that is exact in binary; in a property, any number, infinities and NaN among them.
  public static func fixture(_ values: inout FixtureValues) -> Float {
    values.source.trial == nil ? Float(values.double()) : values.floatingPoint()
  }
}

#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
  extension Float16: Fixture {
    /// A number that is exact in binary; in a property, any number, infinities and NaN among them.
    public static func fixture(_ values: inout FixtureValues) -> Float16 {
      values.source.trial == nil ? Float16(values.int(in: 0...2047)) / 4 : values.floatingPoint()
    }
  }
#endif

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
    guard values.source.trial == nil else { return values.character() }
    return TextAlphabet.characters[Int(values.index(upTo: 25, .even))]
  }
}

extension Duration: Fixture {
  /// Some milliseconds; in a property, any duration.
  public static func fixture(_ values: inout FixtureValues) -> Duration {
    guard values.source.trial != nil else { return .milliseconds(values.int()) }
    switch values.index(upTo: 2, .even) {
    case 0: return .milliseconds(values.int(in: -86_400_000...86_400_000))
    case 1:
      return Duration(
        secondsComponent: values.int(in: Int64(-100_000)...100_000),
        attosecondsComponent: values.int(in: Int64(0)...999_999_999_999_999_999)
      )
    default: return special[Int(values.index(upTo: UInt64(special.count - 1), .each))]
    }
  }

  private static let special: [Duration] = [
    .nanoseconds(1), .nanoseconds(-1), .seconds(1), .seconds(-1), .seconds(86_400), .seconds(Int64.max),
    .seconds(Int64.min), Duration(secondsComponent: 0, attosecondsComponent: 1),
  ]
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
    guard !values.nesting.isDeep(in: Key.self), !values.nesting.isDeep(in: Value.self) else {
      _ = values.source.trial?.take(0, upTo: 7)
      return [:]
    }
    let entries = values.array { values -> (Key, Value) in (values.any(), values.any()) }
    return Dictionary(entries, uniquingKeysWith: { first, _ in first })
  }
}

extension ClosedRange: Fixture where Bound: Fixture {
  /// A range between two values.
  public static func fixture(_ values: inout FixtureValues) -> ClosedRange<Bound> {
    let (lower, upper) = values.bounds(of: Bound.self)
    return lower...upper
  }
}

extension Range: Fixture where Bound: Fixture {
  /// A range between two values.
  public static func fixture(_ values: inout FixtureValues) -> Range<Bound> {
    let (lower, upper) = values.bounds(of: Bound.self)
    return lower..<upper
  }
}

extension FixtureValues {
  private static let mostTries = 1000

  /// Two values in order. What is not even equal to itself, as NaN is not, bounds nothing.
  fileprivate mutating func bounds<T: Fixture & Comparable>(of type: T.Type) -> (lower: T, upper: T) {
    var bounds: [T] = []
    for _ in 0..<Self.mostTries where bounds.count < 2 {
      let bound: T = any()
      if bound == bound { bounds.append(bound) }
    }
    guard bounds.count == 2 else {
      noValue("No \(T.self) is equal to itself, so there is no range of them.", sourceLocation: #_sourceLocation)
    }
    return bounds[0] <= bounds[1] ? (bounds[0], bounds[1]) : (bounds[1], bounds[0])
  }
}

extension Result: Fixture where Success: Fixture, Failure: Fixture {
  /// A success or, as often, a failure.
  public static func fixture(_ values: inout FixtureValues) -> Result<Success, Failure> {
    values.bool() ? .failure(values.any()) : .success(values.any())
  }
}
