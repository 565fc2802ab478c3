import Testing
import TestingSupportCore

extension FixtureValues {
  /// `true` or `false`.
  public mutating func bool() -> Bool {
    index(upTo: 1, .each) == 1
  }

  /// A whole number that no other call in this test gets: of four digits, until those are used up.
  public mutating func int() -> Int {
    source.trial == nil ? Int(truncatingIfNeeded: source.unique.number(serial())) : int(in: Int.min...Int.max)
  }

  /// A whole number of a range, each as likely as any other.
  public mutating func int<T: FixedWidthInteger>(in range: ClosedRange<T>) -> T {
    guard T.bitWidth <= 64 else { return T.random(in: range, using: &self) }
    let distances = SimplestFirstOrder(range)
    return distances.value(at: index(upTo: distances.last, .number(distances.sides)))
  }

  /// A whole number of a range, each as likely as any other.
  ///
  /// - Parameters:
  ///   - range: The numbers to choose from. An empty range is recorded as an issue; its lower bound is given then.
  ///   - sourceLocation: The line to fail at.
  public mutating func int<T: FixedWidthInteger>(
    in range: Range<T>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> T {
    guard !range.isEmpty else {
      recordIssue("There is no number in the empty range \(range).", sourceLocation: sourceLocation)
      return range.lowerBound
    }
    return int(in: range.lowerBound...range.upperBound - 1)
  }

  /// A number that no other call in this test gets, with at most two digits after the point, exact in binary.
  ///
  /// In a property, any finite number.
  public mutating func double() -> Double {
    guard source.trial != nil else { return Double(source.unique.number(serial())) / 4 }
    return floatingPoint(isFinite: true)
  }

  /// A number of a range, spread evenly.
  ///
  /// - Parameters:
  ///   - range: The numbers to choose from. A range without finite bounds is recorded as an issue; zero is given then,
  ///     or the bound that is nearest to it.
  ///   - sourceLocation: The line to fail at.
  public mutating func double(
    in range: ClosedRange<Double>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Double {
    guard range.lowerBound.isFinite, range.upperBound.isFinite else {
      recordIssue("The range \(range) has no finite bounds to choose between.", sourceLocation: sourceLocation)
      return min(max(0, range.lowerBound), range.upperBound)
    }
    if source.trial != nil, let whole = wholeNumbers(in: range), bool() == false { return Double(int(in: whole)) }
    let share = Double(index(upTo: 1 << 53, .number(RangeSides(above: 1 << 53, below: 0)))) / Double(1 << 53)
    return min(max(range.lowerBound * (1 - share) + range.upperBound * share, range.lowerBound), range.upperBound)
  }

  /// A number of a range, spread evenly.
  ///
  /// - Parameters:
  ///   - range: The numbers to choose from. An empty range, or one without finite bounds, is recorded as an issue; its
  ///     lower bound is given then.
  ///   - sourceLocation: The line to fail at.
  public mutating func double(in range: Range<Double>, sourceLocation: SourceLocation = #_sourceLocation) -> Double {
    guard !range.isEmpty else {
      recordIssue("There is no number in the empty range \(range).", sourceLocation: sourceLocation)
      return range.lowerBound
    }
    let greatest = max(range.lowerBound, range.upperBound.nextDown)
    return double(in: range.lowerBound...greatest, sourceLocation: sourceLocation)
  }

  private func wholeNumbers(in range: ClosedRange<Double>) -> ClosedRange<Int>? {
    let lowest = range.lowerBound.rounded(.up)
    let highest = range.upperBound.rounded(.down)
    guard lowest <= highest, let first = Int(exactly: lowest), let last = Int(exactly: highest) else { return nil }
    return first...last
  }
}
