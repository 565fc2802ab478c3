/// One place where two values differ, with the lines that are printed for it.
struct DifferenceEntry: Equatable {
  /// A line of a difference, by what it holds.
  enum Line: Equatable {
    /// What was expected, and is not there.
    case expected(String)
    /// What is there, and was not expected.
    case actual(String)
    /// Marks below the line before: `^^^`.
    case marks(String)
    /// What is the same on both sides.
    case context(String)
    /// A remark about the values.
    case note(String)
  }

  /// The path to the place; empty for the compared values themselves.
  var path: ValuePath
  /// What happened at the place if the lines don't show it: `is missing`.
  var verb = ""
  /// What holds the place, if that helps to find it.
  var holder = ""
  var lines: [Line]
  /// How many elements, fields, or values are reported here.
  var count = 1

  /// The entry, with a note if strings differ by letters that look the same.
  func explainingLookalikes() -> DifferenceEntry {
    var (expected, actual): ([String], [String]) = ([], [])
    for line in lines {
      if case .expected(let text) = line { expected.append(text) }
      if case .actual(let text) = line { actual.append(text) }
    }
    if expected.isEmpty || actual.isEmpty { return self }
    var place = self
    place.lines += ConfusableLetters.notes(expected: expected, actual: actual).map { .note($0) }
    return place
  }
}
