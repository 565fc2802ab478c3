import Testing
import TestingSupportCore

/// A type whose values a test can request if any value will do.
///
/// Conform your models in the test target, with a line for each property:
///
/// ```swift
/// extension Item: Fixture {
///   public static func fixture(_ values: inout FixtureValues) -> Item {
///     Item(id: values.any(), name: values.string("item"), isEnabled: values.any())
///   }
/// }
/// ```
///
/// and use `Session.fixture`, `Session.fixtures(3)`, or `Builder(Session.fixture)`. An enumeration that conforms to
/// `CaseIterable` needs no code: `extension Status: Fixture {}`.
///
/// The values come from the test's seed: they are the same in each run with that seed, whichever other tests run at the
/// same time.
public protocol Fixture {
  /// Creates a value from random ones.
  ///
  /// Use only `values`, and ``FixtureValues/any(_:sourceLocation:)`` for fixtures of other types. Other values, such as
  /// `Int.random(in:)`, can neither be shrunk in a failing property nor replayed.
  static func fixture(_ values: inout FixtureValues) -> Self
}

extension Fixture {
  /// A value that the test does not care about.
  public static var fixture: Self {
    var values = CurrentValueSource.make(for: Self.self)
    let nesting = values.nesting.entered(Self.self)
    if nesting.isEndless {
      // A property cannot know its caller's line: the test's is the nearest.
      noValue(withoutEndOf: Self.self, sourceLocation: Test.current?.sourceLocation ?? #_sourceLocation)
    }
    let value = FixtureNesting.$around.withValue(nesting) { values.any(Self.self) }
    values.source.trial?.note("\(Self.self)", value)
    return value
  }
}

extension Fixture where Self: CaseIterable {
  /// One of the cases.
  public static func fixture(_ values: inout FixtureValues) -> Self {
    values.case()
  }
}
