import Testing
import TestingSupportCore

/// A property of a value that may be missing: call it with its new value.
@dynamicMemberLookup
public struct OptionalBuilderProperty<Subject, Wrapped, Value> {
  let builder: Builder<Subject>
  let optional: WritableKeyPath<Subject, Wrapped?>
  let part: WritableKeyPath<Wrapped, Value>

  /// Sets the property of the value that is there.
  ///
  /// If there is none, an issue is recorded and nothing is changed.
  ///
  /// - Parameters:
  ///   - value: What it is to be.
  ///   - sourceLocation: The line to fail at.
  public func callAsFunction(
    _ value: Value,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Builder<Subject> {
    guard var wrapped = builder.build()[keyPath: optional] else {
      recordIssue(
        """
        Cannot set a property of \(Wrapped.self): it is `nil`
        Set the \(Wrapped.self) of this \(Subject.self) first.
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
