import Testing
import TestingSupportCore

extension Builder {
  /// Several values, each built on from this builder.
  ///
  /// ```swift
  /// let items = Builder(Item.fixture).isEnabled(false).build(5) { index, builder in
  ///   builder.id(anyUUID()).name("Item \(index)")
  /// }
  /// ```
  ///
  /// All start from the same value. To start from different ones, use `Item.fixtures(5) { index, builder in … }`.
  ///
  /// - Parameters:
  ///   - count: How many. A negative count is recorded as an issue; the list is empty then.
  ///   - sourceLocation: The line to fail at.
  ///   - change: Sets what matters in the value of each index, which counts from zero.
  public func build<E: Error>(
    _ count: Int,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ change: (Int, Builder) throws(E) -> Builder
  ) throws(E) -> [Subject] {
    guard count >= 0 else {
      recordIssue("build(\(count)): a count of \(Subject.self) cannot be negative.", sourceLocation: sourceLocation)
      return []
    }
    return try (0..<count).map { index throws(E) in try change(index, self).build() }
  }
}
