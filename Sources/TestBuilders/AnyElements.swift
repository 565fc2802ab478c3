import Testing

/// One of the cases of an enumeration, for a test that holds for each of them.
///
/// ```swift
/// let signal = anyCase(of: Signal.self)
/// ```
///
/// For a type without cases there is nothing to give: that is recorded as an issue and stops the process.
///
/// - Parameters:
///   - type: The enumeration, if the context doesn't determine it.
///   - sourceLocation: The line to fail at.
public func anyCase<T: CaseIterable>(
  of type: T.Type = T.self,
  sourceLocation: SourceLocation = #_sourceLocation
) -> T {
  drawn("anyCase", at: sourceLocation) { $0.case(of: type, sourceLocation: sourceLocation) }
}

/// One of at least two values: `anyElement(of: .weak, .strong)`.
///
/// Use it where the values are written out: unlike a collection, they cannot be missing.
///
/// - Parameters:
///   - first: A value.
///   - second: Another.
///   - others: More of them.
///   - sourceLocation: The line that decides the value outside any test.
public func anyElement<T>(
  of first: T,
  _ second: T,
  _ others: T...,
  sourceLocation: SourceLocation = #_sourceLocation
) -> T {
  let all = [first, second] + others
  return drawn("anyElement", at: sourceLocation) { all[$0.int(in: 0...all.count - 1)] }
}

/// One of the elements; records an issue and returns `nil` if there are none.
///
/// For elements that have a ``Fixture``, and for cases of enumerations, the result is not optional.
///
/// - Parameters:
///   - elements: What to choose from.
///   - sourceLocation: The line to fail at.
public func anyElement<C: Collection>(
  of elements: C,
  sourceLocation: SourceLocation = #_sourceLocation
) -> C.Element? {
  drawn("anyElement", at: sourceLocation) { values -> C.Element? in
    values.element(of: elements, sourceLocation: sourceLocation)
  }
}

/// One of the elements; records an issue and returns a fixture of their type if there are none.
///
/// - Parameters:
///   - elements: What to choose from.
///   - sourceLocation: The line to fail at.
public func anyElement<C: Collection>(
  of elements: C,
  sourceLocation: SourceLocation = #_sourceLocation
) -> C.Element where C.Element: Fixture {
  drawn("anyElement", at: sourceLocation) { values -> C.Element in
    values.element(of: elements, sourceLocation: sourceLocation)
  }
}

/// One of the elements; records an issue and returns any case if there are none.
///
/// - Parameters:
///   - elements: What to choose from.
///   - sourceLocation: The line to fail at.
public func anyElement<C: Collection>(
  of elements: C,
  sourceLocation: SourceLocation = #_sourceLocation
) -> C.Element where C.Element: CaseIterable {
  drawn("anyElement", at: sourceLocation) { values in
    let element: C.Element? = values.element(of: elements, sourceLocation: sourceLocation)
    return element ?? values.case(sourceLocation: sourceLocation)
  }
}

/// One of the elements; records an issue and returns a fixture of their type if there are none.
///
/// - Parameters:
///   - elements: What to choose from.
///   - sourceLocation: The line to fail at.
public func anyElement<C: Collection>(
  of elements: C,
  sourceLocation: SourceLocation = #_sourceLocation
) -> C.Element where C.Element: Fixture & CaseIterable {
  drawn("anyElement", at: sourceLocation) { values -> C.Element in
    values.element(of: elements, sourceLocation: sourceLocation)
  }
}
