import Testing
import TestingSupportCore

/// The random values that a fixture is made of.
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
/// In a test all values come from the test's own seed. Without a size or a range to keep to, they are short, easy to
/// read in a failure and never the same twice in a test. In a property checked by
/// ``expectAll(_:trials:replaying:shrinkAttempts:isolation:sourceLocation:_:)`` they are instead spread over everything that is
/// possible, extremes, empty texts and equal values among them; only identifiers stay different from one another.
///
/// It is also a generator of random numbers for the functions of the standard library: `names.shuffled(using: &values)`.
public struct FixtureValues: RandomNumberGenerator, Sendable {
  /// How the trials of a property choose among numbers.
  enum Spread {
    /// Each is as likely as any other.
    case even
    /// Few, each of which should come up.
    case each
    /// Whether a collection ends, which 0 stands for.
    case ending
    /// A place in the alphabet of texts.
    case character
    /// A number of a range: small ones and the ends come up far more often.
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
  /// A fixture that contains itself comes to an end: from its third level down optional values are `nil` and collections
  /// empty, and below that each choice takes the simplest possible value. One that asks for itself whatever it
  /// draws has no end; that is recorded as an issue at the line that asks, and stops the process, since there is no value to go
  /// on with.
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
    // Texts come again by themselves, in other forms too.
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
    // Not 0, which the standard library turns down, and asks again, where a range is not a power of two.
    nesting.choice == .simplest ? 1 : index(upTo: .max, .even)
  }

  /// A number from 0 to `last`, where 0 stands for the simplest choice. All other values are made from it.
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

/// Says that fixtures of a type ask for one another without end, and stops.
func noValue<T>(withoutEndOf type: T.Type, sourceLocation: SourceLocation) -> Never {
  noValue("`\(type).fixture` recurses endlessly: each \(type) requests another", sourceLocation: sourceLocation)
}

/// Says that there is no value to go on with, as a failure of the test first, and stops.
func noValue(_ text: String, sourceLocation: SourceLocation) -> Never {
  recordIssue(text, sourceLocation: sourceLocation)
  fatalError(text)
}
