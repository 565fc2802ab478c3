import Foundation
import Testing

@testable import TestAssertions

@Suite("Aligning two sequences")
struct SequenceAlignmentTests {
  @Suite("Matching")
  struct Matching {
    @Test("Equal sequences need no edits")
    func whenSequencesAreEqual_thenThereAreNoEdits() {
      #expect(makeEdits(from: "abc", to: "abc").isEmpty)
      #expect(makeEdits(from: "", to: "").isEmpty)
    }

    @Test("What one side lacks is removed or inserted")
    func whenOneSideIsEmpty_thenEverythingIsRemovedOrInserted() {
      #expect(makeEdits(from: "ab", to: "") == [.removed(0), .removed(1)])
      #expect(makeEdits(from: "", to: "ab") == [.inserted(0), .inserted(1)])
    }

    @Test("An element in another place changes nothing around it")
    func whenAnElementIsInserted_thenTheOthersAreMatched() {
      #expect(makeEdits(from: "abcd", to: "axbcd") == [.inserted(1)])
      #expect(makeEdits(from: "abcd", to: "acd") == [.removed(1)])
      #expect(makeEdits(from: "abcd", to: "abXd") == [.replaced(expected: 2, actual: 2)])
    }

    @Test("Two elements that changed places are reported as moved")
    func whenElementsAreSwapped_thenTheyMoved() {
      #expect(
        makeEdits(from: "abc", to: "cba") == [
          .moved(expected: 0, actual: 2, isChanged: false), .moved(expected: 2, actual: 0, isChanged: false),
        ]
      )
      #expect(makeEdits(from: "ab", to: "ba") == [.moved(expected: 0, actual: 1, isChanged: false)])
    }

    @Test("Where moves are not told, they are removed and inserted")
    func whenMovesAreNotTold_thenElementsAreRemovedAndInserted() {
      var alignment = makeAlignment(from: Array("abcdef"), to: Array("bcdefa"))
      alignment.tellsMoves = false

      #expect(alignment.edits() == [.removed(0), .inserted(5)])
    }

