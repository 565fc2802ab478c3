import Testing
import TestingSupportCore

/// The random values for a fixture.
///
/// A ``Fixture`` gets them as the argument of its one requirement, and takes a value for each of its properties:
///
/// ```swift
/// extension Item: Fixture {
///   public static func fixture(_ values: inout FixtureValues) -> Item {
///     Item(id: values.any(), name: values.string("item"), isEnabled: values.any())
///   }
/// }
/// ```
///
/// In a test, all values come from the test's own seed. Without a given size or range, they are short, easy to read in
/// a failure, and never the same twice in a test. In a property checked by
/// ``expectAll(_:trials:replaying:shrinkAttempts:isolation:sourceLocation:_:)``, they cover everything that is
/// possible, including extremes, empty strings, and equal values; only identifiers always differ.
///
/// It is also a generator of random numbers for the functions of the standard library: `names.shuffled(using: &values)`.
public struct FixtureValues: RandomNumberGenerator, Sendable {
  /// How the trials of a property choose among numbers.
  enum Spread {
    /// Each is as likely as any other.
    case even
    /// Few values, each of which should occur.
    case each
    /// Whether a collection ends, which 0 stands for.
    case ending
    /// An index in the alphabet of strings.
    case character
    /// A number in a range: small ones and the bounds occur far more often.
    case number(RangeSides)

    var sides: RangeSides? {
      if case .number(let sides) = self { sides } else { nil }
    }
  }

  private var generator: Xoshiro256
  private var serials: Range<UInt64> = 0..<0
  private var nextSerialCount: UInt64 = 1
  let source: ValueSource
  var nesting = FixtureNesting()

  init(generator: Xoshiro256, source: ValueSource) {
    self.generator = generator
    self.source = source
  }

  /// Values that depend on nothing but a seed: for previews and sample data, where no test is running.
  ///
  /// - Parameter seed: The seed.
  public init(seed: UInt64) {
    self = ValueSource(seed: seed).values()
  }

  /// A value of any type that has a fixture.
  ///
  /// A fixture that contains itself is finite: from its third level on, optional values are `nil` and collections
  /// empty, and below that, each choice is the simplest possible value. A fixture that always requests itself recurses
  /// endlessly; that records an issue at the line of the request, and terminates the process, since there is no value
  /// to return.
  ///
  /// - Parameters:
  ///   - type: The type, if the context doesn't determine it.
  ///   - sourceLocation: The line to name when the fixture has no end.
  public mutating func any<T: Fixture>(
    _ type: T.Type = T.self,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> T {
    nesting.enter(type)
    if nesting.isEndless { noValue(withoutEndOf: type, sourceLocation: sourceLocation) }
    guard let trial = source.trial else {
      defer { nesting.leave() }
      return T.fixture(&self)
    }
    // Strings repeat on their own, in other forms too.
    let kind = type == String.self || type == Substring.self ? nil : Trial.ValueKind.type(ObjectIdentifier(type))
    let span = trial.beginSpan(of: kind)
    defer {
      nesting.leave()
      trial.endSpan(span, of: kind)
    }
    return T.fixture(&self)
  }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    // Not 0, which the standard library rejects and requests again if a range is not a power of two.
    nesting.choice == .simplest ? 1 : index(upTo: .max, .even)
  }

  /// A number from 0 to `last`, where 0 is the simplest choice. All other values are derived from it.
  mutating func index(upTo last: UInt64, _ spread: Spread) -> UInt64 {
    switch nesting.choice {
    case .simplest: return source.trial?.take(0, upTo: last) ?? 0
    case .last: return source.trial?.take(last, upTo: last) ?? last
    case .free: break
    }
    if let trial = source.trial { return trial.draw(upTo: last, spread) }
    return last == .max ? generator.next() : generator.next(upperBound: last &+ 1)
  }

  /// A number that no other call in this test gets.
  mutating func serial() -> UInt64 {
    if let trial = source.trial { return trial.drawIdentifier(simplest: nesting.choice != .free) }
    if serials.isEmpty {
      serials = source.takeSerials(nextSerialCount)
      nextSerialCount = min(nextSerialCount &* 4, 1024)
    }
    defer { serials = serials.lowerBound &+ 1..<serials.upperBound }
    return serials.lowerBound
  }
}

/// Reports that fixtures of a type request one another endlessly, and terminates the process.
func noValue<T>(withoutEndOf type: T.Type, sourceLocation: SourceLocation) -> Never {
  noValue("`\(type).fixture` recurses endlessly: each \(type) requests another", sourceLocation: sourceLocation)
}

/// Reports that there is no value to return, first as a failure of the test, and terminates the process.
func noValue(_ text: String, sourceLocation: SourceLocation) -> Never {
  recordIssue(text, sourceLocation: sourceLocation)
  fatalError(text)
}
