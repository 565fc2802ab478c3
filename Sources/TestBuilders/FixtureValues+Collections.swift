import Testing
import TestingSupportCore

extension FixtureValues {
  /// One of the elements; records an issue and returns `nil` if there are none.
  ///
  /// - Parameters:
  ///   - elements: What to choose from.
  ///   - sourceLocation: The line to fail at.
  public mutating func element<C: Collection>(
    of elements: C,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> C.Element? {
    let count = elements.count
    guard count > 0 else {
      recordIssue("There is no element to choose in an empty \(TypeName.of(C.self)).", sourceLocation: sourceLocation)
      return nil
    }
    let offset = Int(index(upTo: UInt64(count - 1), .each))
    return elements[elements.index(elements.startIndex, offsetBy: offset)]
  }

  /// One of the elements; records an issue and returns a fixture of their type if there are none.
  ///
  /// - Parameters:
  ///   - elements: What to choose from.
  ///   - sourceLocation: The line to fail at.
  public mutating func element<C: Collection>(
    of elements: C,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> C.Element where C.Element: Fixture {
    let element: C.Element? = element(of: elements, sourceLocation: sourceLocation)
    return element ?? any()
  }

  /// One of at least two values.
  public mutating func element<T>(of first: T, _ second: T, _ others: T...) -> T {
    let offset = Int(index(upTo: UInt64(others.count + 1), .each))
    return offset == 0 ? first : offset == 1 ? second : others[offset - 2]
  }

  /// One of the cases of an enumeration.
  ///
  /// For a type without cases there is nothing to give: that is recorded as an issue and stops the process.
  ///
  /// - Parameters:
  ///   - type: The enumeration, if the context doesn't determine it.
  ///   - sourceLocation: The line to fail at.
  public mutating func `case`<T: CaseIterable>(
    of type: T.Type = T.self,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> T {
    let cases = T.allCases
    guard !cases.isEmpty else {
      noValue("\(TypeName.of(T.self)) has no cases to choose from.", sourceLocation: sourceLocation)
    }
    let offset = Int(index(upTo: UInt64(cases.count - 1), .each))
    return cases[cases.index(cases.startIndex, offsetBy: offset)]
  }

  /// An array of one to three values; in a property, of any number from zero on.
  ///
  /// - Parameter make: Creates one element.
  public mutating func array<T>(of make: (inout FixtureValues) -> T) -> [T] {
    guard let trial = source.trial else {
      guard nesting.choice == .free, !nesting.isDeep(in: T.self) else { return [] }
      return (0...index(upTo: 2, .even)).map { _ in make(&self) }
    }
    var elements: [T] = []
    // A choice before each element, and none of a count, lets an element be cut out of the middle of a failing case.
    while true {
      let span = trial.beginSpan()
      defer { trial.endSpan(span) }
      guard elements.count < 100, !ends(in: T.self) else { return elements }
      elements.append(make(&self))
    }
  }

  /// An array of the given number of values.
  ///
  /// - Parameters:
  ///   - count: How many. A negative count is recorded as an issue; the array is empty then.
  ///   - sourceLocation: The line to fail at.
  ///   - make: Creates one element.
  public mutating func array<T>(
    count: Int,
    sourceLocation: SourceLocation = #_sourceLocation,
    of make: (inout FixtureValues) -> T
  ) -> [T] {
    guard count >= 0 else {
      recordIssue("A count cannot be negative: \(count).", sourceLocation: sourceLocation)
      return []
    }
    guard let trial = source.trial else { return (0..<count).map { _ in make(&self) } }
    return (0..<count).map { _ in
      let span = trial.beginSpan()
      defer { trial.endSpan(span) }
      return make(&self)
    }
  }

  /// A value or, as often, `nil`.
  ///
  /// - Parameter make: Creates the value.
  public mutating func optional<T>(of make: (inout FixtureValues) -> T) -> T? {
    ends(in: T.self, upTo: 1, .even) ? nil : make(&self)
  }

  /// Whether a collection or an optional of a type must be empty, because it would otherwise continue forever.
  private mutating func ends<T>(in type: T.Type, upTo last: UInt64 = 7, _ spread: Spread = .ending) -> Bool {
    guard nesting.choice != .free || nesting.isDeep(in: type) else { return index(upTo: last, spread) == 0 }
    _ = source.trial?.take(0, upTo: last)
    return true
  }
}