    @Test("Many changes in place keep their places", arguments: [true, false])
    func whenManyElementsChangeInPlace_thenEachIsReplaced(isHashable: Bool) {
      let expected = Array(0..<1000)
      let actual = expected.map { $0 % 5 == 0 ? -$0 - 1 : $0 }
      let alignment = makeAlignment(from: expected, to: actual, isHashable: isHashable)

      #expect(
        alignment.edits() == stride(from: 0, to: 1000, by: 5).map { .replaced(expected: $0, actual: $0) }
      )
    }

    @Test("Many changes and an insertion are all found", arguments: [true, false])
    func whenManyElementsChangeBehindAnInsertion_thenTheRestIsMatched(isHashable: Bool) {
      let expected = Array(0..<1000)
      let actual = [-5000] + expected.map { $0 % 10 == 5 ? -$0 - 1 : $0 }
      let edits = makeAlignment(from: expected, to: actual, isHashable: isHashable).edits()

      #expect(edits.count == 101)
      #expect(edits.first == .inserted(0))
      #expect(edits.dropFirst().first == .replaced(expected: 5, actual: 6))
    }

    @Test("With nothing in common, elements are paired by their places", arguments: [true, false])
    func whenNothingIsEqual_thenElementsAreReplacedInOrder(isHashable: Bool) {
      let edits = makeAlignment(from: Array(0..<500), to: Array(1000..<1400), isHashable: isHashable).edits()

      #expect(edits.prefix(400) == (0..<400).map { .replaced(expected: $0, actual: $0) }[...])
      #expect(edits.dropFirst(400) == (400..<500).map { .removed($0) }[...])
    }
  }

  @Suite("Gaps that still hold equal elements")
  struct Leftovers {
    @Test("Equal elements in order are no change, in a long gap and in short ones")
    func whenAGapHoldsEqualElements_thenTheyAreNoChange() {
      let numbers = Array(0..<200)
      let alignment = makeAlignment(from: numbers, to: numbers.map { $0 % 3 == 0 ? -1 : $0 }, isHashable: false)
      let changes = stride(from: 0, to: 200, by: 3).map { SequenceAlignment.Edit.replaced(expected: $0, actual: $0) }
      let long = [Gap(expected: 0..<200, shiftedBy: 0)]
      let short = (0..<100).map { Gap(expected: ($0 * 2)..<($0 * 2 + 2), shiftedBy: 0) }

      #expect(GapResolver(alignment: alignment, gaps: long).edits() == changes)
      #expect(GapResolver(alignment: alignment, gaps: short).edits() == changes)
    }
  }

  @Suite("Identity")
  struct Identity {
    @Test("An element that kept its identity is replaced, wherever it stands")
    func whenAnElementChanges_thenItsIdentityPairsIt() {
      #expect(makeEdits(from: [(1, "a"), (2, "b")], to: [(1, "a"), (2, "B")]) == [.replaced(expected: 1, actual: 1)])
      #expect(
        makeEdits(from: [(1, "a"), (2, "b"), (3, "c")], to: [(3, "C"), (1, "a"), (2, "b")])
          == [.moved(expected: 2, actual: 0, isChanged: true)]
      )
    }

    @Test("Elements of different identity are not paired")
    func whenTheIdentityIsAnother_thenElementsAreRemovedAndInserted() {
      #expect(makeEdits(from: [(1, "a"), (2, "b")], to: [(1, "a"), (7, "x")]) == [.removed(1), .inserted(1)])
    }

    @Test("An identity that occurs twice identifies nothing")
    func whenAnIdentityOccursTwice_thenItIsNotUsed() {
      let edits = makeEdits(from: [(1, "a"), (1, "b")], to: [(1, "c"), (1, "d")])

      #expect(edits == [.removed(0), .removed(1), .inserted(0), .inserted(1)])
    }

    @Test("A shuffled list of changed elements is paired by identity")
    func whenEverythingMovesAndChanges_thenEachIsPaired() {
      let expected = (0..<300).map { ($0, "a") }
      let edits = makeEdits(from: expected, to: (0..<300).reversed().map { ($0, "b") })

      #expect(edits.count == 300)
      #expect(edits.contains(.moved(expected: 7, actual: 292, isChanged: true)))
    }
  }

  @Suite("Resemblance")
  struct Resembling {
    @Test("In a gap, those that have most in common are paired")
    func whenOneOfTwoResembles_thenItIsPaired() {
      let pairing = ResemblancePairing(expected: [0, 1], actual: [0, 1, 2], isStrict: false)
      let edits = pairing.edits { $1 == $0 + 1 ? 0.8 : 0.1 }

      #expect(edits == [.inserted(0), .replaced(expected: 0, actual: 1), .replaced(expected: 1, actual: 2)])
    }

    @Test("Strict pairing leaves out what has little in common")
    func whenLittleIsCommon_thenStrictPairingSeparates() {
      let edits = ResemblancePairing(expected: [3], actual: [4], isStrict: true).edits { _, _ in 0.4 }

      #expect(edits == [.removed(3), .inserted(4)])
    }

    @Test("Strict pairing pairs what has half in common")
    func whenHalfIsCommon_thenStrictPairingPairs() {
      let edits = ResemblancePairing(expected: [3], actual: [4], isStrict: true).edits { _, _ in 0.5 }

      #expect(edits == [.replaced(expected: 3, actual: 4)])
    }
  }

  @Suite("Against a naive model")
  struct Model {
    @Test("Short sequences get the shortest edit script, and one that is true")
    func whenSequencesAreShort_thenTheScriptIsShortest() {
      var random = SplitMix(seed: 1)
      for _ in 0..<modelSteps(3000) {
        let expected = random.numbers(upTo: 14, below: 6)
        let actual = random.bool() ? random.numbers(upTo: 14, below: 6) : random.edited(expected)
        let edits = makeAlignment(from: expected, to: actual, isHashable: random.bool()).edits()

        let unmatched = edits.reduce(0) { $0 + $1.weight }
        let shortest = expected.count + actual.count - 2 * commonLength(expected, actual)
        #expect(unmatched == shortest, "\(expected) → \(actual): \(edits)")
        #expect(problem(with: edits, from: expected, to: actual) == nil, "\(expected) → \(actual): \(edits)")
      }
    }

    @Test("Long sequences get a script that is true, whatever way it was found")
    func whenSequencesAreLong_thenTheScriptIsTrue() {
      var random = SplitMix(seed: 2)
      for _ in 0..<modelSteps(60) {
        let expected = random.numbers(upTo: 400, below: random.bool() ? 20 : 10_000)
        var actual = expected
        for _ in 0..<Int.random(in: 0...120, using: &random) { actual = random.edited(actual) }
        let alignment = makeAlignment(from: expected, to: actual, isHashable: random.bool())

        #expect(problem(with: alignment.edits(), from: expected, to: actual) == nil)
      }
    }
  }
}

