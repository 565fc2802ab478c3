import Foundation
import Testing
import TestingSupportCore

@testable import TestBuilders

@Suite("Shrinking challenges")
struct ShrinkingChallengesTests {
  @Test("When a list and its reverse differ then two elements are left")
  func whenListAndReverseDiffer_thenSmallestIsMinimal() async {
    await expectMinimal("reverse", ["[0, 1]"]) { await input { ShrinkingChallenge.reverse($0) } }
  }

  @Test("When three elements are distinct then three are left")
  func whenThreeElementsAreDistinct_thenSmallestIsMinimal() async {
    await expectMinimal("distinct", ["[0, 1, -1]"]) { await input { ShrinkingChallenge.distinct($0) } }
  }

  @Test("When lists have more than ten elements then one of eleven is left")
  func whenListsHaveMoreThanTenElements_thenSmallestIsMinimal() async {
    let eleven = Array(repeating: 0, count: 11)
    await expectMinimal("nested lists", ["[\(eleven)]"]) { await input { ShrinkingChallenge.nestedLists($0) } }
  }

  @Test("When lists have five distinct elements then one list of five is left")
  func whenListsHaveFiveDistinctElements_thenSmallestIsMinimal() async {
    await expectMinimal("large union list", ["[[0, 1, -1, 2, -2]]"]) {
      await input { ShrinkingChallenge.largeUnionList($0) }
    }
  }

  @Test("When an element is deleted once then a list with it twice is left")
  func whenElementIsDeletedOnce_thenSmallestIsMinimal() async {
    await expectMinimal("deletion", ["[0, 0]", "0"]) { await input { ShrinkingChallenge.deletion($0, $1) } }
  }

  @Test("When two numbers differ by a little then the smallest such are left")
  func whenTwoNumbersDifferByLittle_thenSmallestIsMinimal() async {
    await expectMinimal("difference must not be zero", ["10", "10"]) {
      await input { ShrinkingChallenge.differenceMustNotBeZero($0, $1) }
    }
    await expectMinimal("difference must not be small", ["10", "6"]) {
      await input { ShrinkingChallenge.differenceMustNotBeSmall($0, $1) }
    }
    await expectMinimal("difference must not be one", ["10", "9"]) {
      await input { ShrinkingChallenge.differenceMustNotBeOne($0, $1) }
    }
  }

  @Test("When the length of a list is drawn first then one element is left")
  func whenLengthIsDrawnFirst_thenSmallestIsMinimal() async {
    await expectMinimal("length list", ["[900]"]) { await input { ShrinkingChallenge.lengthList($0) } }
  }

  @Test("When a heap is sorted wrongly then four nodes are left")
  func whenHeapIsSortedWrongly_thenSmallestIsMinimal() async {
    await expectMinimal("binary heap", ["(0 - (0 (1 - -) (0 - -)))"]) {
      await input { ShrinkingChallenge.binaryHeap($0) }
    }
  }

  @Test("When an expression divides by zero then a sum of two zeros is left")
  func whenExpressionDividesByZero_thenSmallestIsMinimal() async {
    await expectMinimal("calculator", ["(0 / (0 + 0))"]) { await input { ShrinkingChallenge.calculator($0) } }
  }

  @Test("When two places point at each other then the first two are left")
  func whenTwoPlacesPointAtEachOther_thenSmallestIsMinimal() async {
    await expectMinimal("coupling", ["[1, 0]"]) { await input { ShrinkingChallenge.coupling($0) } }
  }

  @Test("When sums overflow then one number of one list and the least of another are left")
  func whenSumsOverflow_thenSmallestIsMinimal() async {
    await expectMinimal("bound5", ["[[], [], [], [-1], [-32768]]"]) { await input { ShrinkingChallenge.bound5($0) } }
  }
}

// MARK: - The smallest input

private struct Found {
  let input: [String]
  let attempts: Int
}

/// The smallest input that is reported for a property that fails.
private func input<each T: Fixture>(
  sourceLocation: SourceLocation = #_sourceLocation,
  _ holds: @escaping @Sendable (repeat each T) -> Bool
) async -> Found {
  let issues = await recordedIssues {
    await expectAll(trials: 5000, sourceLocation: sourceLocation) { (value: repeat each T) in
      let isRight = holds(repeat each value)
      #expect(isRight, sourceLocation: sourceLocation)
    }
  }
  let lines = (issues.last?.text ?? "").split(separator: "\n")
  let attempts = lines.first?.split(separator: " ").compactMap { Int($0) }.first
  return Found(
    input: lines.filter { $0.hasPrefix("  ") }.compactMap { $0.split(separator: "→ ").last.map(String.init) },
    attempts: attempts ?? 0
  )
}

/// Expects that 40 seeds find the same, smallest input. With `SHRINK_TABLE` set, prints a row of the table of benchmarks.
private func expectMinimal(
  _ name: String,
  _ smallest: [String],
  sourceLocation: SourceLocation = #_sourceLocation,
  _ find: @Sendable () async -> Found
) async {
  var found: [Found] = []
  for seed in 0..<40 as Range<UInt64> { found.append(await withSeed(seed, find)) }
  let others = found.filter { $0.input != smallest }.map(\.input)
  #expect(others == [], "\(name)", sourceLocation: sourceLocation)
  guard ProcessInfo.processInfo.environment["SHRINK_TABLE"] != nil else { return }
  let attempts = found.map(\.attempts).sorted()
  print("| \(name) | \(smallest) | \(40 - others.count) of 40 | \(attempts[20]) | \(attempts[39]) |")
}
