/// Pairs the elements of two short lists, in order, such that those in a pair have as much in common as possible.
struct ResemblancePairing {
  let expected: [Int]
  let actual: [Int]
  /// Elements with an identity are paired only if most of their fields are the same.
  let isStrict: Bool

  func edits(resemblance: (Int, Int) -> Double) -> [SequenceAlignment.Edit] {
    let (rows, columns) = (expected.count, actual.count)
    let scores = expected.map { row in actual.map { score(resemblance(row, $0)) } }
    // best[row][column]: what can be reached with the elements from there on.
    var best = [[Double]](repeating: [Double](repeating: 0, count: columns + 1), count: rows + 1)
    for row in stride(from: rows - 1, through: 0, by: -1) {
      for column in stride(from: columns - 1, through: 0, by: -1) {
        let unpaired = max(best[row + 1][column], best[row][column + 1])
        best[row][column] = max(unpaired, scores[row][column].map { $0 + best[row + 1][column + 1] } ?? 0)
      }
    }
    var edits: [SequenceAlignment.Edit] = []
    var (row, column) = (0, 0)
    while row < rows, column < columns {
      if let score = scores[row][column], best[row][column] == score + best[row + 1][column + 1] {
        edits.append(.replaced(expected: expected[row], actual: actual[column]))
        row += 1
        column += 1
      } else if best[row][column] == best[row + 1][column] {
        edits.append(.removed(expected[row]))
        row += 1
      } else {
        edits.append(.inserted(actual[column]))
        column += 1
      }
    }
    return edits + expected[row...].map { .removed($0) } + actual[column...].map { .inserted($0) }
  }

  /// A pair counts a little even with nothing in common, so that elements are paired rather than reported one by one.
  private func score(_ resemblance: Double) -> Double? {
    isStrict && resemblance < 0.5 ? nil : resemblance + 1.0 / 1024
  }
}
