import Foundation
import Testing
import TestingSupportCore

@testable import TestAssertions

@Suite("All elements, and elements in any order")
struct AllElementsTests {
  @Suite("All elements")
  struct All {
    @Test("When every element satisfies the condition then nothing is recorded")
    func whenAllSatisfy_thenNothingIsRecorded() {
      expectAllElements(of: [1, 2, 3]) { $0 > 0 }
      expectAllElements(of: Set(["a"])) { !$0.isEmpty }
      expectAllElements(of: 1...3, "positive") { $0 > 0 }
      expectAllElements(of: [Int](), allowsNone: true) { $0 > 0 }
    }

    @Test("When elements don't satisfy the condition then they are named at the caller's line")
    func whenSomeDoNot_thenTheyAreNamed() async {
      let line = #line + 2
      let issues = await capturingIssues {
        expectAllElements(of: ["a", "", "b", ""], "names") { !$0.isEmpty }
      }
      #expect(
        issues.map(\.text) == ["names\n2 of 4 elements do not satisfy the condition\n  [1]: \"\"\n  [3]: \"\""]
      )
      #expect(issues.map(\.sourceLocation?.line) == [line])
    }

    @Test("When the condition throws then the element is named with the error")
    func whenConditionThrows_thenElementIsNamed() async {
      struct Broken: Error {}
      let issues = await capturingIssues {
        expectAllElements(of: [1, 2]) { if $0 == 2 { throw Broken() } else { true } }
      }
      #expect(issues.map(\.text) == ["1 of 2 elements does not satisfy the condition\n  [1]: 2\n    threw Broken()"])
    }

    @Test("When there are very many then the first are named and the others counted")
    func whenThereAreMany_thenOthersAreCounted() async {
      let issues = await capturingIssues { expectAllElements(of: 0..<100) { $0 < 50 } }
      #expect(issues.first?.text.hasPrefix("50 of 100 elements do not") == true)
      #expect(issues.first?.text.hasSuffix("  [69]: 69\n  … and 30 more") == true)
    }

