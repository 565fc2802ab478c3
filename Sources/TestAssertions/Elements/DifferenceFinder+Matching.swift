import TestingSupportCore

extension DifferenceFinder {
  /// Notes the elements of two arrays that a predicate does not match.
  func describe<A, E>(_ actual: [A], _ expected: [E], by areMatching: (A, E) -> Bool) {
    let edits = withoutActuallyEscaping(areMatching) { areMatching in
      var alignment = SequenceAlignment(middle: Gap(expected: expected.indices, actual: actual.indices)) {
        areMatching(actual[$1], expected[$0])
      }
      // Nothing identifies two elements at different positions as belonging together.
      alignment.tellsMoves = false
      return alignment.edits()
    }
    for edit in edits {
      switch edit {
      case .replaced(let from, let to), .moved(let from, let to, _):
        let lines: [DifferenceEntry.Line] = [
          .expected(ValueText(expected[from]).text), .actual(ValueText(actual[to]).text),
        ]
        add(
          DifferenceEntry(path: ValuePath().element(expected: from, actual: to), verb: "does not match", lines: lines)
        )
      case .removed(let index):
        let lines = [DifferenceEntry.Line.expected(ValueText(expected[index]).text)]
        add(DifferenceEntry(path: ValuePath().elements(index..<(index + 1)), verb: "is missing", lines: lines))
      case .inserted(let index):
        let lines = [DifferenceEntry.Line.actual(ValueText(actual[index]).text)]
        add(DifferenceEntry(path: ValuePath().elements(index..<(index + 1)), verb: "is unexpected", lines: lines))
      }
    }
  }
}
