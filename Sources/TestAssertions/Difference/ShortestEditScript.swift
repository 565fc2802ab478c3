/// The fewest removals and insertions that lead from one sequence to another, after Myers: "An O(ND) Difference
/// Algorithm and Its Variations", Algorithmica 1 (1986).
struct ShortestEditScript {
  let whole: Gap
  let areEqual: (Int, Int) -> Bool

  /// The gaps between the matched elements, or `nil` if more than `limit` removals and insertions are needed.
  ///
  /// Needs about `limit²` comparisons and half as many words of memory at most.
  func gaps(limit: Int) -> [Gap]? {
    let (n, m) = (whole.expected.count, whole.actual.count)
    guard abs(n - m) <= limit else { return nil }
    // How far the script with d edits gets on each diagonal k = x - y, at index k + limit + 1.
    var furthest = [Int](repeating: 0, count: 2 * limit + 3)
    let zero = limit + 1
    var history: [ArraySlice<Int>] = []
    for d in 0...limit {
      history.append(ArraySlice(Array(furthest[(zero - d - 1)...(zero + d + 1)])))
      for k in stride(from: -(d - 2 * max(0, d - m)), through: d - 2 * max(0, d - n), by: 2) {
        let goesDown = k == -d || (k != d && furthest[zero + k - 1] < furthest[zero + k + 1])
        var x = goesDown ? furthest[zero + k + 1] : furthest[zero + k - 1] + 1
        var y = x - k
        while x < n, y < m, areEqual(whole.expected.lowerBound + x, whole.actual.lowerBound + y) {
          x += 1
          y += 1
        }
        furthest[zero + k] = x
        if x >= n, y >= m { return gaps(through: history) }
      }
    }
    return nil
  }

  /// Walks back from the end: every step is one edit and the matches that follow it.
  private func gaps(through history: [ArraySlice<Int>]) -> [Gap] {
    var edits: [Gap] = []
    var (x, y) = (whole.expected.count, whole.actual.count)
    for d in stride(from: history.count - 1, to: 0, by: -1) {
      let furthest = history[d]
      let k = x - y
      let zero = d + 1
      let goesDown = k == -d || (k != d && furthest[zero + k - 1] < furthest[zero + k + 1])
      let previousK = goesDown ? k + 1 : k - 1
      x = furthest[zero + previousK]
      y = x - previousK
      edits.append(edit(removing: goesDown ? 0 : 1, inserting: goesDown ? 1 : 0, atX: x, y: y))
    }
    return joined(edits.reversed())
  }

  private func edit(removing: Int, inserting: Int, atX x: Int, y: Int) -> Gap {
    let start = (expected: whole.expected.lowerBound + x, actual: whole.actual.lowerBound + y)
    return Gap(
      expected: start.expected..<(start.expected + removing),
      actual: start.actual..<(start.actual + inserting)
    )
  }

  /// Edits with no match between them are one gap.
  private func joined(_ edits: [Gap]) -> [Gap] {
    edits.reduce(into: []) { gaps, edit in
      if let last = gaps.last, last.expected.upperBound == edit.expected.lowerBound,
        last.actual.upperBound == edit.actual.lowerBound
      {
        gaps[gaps.count - 1].expected = last.expected.lowerBound..<edit.expected.upperBound
        gaps[gaps.count - 1].actual = last.actual.lowerBound..<edit.actual.upperBound
      } else {
        gaps.append(edit)
      }
    }
  }
}