    @Test("When there is no element then nothing was checked")
    func whenThereIsNone_thenNothingWasChecked() async {
      let issues = await capturingIssues { expectAllElements(of: [Int]()) { $0 > 0 } }
      #expect(issues.map(\.text) == ["No element was checked\nPass `allowsNone: true` if there may be none."])
    }
  }

  @Suite("In any order")
  struct AnyOrder {
    @Test("When the elements are the same then their order is of no matter")
    func whenElementsAreSame_thenOrderIsOfNoMatter() {
      expectElements([3, 1, 2, 1], matchInAnyOrder: [1, 1, 2, 3])
      expectElements(Set([1, 2]), matchInAnyOrder: [2, 1])
      expectElements([1: "a", 2: "b"].values, matchInAnyOrder: ["b", "a"])
      expectElements([Unhashable(2), Unhashable(1)], matchInAnyOrder: [Unhashable(1), Unhashable(2)])
      expectElements([Int](), matchInAnyOrder: [])
    }

    @Test("When elements are missing and unexpected then each is listed as often as it differs")
    func whenElementsDiffer_thenEachIsListed() async {
      let line = #line + 2
      let issues = await capturingIssues {
        expectElements(["d", "a", "a"], matchInAnyOrder: ["c", "a", "c"])
      }
      let text = """
        4 differences (- expected, + actual), in any order:
        2 elements are missing:
          - "c"
          - "c"
        2 elements are unexpected:
          + "d"
          + "a"
        """
      #expect(issues.map(\.text) == [text])
      #expect(issues.map(\.sourceLocation?.line) == [line])
      let others = await capturingIssues {
        expectElements(
          ["d", "a", "a"].map(Unhashable.init),
          matchInAnyOrder: ["c", "a", "c"].map(Unhashable.init)
        )
      }
      #expect(others.first?.text.components(separatedBy: "\n").count == 7)
    }

    @Test("When elements correspond by key paths then their order is of no matter")
    func whenElementsCorrespondByKeys_thenOrderIsOfNoMatter() async {
      let rows = [Row(title: "b", bars: 2), Row(title: "a", bars: 1)]
      let networks = [Network(name: "a", signal: 1), Network(name: "b", signal: 2)]
      expectElements(rows, matchInAnyOrder: networks, by: (\.title, \.name), (\.bars, \.signal))
      expectElements(rows, matchInAnyOrder: rows.reversed(), by: \.title, \.bars)
      let issues = await capturingIssues {
        expectElements(rows, matchInAnyOrder: networks.dropLast(), by: (\.title, \.name))
        expectElements(rows, matchInAnyOrder: rows + rows, by: \.title)
      }
      #expect(issues.map(\.text.first) == ["1", "2"])
    }

    @Test("When a predicate matches several elements then as many as possible are paired")
    func whenPredicateMatchesSeveral_thenAsManyAsPossibleArePaired() async {
      expectElements([1, 2, 3], matchInAnyOrder: [3, 4, 2]) { actual, expected in expected - actual == 1 || actual == 1
      }
      let issues = await capturingIssues {
        expectElements([5, 1], matchInAnyOrder: [1, 1]) { actual, expected in actual == expected }
      }
      #expect(issues.first?.text.hasPrefix("2 differences") == true)
    }

    @Test("When random graphs are matched then the pairs are as many as by trying all", arguments: 0..<200)
    func whenGraphsAreMatched_thenPairsAreMost(seed: UInt64) {
      var random = SplitMix(seed: seed)
      let count = Int.random(in: 1...6, using: &random)
      let edges = (0..<count).map { _ in (0..<count).map { _ in Int.random(in: 0..<10, using: &random) < 4 } }
      func most(_ actual: Int, _ taken: Set<Int>) -> Int {
        guard actual < count else { return 0 }
        let candidates = (0..<count).filter { edges[actual][$0] && !taken.contains($0) }
        return max(most(actual + 1, taken), candidates.map { 1 + most(actual + 1, taken.union([$0])) }.max() ?? 0)
      }
      let matching = UnorderedMatching(expectedCount: count, actualCount: count) { edges[$1][$0] }
      #expect(matching.unexpected.count == count - most(0, []))
      #expect(matching.missing.count == matching.unexpected.count)
    }
  }

  @Suite("The main actor, and results")
  struct Others {
    @MainActor
    @Test("When code runs on the main actor then expecting so passes")
    func whenOnMainActor_thenItPasses() {
      expectMainActor()
    }

    @Test("When code runs elsewhere then expecting the main actor fails at the caller's line")
    func whenElsewhere_thenItFails() async {
      let line = #line + 1
      let issues = await capturingIssues { expectMainActor("callback") }
      #expect(
        issues.map(\.text) == [
          "callback\nExpected to run on the main actor\n"
            + "The code runs on another executor, thread, or dispatch queue."
        ]
      )
      #expect(issues.map(\.sourceLocation?.line) == [line])
      await MainActor.run { expectMainActor() }
      let isMain = await withCheckedContinuation { continuation in
        DispatchQueue.main.async {
          expectMainActor()
          continuation.resume(returning: true)
        }
      }
      #expect(isMain)
    }

    @Test("When an asynchronous closure throws or returns then the result has it")
    func whenClosureEnds_thenResultHasIt() async {
      enum Failure: Error { case offline }
      let success = await Result { try await answer(7) }
      expectSuccess(success, equals: 7)
      let failure = await Result { () async throws(Failure) -> Int in throw .offline }
      #expect(failure == .failure(.offline))
    }

    private func answer(_ number: Int) async throws -> Int { number }
  }
}

private struct Unhashable<Value: Equatable>: Equatable {
  let value: Value
  init(_ value: Value) { self.value = value }
}

private struct Row {
  let title: String
  let bars: Int
}

private struct Network {
  let name: String
  let signal: Int
}
