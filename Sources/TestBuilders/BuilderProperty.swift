/// A property named on a ``Builder``: call it with its new value, or name a property of it.
@dynamicMemberLookup
public struct BuilderProperty<Subject, Value> {
  let builder: Builder<Subject>
  let keyPath: WritableKeyPath<Subject, Value>

  /// Sets the property.
  ///
  /// - Parameter value: What it is to be.
  public func callAsFunction(_ value: Value) -> Builder<Subject> {
    builder.with(keyPath, value)
  }

  /// Changes the property's value.
  ///
  /// - Parameter change: Changes it.
  public func callAsFunction<E: Error>(_ change: (inout Value) throws(E) -> Void) throws(E) -> Builder<Subject> {
    try builder.with { subject throws(E) in try change(&subject[keyPath: keyPath]) }
  }

  /// A property of the property's value.
  public subscript<Part>(dynamicMember part: WritableKeyPath<Value, Part>) -> BuilderProperty<Subject, Part> {
    BuilderProperty<Subject, Part>(builder: builder, keyPath: keyPath.appending(path: part))
  }

  /// Objects are shared by all copies of a builder.
  @available(*, unavailable, message: "a builder copies values; an object would change for everyone who holds it")
  public subscript<Part>(dynamicMember part: ReferenceWritableKeyPath<Value, Part>) -> BuilderProperty<Subject, Part> {
    BuilderProperty<Subject, Part>(builder: builder, keyPath: keyPath.appending(path: part))
  }

  /// A property of the value that an optional property holds.
  public subscript<Wrapped, Part>(
    dynamicMember part: WritableKeyPath<Wrapped, Part>
  ) -> OptionalBuilderProperty<Subject, Wrapped, Part> where Value == Wrapped? {
    OptionalBuilderProperty(builder: builder, optional: keyPath, part: part)
  }
}
