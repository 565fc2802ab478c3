import Testing
import TestingSupportCore

extension Fixture {
  /// Several values that the test does not care about, no two of them the same.
  ///
  /// Values of an `Identifiable` type have different identifiers. If a fixture draws its identifier from too few
  /// values, an issue is recorded, and the array is as long as possible. Other `Hashable` values differ as far as their
  /// type has enough values: five fixtures of an enumeration with three cases are all three of them, and two again.
  ///
  /// - Parameters:
  ///   - count: How many. A negative count is recorded as an issue; the list is empty then.
  ///   - sourceLocation: The line to fail at.
  public static func fixtures(_ count: Int, sourceLocation: SourceLocation = #_sourceLocation) -> [Self] {
    guard count >= 0 else {
      recordIssue("`fixtures` requires a count of 0 or more, not \(count)", sourceLocation: sourceLocation)
      return []
    }
    var values = CurrentValueSource.make(at: sourceLocation)
    let list = values.distinct(Self.self, count: count)
    values.source.trial?.note("[\(Self.self)]", list)
    if list.count < count {
      recordIssue(
        """
        Only \(list.count) of \(count) \(Self.self) fixtures have unique identifiers
        Draw the identifier from more values, for instance with `values.any()`.
        """,
        sourceLocation: sourceLocation
      )
    }
    return list
  }

  /// Several different values.
  ///
  /// ```swift
  /// let sessions = Session.fixtures(3) { index, builder in builder.duration(Double(index) * 60) }
  /// ```
  ///
  /// - Parameters:
  ///   - count: How many. A negative count is recorded as an issue; the list is empty then.
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
  private static let mostTries = 200

  /// Values that differ from one another, up to the requested number if possible.
  mutating func distinct<T: Fixture>(_ type: T.Type, count: Int) -> [T] {
    if let identifiable = type as? any (Fixture & Identifiable).Type {
      return distinct(identifiable: identifiable, as: type, count: count)
    }
    if let hashable = type as? any (Fixture & Hashable).Type {
      return distinct(hashable: hashable, as: type, count: count)
    }
    return (0..<count).map { _ in any() }
  }

  private mutating func distinct<T: Fixture & Identifiable, Same>(
    identifiable: T.Type,
    as same: Same.Type,
    count: Int
  ) -> [Same] {
    var ids = Set<T.ID>(minimumCapacity: count)
    var list: [T] = []
    list.reserveCapacity(count)
    var tries = 0
    while list.count < count, tries < Self.mostTries {
      let value = any(T.self)
      if ids.insert(value.id).inserted {
        list.append(value)
        tries = 0
      } else {
        tries += 1
      }
    }
    // Safe: `Same` is `T`, seen without its conformances. A cast would look at each element.
    return unsafeBitCast(list, to: [Same].self)
  }

  private mutating func distinct<T: Fixture & Hashable, Same>(
    hashable: T.Type,
    as same: Same.Type,
    count: Int
  ) -> [Same] {
    var seen = Set<T>(minimumCapacity: count)
    var list: [T] = []
    list.reserveCapacity(count)
    var tries = 0
    while list.count < count {
      let value = any(T.self)
      let isNew = seen.insert(value).inserted
      tries = isNew ? 0 : tries + 1
      if isNew || tries >= Self.mostTries { list.append(value) }
    }
    // Safe: `Same` is `T`, seen without its conformances. A cast would look at each element.
    return unsafeBitCast(list, to: [Same].self)
  }
}
