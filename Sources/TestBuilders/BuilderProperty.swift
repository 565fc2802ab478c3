import Testing
import TestingSupportCore

/// A property named on a ``Builder``: call it with its new value, or name a property of it.
@dynamicMemberLookup
public struct BuilderProperty<Subject, Value> {
  let builder: Builder<Subject>
  let keyPath: WritableKeyPath<Subject, Value>

  /// Sets the property.
  public func callAsFunction(_ value: Value) -> Builder<Subject> {
    builder.with(keyPath, value)
  }

  /// Changes the property's value.
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

/// A property of a value that may be missing: call it with its new value.
@dynamicMemberLookup
public struct OptionalBuilderProperty<Subject, Wrapped, Value> {
  let builder: Builder<Subject>
  let optional: WritableKeyPath<Subject, Wrapped?>
  let part: WritableKeyPath<Wrapped, Value>

  /// Sets the property of the value that is there.
  ///
  /// Where there is none, an issue says so and nothing is changed.
  public func callAsFunction(
    _ value: Value,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Builder<Subject> {
    guard var wrapped = builder.build()[keyPath: optional] else {
      recordIssue(
        """
        The \(Wrapped.self) whose property is to be set is nil in this \(Subject.self). \
        Set the \(Wrapped.self) first.
        """,
        sourceLocation: sourceLocation
      )
      return builder
    }
    wrapped[keyPath: part] = value
    return builder.with(optional, wrapped)
  }

  /// A property of the property's value.
  public subscript<Part>(
    dynamicMember further: WritableKeyPath<Value, Part>
  ) -> OptionalBuilderProperty<Subject, Wrapped, Part> {
    OptionalBuilderProperty<Subject, Wrapped, Part>(
      builder: builder,
      optional: optional,
      part: part.appending(path: further)
    )
  }
}
