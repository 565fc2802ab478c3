/// Builds a value by setting what matters for the test, one property after the other.
///
/// Use it with a fixture: the fixture is a complete value, and the builder states what is special about this one.
///
/// ```swift
/// let session = Builder(Session.fixture).status(.active).duration(1800).build()
/// ```
///
/// Every settable property of the value is there by its name, also those of its parts: `.address.city("Vienna")`. To
/// change a value instead of replacing it, pass a closure: `.tags { $0.append("new") }`.
///
/// A builder is a value. It can be kept half-built and built on in several ways, which know nothing of each other:
///
/// ```swift
/// let active = Builder(Session.fixture).status(.active)
/// let short = active.duration(60).build()
/// let long = active.duration(7200).build()
/// ```
///
/// Objects cannot be built on like that, since all copies of a builder would share them: setting a property of a class
/// does not compile. For a type with constant properties write a ``Blueprint``.
@dynamicMemberLookup
public struct Builder<Subject> {
  private var subject: Subject

  /// Starts from a value.
  ///
  /// - Parameter subject: The value to build on.
  public init(_ subject: Subject) {
    self.subject = subject
  }

  /// The value with everything that has been set.
  public func build() -> Subject {
    subject
  }

  /// A property of the value, to be called with what it is to be.
  public subscript<Value>(dynamicMember keyPath: WritableKeyPath<Subject, Value>) -> BuilderProperty<Subject, Value> {
    BuilderProperty(builder: self, keyPath: keyPath)
  }

  /// Objects are shared by all copies of a builder.
  @available(*, unavailable, message: "a builder copies values; an object would change for everyone who holds it")
  public subscript<Value>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Subject, Value>
  ) -> BuilderProperty<Subject, Value> {
    BuilderProperty(builder: self, keyPath: keyPath)
  }

  /// Sets a property that has the name of one of the builder's own functions, or that a variable chooses.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - value: What it is to be.
  public func with<Value>(_ keyPath: WritableKeyPath<Subject, Value>, _ value: Value) -> Builder {
    with { $0[keyPath: keyPath] = value }
  }

  /// Changes the value in a way that no single property describes.
  ///
  /// - Parameter change: Changes the value.
  public func with<E: Error>(_ change: (inout Subject) throws(E) -> Void) throws(E) -> Builder {
    var changed = self
    try change(&changed.subject)
    return changed
  }
}

extension Builder: Sendable where Subject: Sendable {}
