import Testing
import TestingSupportCore

extension Fixture {
  /// Several values that the test does not care about, no two of them the same.
  ///
  /// Values of an `Identifiable` type have different identifiers. Where a fixture cannot make as many, for it draws the
  /// identifier from too few, an issue says so and the list is as long as it can be. Other `Hashable` values
  /// are different as far as their type has enough of them: five fixtures of an enumeration of three cases are all
  /// three of them, and two again.
  ///
  /// A count of zero or less is recorded as an issue; the list is empty then.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - sourceLocation: The line to fail at.
  public static func fixtures(_ count: Int, sourceLocation: SourceLocation = #_sourceLocation) -> [Self] {
    guard count > 0 else {
      recordIssue("\(Self.self).fixtures(\(count)) asks for no values at all.", sourceLocation: sourceLocation)
      return []
    }
    var values = CurrentValues.make(at: sourceLocation)
    let list = values.distinct(Self.self, count: count)
    values.source.trial?.note("[\(Self.self)]", list)
    if list.count < count {
      recordIssue(
        """
        \(Self.self).fixtures(\(count)): only \(list.count) with different identifiers could be made. \
        Draw the identifier from more values, for instance with `values.any()`.
        """,
        sourceLocation: sourceLocation
      )
    }
    return list
  }

  /// Several values that differ as told.
  ///
  /// ```swift
  /// let sessions = Session.fixtures(3) { index, builder in builder.duration(Double(index) * 60) }
  /// ```
  ///
  /// - Parameters:
  ///   - count: How many. A count of zero or less is recorded as an issue.
  ///   - sourceLocation: The line to fail at.
  ///   - change: Sets what matters in the value of each index, which counts from zero.
  public static func fixtures(
    _ count: Int,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ change: (Int, Builder<Self>) throws -> Builder<Self>
  ) rethrows -> [Self] {
    try fixtures(count, sourceLocation: sourceLocation).enumerated().map { index, value in
      try change(index, Builder(value)).build()
    }
  }
}

extension FixtureValues {
  /// Values that differ from one another, as many of the wanted as can be made.
  mutating func distinct<T: Fixture>(_ type: T.Type, count: Int) -> [T] {
    if let type = type as? any (Fixture & Identifiable).Type {
      return distinct(identifiable: type, count: count) as? [T] ?? []
    }
    if let type = type as? any (Fixture & Hashable).Type {
      return distinct(hashable: type, count: count) as? [T] ?? []
    }
    return (0..<count).map { _ in any() }
  }

  private mutating func distinct<T: Fixture & Identifiable>(identifiable: T.Type, count: Int) -> [T] {
    var ids: Set<T.ID> = []
    var list: [T] = []
    list.reserveCapacity(count)
    for _ in 0..<count {
      guard let value = another(T.self, where: { ids.insert($0.id).inserted }).distinct else { break }
      list.append(value)
    }
    return list
  }

  private mutating func distinct<T: Fixture & Hashable>(hashable: T.Type, count: Int) -> [T] {
    var seen: Set<T> = []
    var isUsedUp = false
    return (0..<count).map { _ in
      if isUsedUp { return any() }
      let (distinct, last) = another(T.self) { seen.insert($0).inserted }
      isUsedUp = distinct == nil
      return distinct ?? last
    }
  }

  private mutating func another<T: Fixture>(
    _ type: T.Type,
    where isNew: (T) -> Bool
  ) -> (distinct: T?, last: T) {
    var value: T = any()
    var tries = 1
    while !isNew(value) {
      if tries == 200 { return (nil, value) }
      tries += 1
      value = any()
    }
    return (value, value)
  }
}
