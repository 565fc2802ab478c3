/// The positions of those numbers that occur exactly once on both sides, in the order of the expected side.
///
/// Numbers are as ``SequenceNumbering`` gives them: not negative, and not much larger than there are elements.
struct UniquePairs {
  let pairs: [(expected: Int, actual: Int)]

  init(expected: [Int], actual: [Int]) {
    let size = max(expected.max() ?? -1, actual.max() ?? -1) + 1
    let expectedPositions = Self.uniquePositions(in: expected, size: size)
    let actualPositions = Self.uniquePositions(in: actual, size: size)
    pairs = expected.enumerated().compactMap { position, number in
      let partner = actualPositions[number]
      return expectedPositions[number] == position && partner >= 0 ? (expected: position, actual: partner) : nil
    }
  }

  /// For each number its only position, or a negative value.
  private static func uniquePositions(in numbers: [Int], size: Int) -> [Int] {
    var positions = [Int](repeating: none, count: size)
    for (position, number) in numbers.enumerated() {
      positions[number] = positions[number] == none ? position : several
    }
    return positions
  }

  private static let none = -1
  private static let several = -2
}

extension [(expected: Int, actual: Int)] {
  /// The most pairs that are in order on the actual side too; they are in order on the expected side already.
  func inLongestOrder() -> [(expected: Int, actual: Int)] {
    // For each length, the pair that ends a chain of that length with the smallest position; patience sorting.
    var ends: [Int] = []
    var previous = [Int](repeating: -1, count: count)
    for index in indices {
      let length = ends.firstIndex(after: { self[$0].actual < self[index].actual })
      if length > 0 { previous[index] = ends[length - 1] }
      if length == ends.count { ends.append(index) } else { ends[length] = index }
    }
    var chain: [(expected: Int, actual: Int)] = []
    var next = ends.last ?? -1
    while next >= 0 {
      chain.append(self[next])
      next = previous[next]
    }
    return chain.reversed()
  }
}

extension [Int] {
  /// The index after all elements that satisfy the predicate, which none does after one that does not.
  fileprivate func firstIndex(after satisfies: (Int) -> Bool) -> Int {
    var range = 0..<count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = satisfies(self[middle]) ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}