// MARK: - Helpers

private func makeEdits(from expected: String, to actual: String) -> [SequenceAlignment.Edit] {
  makeAlignment(from: Array(expected), to: Array(actual)).edits()
}

private func makeAlignment<T: Hashable>(
  from expected: [T],
  to actual: [T],
  isHashable: Bool = true
) -> SequenceAlignment {
  var alignment = SequenceAlignment(middle: Gap(expected: expected.indices, actual: actual.indices)) {
    expected[$0] == actual[$1]
  }
  if isHashable {
    alignment.equalityNumbers = SequenceNumbering.remembering(alignment.middle) {
      SequenceNumbering.numbers($0.map { expected[$0] }, $1.map { actual[$0] })
    }
  }
  return alignment
}

private func makeEdits(from expected: [(Int, String)], to actual: [(Int, String)]) -> [SequenceAlignment.Edit] {
  var alignment = SequenceAlignment(middle: Gap(expected: expected.indices, actual: actual.indices)) {
    expected[$0] == actual[$1]
  }
  alignment.identityNumbers = { SequenceNumbering.numbers($0.map { expected[$0].0 }, $1.map { actual[$0].0 }) }
  return alignment.edits()
}

/// The length of the longest common subsequence, by the textbook.
private func commonLength(_ expected: [Int], _ actual: [Int]) -> Int {
  var table = [[Int]](repeating: [Int](repeating: 0, count: actual.count + 1), count: expected.count + 1)
  for (row, first) in expected.enumerated() {
    for (column, second) in actual.enumerated() {
      table[row + 1][column + 1] =
        first == second ? table[row][column] + 1 : max(table[row][column + 1], table[row + 1][column])
    }
  }
  return table[expected.count][actual.count]
}

/// What is wrong with the edits, if they do not lead from one sequence to the other.
private func problem(with edits: [SequenceAlignment.Edit], from expected: [Int], to actual: [Int]) -> String? {
  var (leftExpected, leftActual) = (Array(expected.indices), Array(actual.indices))
  var replaced: [Int: Int] = [:]
  for edit in edits {
    switch edit {
    case .removed(let index): leftExpected.removeAll { $0 == index }
    case .inserted(let index): leftActual.removeAll { $0 == index }
    case .replaced(let from, let to):
      if replaced.updateValue(to, forKey: from) != nil { return "\(from) is replaced twice" }
    case .moved(let from, let to, let isChanged):
      if (expected[from] != actual[to]) != isChanged { return "move \(from) to \(to) lies" }
      leftExpected.removeAll { $0 == from }
      leftActual.removeAll { $0 == to }
    }
  }
  if leftExpected.count != leftActual.count { return "\(leftExpected) and \(leftActual) are left" }
  for (from, to) in zip(leftExpected, leftActual) {
    if expected[from] == actual[to] {
      if replaced[from] != nil { return "\(from) was replaced by its equal" }
    } else if replaced[from] != to {
      return "\(from) and \(to) were matched"
    }
  }
  return nil
}

extension SequenceAlignment.Edit {
  /// How many elements of both sides it leaves unmatched.
  fileprivate var weight: Int {
    switch self {
    case .removed, .inserted: 1
    case .replaced, .moved: 2
    }
  }
}
