import Testing
import TestingSupportCore

/// A type whose values a test can ask for when it does not care which one it gets.
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
/// and ask for `Session.fixture`, `Session.fixtures(3)` or a `Builder(Session.fixture)`. An enumeration whose cases can
/// be iterated needs no code: `extension Status: Fixture {}`.
///
/// The values come from the test's seed: the same in each run with that seed, whichever other tests run beside it.
public protocol Fixture {
  /// Makes a value from random ones.
  ///
  /// Take everything from `values`, also the fixtures of other types, with ``FixtureValues/any(_:sourceLocation:)``:
  /// what comes from elsewhere, as `Int.random(in:)` does, can be neither made smaller in a failing property nor had again.
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
