/// A type whose values can be copied with a change: `session.with(\.status, .active)`.
///
/// The protocol has no requirements. Add the conformance in the test target: `extension Session: Buildable {}`.
public protocol Buildable {}

extension Buildable {
  /// A copy in which one property is another.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - value: What it is in the copy.
  public func with<Value>(_ keyPath: WritableKeyPath<Self, Value>, _ value: Value) -> Self {
    var copy = self
    copy[keyPath: keyPath] = value
    return copy
  }

  /// Objects are not copied.
  @available(*, unavailable, message: "an object is not copied; it would change for everyone who holds it")
  public func with<Value>(_ keyPath: ReferenceWritableKeyPath<Self, Value>, _ value: Value) -> Self {
    self
  }

  /// A copy that is changed in a way that no single property describes.
  ///
  /// - Parameter change: Changes the copy.
  public func with<E: Error>(_ change: (inout Self) throws(E) -> Void) throws(E) -> Self {
    var copy = self
    try change(&copy)
    return copy
  }

  /// A builder that starts from this value.
  public var builder: Builder<Self> {
    Builder(self)
  }
}
