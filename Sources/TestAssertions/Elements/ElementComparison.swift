import Testing

/// Compares the elements of two arrays by the properties that they have in common.
struct ElementComparison<Actual, Expected> {
  let actual: [Actual]
  let expected: [Expected]
  let keys: [ElementKey<Actual, Expected>]

  /// What differs, or `nil`.
  func report() -> DifferenceReport? {
    let finder = DifferenceFinder()
    finder.describe(
      ElementRows(side: .expected, comparison: self),
      ElementRows(side: .actual, comparison: self),
      at: .init()
    )
    return DifferenceReport(finder)
  }

  fileprivate func edits() -> [SequenceAlignment.Edit] {
    var alignment = SequenceAlignment(middle: Gap(expected: expected.indices, actual: actual.indices)) { from, to in
      keys.allSatisfy { $0.areEqual(expected[from], actual[to]) }
    }
    // A single key decides whether elements are equal. With more, the first decides which of them belong together.
    if let key = keys.first, key.isHashable {
      let numbers: SequenceAlignment.Numbering = { self.numbers(of: key, $0, $1) }
      if keys.count == 1 { alignment.equalityNumbers = numbers } else { alignment.identityNumbers = numbers }
    }
    alignment.resemblance = { from, to in
      Double(keys.count { $0.areEqual(expected[from], actual[to]) }) / Double(keys.count)
    }
    return alignment.edits()
  }

  private func numbers(
    of key: ElementKey<Actual, Expected>,
    _ expectedPositions: [Int],
    _ actualPositions: [Int]
  ) -> (expected: [Int], actual: [Int]) {
    SequenceNumbering.numbers(
      expectedPositions.map { key.expectedValue(expected[$0]) as? AnyHashable },
      actualPositions.map { key.actualValue(actual[$0]) as? AnyHashable }
    )
  }

  fileprivate func row(_ side: ElementRows<Actual, Expected>.Side, at index: Int) -> ElementRow {
    let fields = keys.map { key -> ElementRow.Field in
      switch side {
      case .expected: (key.name, key.expectedName, key.expectedValue(expected[index]))
      case .actual: (key.name, key.actualName, key.actualValue(actual[index]))
      }
    }
    return ElementRow(fields: fields)
  }
}

/// One side of the comparison, as the finder of differences takes it.
private struct ElementRows<Actual, Expected>: AnyArray {
  enum Side { case expected, actual }

  let side: Side
  let comparison: ElementComparison<Actual, Expected>

  var elementCount: Int { side == .expected ? comparison.expected.count : comparison.actual.count }
  var isComparedByEquality: Bool { false }
  func edits(to actual: Any, by finder: DifferenceFinder) -> [SequenceAlignment.Edit] { comparison.edits() }
  func element(at index: Int) -> Any { comparison.row(side, at: index) }
}

/// What is compared of one element.
private struct ElementRow: CustomReflectable, CustomTestStringConvertible {
  typealias Field = (name: String, nameOnThisSide: String, value: Any)

  let fields: [Field]

  var customMirror: Mirror {
    Mirror(self, children: fields.map { (label: $0.name, value: $0.value) }, displayStyle: .struct)
  }

  var testDescription: String {
    "(\(fields.map { "\($0.nameOnThisSide): \(ValueText($0.value).text)" }.joined(separator: ", ")))"
  }
}
