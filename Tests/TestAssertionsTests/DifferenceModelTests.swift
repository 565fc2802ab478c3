import Testing

@testable import TestAssertions

/// Random trees and random edits, against what is known of the edits.
@Suite("Differences of random values")
struct DifferenceModelTests {
  @Test("There is a difference exactly where values are unequal, with == and without")
  func whenValuesAreRandom_thenTheDifferenceIsSound() {
    var random = SplitMix(seed: 11)
    for _ in 0..<modelSteps(150) {
      let expected = random.tree(levels: 3)
      var actual = expected
      for _ in 0..<random.below(4) { actual.edit(&random) }

      #expect((difference(between: expected, and: actual) == nil) == (expected == actual))
      let loose = difference(between: LooseTree(expected), and: LooseTree(actual))
      #expect((loose == nil) == (expected == actual), "\(expected) → \(actual)")
    }
  }

  @Test("One edit is one difference, at the place of the edit")
  func whenOneEditIsMade_thenOneDifferenceIsTold() throws {
    var random = SplitMix(seed: 12)
    for _ in 0..<modelSteps(300) {
      let expected = random.tree(levels: 3)
      var actual = expected
      let place = actual.edit(&random)
      if expected == actual { continue }

      let report = DifferenceReport(betweenUnequal: expected, and: actual)
      #expect(report.count == 1, "\(expected) → \(actual): \(report.text)")
      #expect(report.text.hasPrefix(place), "\(place): \(report.text)")
    }
  }

  @Test("A few edits are reported as hardly more than a few differences")
  func whenSomeEditsAreMade_thenTheDifferencesAreFew() {
    var random = SplitMix(seed: 13)
    var (edits, differences) = (0, 0)
    for _ in 0..<modelSteps(150) {
      let expected = random.tree(levels: 3)
      var actual = expected
      for _ in 0..<4 { actual.edit(&random) }
      if expected == actual { continue }

      edits += 4
      differences += DifferenceReport(betweenUnequal: expected, and: actual).count
    }
    #expect(Double(differences) < Double(edits) * 1.25)
  }

  @Test("Looking from the other side, as many differences are reported")
  func whenSidesAreSwapped_thenTheCountIsTheSame() {
    var random = SplitMix(seed: 14)
    for _ in 0..<modelSteps(150) {
      let expected = random.tree(levels: 2)
      var actual = expected
      actual.edit(&random)
      if expected == actual { continue }

      let there = DifferenceReport(betweenUnequal: expected, and: actual)
      let back = DifferenceReport(betweenUnequal: actual, and: expected)
      // conventions:ignore count-only - it is a number of differences, told the same both ways
      #expect(there.count == back.count, "\(there.text)\n\(back.text)")
    }
  }
}

// MARK: - Values

private struct ModelTree: Equatable {
  enum Kind: Hashable {
    case plain
    case rated(Int)
    case named(first: String, last: String)
  }

  // Unique, as the elements of most lists are.
  var id: Int
  var name: String
  var ratio: Double
  var kind: Kind
  var note: String?
  var table: [String: Int]
  var tags: Set<Int>
  var children: [ModelTree] = []

  /// Changes one thing, and gives back how its place is named.
  @discardableResult
  mutating func edit(_ random: inout SplitMix) -> String {
    switch random.below(children.isEmpty ? 7 : 12) {
    case 0:
      name += "x"
      return "name"
    case 1:
      ratio += 0.5
      return "ratio"
    case 2:
      kind = random.kind()
      return "kind"
    case 3:
      note = note == nil ? "note" : nil
      return "note"
    case 4:
      let key = "\(random.below(4))"
      table[key] = table[key] == nil ? 1 : nil
      return "table[\"\(key)\"]"
    case 5:
      tags.formSymmetricDifference([random.below(9)])
      return "tags"
    case 6:
      children.insert(random.tree(levels: 0), at: 0)
      return "children[0] is unexpected"
    case 7:
      children.remove(at: random.below(children.count))
      return "children["
    case 8:
      let child = children.remove(at: random.below(children.count))
      children.insert(child, at: random.below(children.count + 1))
      return "children["
    default:
      let index = random.below(children.count)
      return "children[\(index)].\(children[index].edit(&random))"
    }
  }
}

/// The same without any `==` but those of its simplest parts.
private struct LooseTree {
  var tree: (Int, String, Double, ModelTree.Kind, String?, [String: Int], Set<Int>)
  var children: [LooseTree]

  init(_ tree: ModelTree) {
    self.tree = (tree.id, tree.name, tree.ratio, tree.kind, tree.note, tree.table, tree.tags)
    children = tree.children.map(LooseTree.init)
  }
}

// MARK: - Helpers

extension SplitMix {
  fileprivate mutating func tree(levels: Int) -> ModelTree {
    ModelTree(
      id: below(1_000_000),
      name: "n\(below(3))",
      ratio: Double(below(3)),
      kind: kind(),
      note: bool() ? "note" : nil,
      table: bool() ? [:] : ["\(below(4))": below(3)],
      tags: Set(numbers(upTo: 3, below: 9)),
      children: levels == 0 ? [] : (0..<below(5)).map { _ in tree(levels: levels - 1) }
    )
  }

  fileprivate mutating func kind() -> ModelTree.Kind {
    switch below(3) {
    case 0: .plain
    case 1: .rated(below(3))
    default: .named(first: "f\(below(2))", last: "l\(below(2))")
    }
  }
}
