/// Which elements of two sequences belong together, and what was done to the others.
///
/// In three steps, each on what the one before left over: equal elements are matched in order (the shortest edit
/// script where it is short, otherwise anchors that occur once on both sides); of the rest, those with the same
/// identity, or equal ones in another order, are partners; what is left in one gap is paired by resemblance.
struct SequenceAlignment {
  enum Edit: Equatable {
    case replaced(expected: Int, actual: Int)
    case removed(Int)
    case inserted(Int)
    case moved(expected: Int, actual: Int, isChanged: Bool)
  }

  /// Numbers for the elements at the given positions: the same number means the same key.
  ///
  /// None is negative or larger than there are elements.
  typealias Numbering = (_ expected: [Int], _ actual: [Int]) -> (expected: [Int], actual: [Int])

  /// What is to be aligned: positions outside are known to be equal.
  let middle: Gap
  let areEqual: (_ expected: Int, _ actual: Int) -> Bool
  /// Numbers by equality, where elements can be hashed.
  var equalityNumbers: Numbering?
  /// Numbers by identity, where elements have one.
  var identityNumbers: Numbering?
  /// How much two unequal elements have in common, from 0 to 1.
  var resemblance: (_ expected: Int, _ actual: Int) -> Double = { _, _ in 0 }
  /// Whether equal elements in another order are reported as moved, rather than as removed and inserted.
  var tellsMoves = true
  /// Whether a comparison has to inspect both elements, so only a few should be made.
  var isCostly = false

  /// The longest edit script that is looked for. Its cost grows with the square.
  var longestScript: Int { isCostly ? 16 : 300 }

  /// The edits that lead from the expected to the actual sequence, from front to back.
  func edits() -> [Edit] {
    let gaps = GapFinder(alignment: self).gaps()
    return GapResolver(alignment: self, gaps: gaps).edits()
  }
}

/// A stretch of both sequences in which no element was matched.
struct Gap: Equatable {
  var expected: Range<Int>
  var actual: Range<Int>

  init(expected: Range<Int>, actual: Range<Int>) {
    self.expected = expected
    self.actual = actual
  }

  /// A gap of the same length on both sides.
  init(expected: Range<Int>, shiftedBy shift: Int) {
    self.init(expected: expected, actual: (expected.lowerBound + shift)..<(expected.upperBound + shift))
  }

  /// A gap in which one side has nothing has nothing to match.
  var isOneSided: Bool { expected.isEmpty || actual.isEmpty }
  /// A single element on either side, which are not equal.
  var isOnePair: Bool { expected.count == 1 && actual.count == 1 }
  var isEmpty: Bool { expected.isEmpty && actual.isEmpty }

  /// The gap without the equal elements at both of its ends.
  func trimmed(_ areEqual: (Int, Int) -> Bool) -> Gap {
    var gap = self
    while !gap.isOneSided, areEqual(gap.expected.lowerBound, gap.actual.lowerBound) {
      gap.expected = gap.expected.dropFirst()
      gap.actual = gap.actual.dropFirst()
    }
    while !gap.isOneSided, areEqual(gap.expected.upperBound - 1, gap.actual.upperBound - 1) {
      gap.expected = gap.expected.dropLast()
      gap.actual = gap.actual.dropLast()
    }
    return gap
  }

  /// The stretches that are left between matched pairs, which are in order on both sides.
  func split(at pairs: [(expected: Int, actual: Int)]) -> [Gap] {
    var gaps: [Gap] = []
    var start = (expected: expected.lowerBound, actual: actual.lowerBound)
    for pair in pairs + [(expected.upperBound, actual.upperBound)] {
      let gap = Gap(expected: start.expected..<pair.expected, actual: start.actual..<pair.actual)
      if !gap.isEmpty { gaps.append(gap) }
      start = (pair.expected + 1, pair.actual + 1)
    }
    return gaps
  }
}
