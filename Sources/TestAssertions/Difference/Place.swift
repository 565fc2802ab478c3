/// One place where two values differ, with the lines that are printed for it.
struct Place: Equatable {
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
    /// Something said about the values.
    case note(String)
  }

  /// The path to the place; empty for the compared values themselves.
  var path: ValuePath
  /// What happened at the place if the lines do not tell: `is missing`.
  var verb = ""
  /// What holds the place, if that helps to find it.
  var holder = ""
  var lines: [Line]
  /// How many elements, fields or values are told of here.
  var count = 1
}
