import Foundation
import Testing
import TestingSupportCore

@testable import TestBuilders

@Suite("Properties that fail")
struct FailingPropertyTests {
  @Suite("That fail")
  struct Failing {
    @Test("When a property fails then the smallest case is reported, with its code, its seed and both lines")
    func whenPropertyFails_thenSmallestCaseIsReported() async {
      let issues = await recordedIssues {
        await withSeed(4129) {
          await expectAll("Small numbers") { (first: Int, second: Int) in
            #expect(first < 0 || second < 100)
          }
        }
      }

      #expect(issues.count == 2)
      #expect(issues.first?.sourceLocation?.line == #line - 6)
      #expect(issues.last?.sourceLocation?.line == #line - 8)
      let lines = issues.last?.text.split(separator: "\n").map(String.init) ?? []
      #expect(lines.count == 7)
      #expect(lines.first == "Small numbers")
      #expect(lines[1].hasPrefix("The property failed in trial "))
      #expect(lines[2].hasPrefix("Smallest failing input, found in "))
      #expect(lines[3...4] == ["  Int → 0", "  Int → 100"])
      #expect(lines[5] == #"Replay it with `expectAll(replaying: "0.5j")`."#)
      #expect(lines[6] == "Random values of this test come from the seed chosen for it: 4129")
    }

    @Test("When a number is too large then the smallest such is found", arguments: 0..<20 as Range<UInt64>)
    func whenNumberIsTooLarge_thenSmallestSuchIsFound(seed: UInt64) async {
      #expect(await smallest(seed) { (number: Int) in number > 1000 } == ["Int → 1001"])
      #expect(await smallest(seed) { (number: Int) in number < -1000 } == ["Int → -1001"])
      #expect(await smallest(seed) { (number: UInt8) in number > 17 } == ["UInt8 → 18"])
      let range = await smallest(seed) { (range: Range<UInt8>) in range.count > 4 }
      #expect(range == ["Range<UInt8> → " + String(describingForTest: 0..<5 as Range<UInt8>)])
      let half = await smallest(seed) { (number: Double) in number >= 0.5 }
      #expect(half == ["Double → 1.0"])
    }

    @Test(
      "When a collection is at fault then it has the fewest and smallest elements",
      arguments: 0..<20 as Range<UInt64>
    )
    func whenCollectionIsAtFault_thenItHasFewestElements(seed: UInt64) async {
      #expect(await smallest(seed) { (numbers: [Int]) in numbers.count > 2 } == ["[Int] → [0, 0, 0]"])
      #expect(
        await smallest(seed) { (numbers: [Int]) in numbers.contains { $0 > 9 } } == ["[Int] → [10]"]
      )
      let unsorted = await smallest(seed) { (numbers: [Int]) in numbers != numbers.sorted() }
      #expect([["[Int] → [0, -1]"], ["[Int] → [1, 0]"]].contains(unsorted))
      #expect(await smallest(seed) { (text: String) in text.count > 1 } == [#"String → "aa""#])
      #expect(await smallest(seed) { (number: Int?) in number != nil } == ["Int? → 0"])
    }

    @Test(
      "When a part of a fixture is at fault then all others are as simple as can be",
      arguments: 0..<20 as Range<UInt64>
    )
    func whenPartOfFixtureIsAtFault_thenOthersAreSimple(seed: UInt64) async {
      #expect(
        await smallest(seed) { (users: [User]) in users.contains { $0.age > 40 } }
          == [#"[User] → [00000000-0000-4000-8000-000000000000 "" 41 nil]"#]
      )
    }

    @Test("When two values must be equal to fail then they get smaller together", arguments: 0..<20 as Range<UInt64>)
    func whenTwoValuesMustBeEqualToFail_thenTheyGetSmallerTogether(seed: UInt64) async {
      #expect(
        await smallest(seed, trials: 1000) { (numbers: [UInt8]) in
          Set(numbers).count < numbers.count && numbers.allSatisfy { $0 > 2 }
        } == ["[UInt8] → [3, 3]"]
      )
    }

    @Test("When values are drawn inside then they are reported in their order")
    func whenValuesAreDrawnInside_thenTheyAreReportedInOrder() async {
      let issues = await recordedIssues {
        await expectAll {
          let name = anyString("name")
          let level = anyElement(of: ["low", "high"])
          let users = User.fixtures(2)
          let number = anyInt(in: 5...9)
          #expect(name.isEmpty, "\(level) \(users.count) \(number) \(anyBool()) \(Int.fixture)")
        }
      }

      #expect(
        values(in: issues.last?.text ?? "").prefix(4) == [
          #"anyString → "name-0000""#, #"anyElement → "low""#,
          "[User] → [00000000-0000-4000-8000-000000000001 \"\" 0 nil, 00000000-0000-4000-8000-000000000002 \"\" 0 nil]",
          "anyInt → 5",
        ]
      )
    }

    @Test("When a property throws then the error fails the test at the call")
    func whenPropertyThrows_thenErrorFailsTestAtCall() async {
      let issues = await recordedIssues {
        await expectAll("Reading") { (number: Int) in if number > 5 { throw Unreadable() } }
        await expectAll { (number: Int) in try #require(number < 5) }
      }

      #expect(issues.count == 4)
      #expect(issues.first?.error is Unreadable)
      #expect(issues.first?.text == "Reading")
      #expect(issues.map(\.sourceLocation?.line) == [#line - 7, #line - 7, #line - 6, #line - 6])
      #expect(values(in: issues[1].text) == ["Int → 6"])
      #expect(values(in: issues[3].text) == ["Int → 5"])
    }

    @Test("When a property fails in two ways then the case shows the first that was found")
    func whenPropertyFailsInTwoWays_thenCaseShowsFirst() async {
      for seed in 0..<10 as Range<UInt64> {
        let found = Locked("")
        let issues = await recordedIssues {
          await withSeed(seed) {
            await expectAll { (number: Int) in
              try assume(number > 10)
              found.withLock { if $0.isEmpty { $0 = number > 1000 ? "large" : "medium" } }
              if number > 1000 { Issue.record("large") } else { Issue.record("medium") }
            }
          }
        }

        let first = found.withLock { $0 }
        #expect(issues.first?.text == first)
        #expect(values(in: issues.last?.text ?? "") == [first == "large" ? "Int → 1001" : "Int → 11"])
      }
    }

    @Test("When a property fails only once then that is reported")
    func whenPropertyFailsOnlyOnce_thenThatIsReported() async {
      let issues = await recordedIssues {
        let calls = Locked(0)
        await expectAll { (_: Int) in
          let call = calls.withLock { calls in
            calls += 1
            return calls
          }
          #expect(call != 3)
        }
        let other = Locked(0)
        await expectAll { (_: Int) in
          let call = other.withLock { calls in
            calls += 1
            return calls
          }
          if call == 1 { throw Unreadable() }
        }
      }

      #expect(issues.count == 2)
      #expect(issues.first?.text.hasPrefix("The property is not reproducible\nIt failed in trial 3 but passed") == true)
      #expect(issues.first?.text.contains("It failed with:\nExpectation failed") == true)
      #expect(issues.first?.text.contains("TestBuildersTests/FailingPropertyTests.swift:") == true)
      #expect(issues.last?.text.contains("Caught error: Unreadable()") == true)
    }

    @Test("When a property loops until it likes a value then it ends")
    func whenPropertyLoops_thenItEnds() async {
      let issues = await recordedIssues {
        await expectAll {
          while anyInt(in: 0...9) != 7 {}
          Issue.record("\(anyBool())")
        }
      }

      // conventions:ignore count-only - that it ends is what is asked
      #expect(issues.count == 2)
    }

    @Test("When random values are told by the property then the trait does not tell them again")
    func whenSeedIsToldByProperty_thenTraitDoesNotTellAgain() async throws {
      let (issues, _) = await outcome(of: SeedTrait(seed: 3)) {
        await expectAll { (number: Int) in #expect(number == 0) }
      }

      #expect(issues.filter { $0.text.contains("seed chosen for it: 3") }.count == 1)
    }
  }
}

// MARK: - The smallest case of a property

private func smallest<each T: Fixture>(
  _ seed: UInt64,
  trials: Int = 200,
  sourceLocation: SourceLocation = #_sourceLocation,
  failing isWrong: @escaping @Sendable (repeat each T) -> Bool
) async -> [String] {
  let issues = await recordedIssues {
    await withSeed(seed) {
      await expectAll(trials: trials, sourceLocation: sourceLocation) { (value: repeat each T) in
        let isRight = !isWrong(repeat each value)
        #expect(isRight, sourceLocation: sourceLocation)
      }
    }
  }
  return values(in: issues.last?.text ?? "")
}

private func values(in text: String) -> [String] {
  text.split(separator: "\n").filter { $0.hasPrefix("  ") }.map { String($0.dropFirst(2)) }
}

// MARK: - Values

private struct Unreadable: Error {}

private struct User: Fixture, Identifiable, CustomStringConvertible {
  let id: UUID
  let name: String
  let age: Int
  let nickname: String?
  var description: String { "\(id) \"\(name)\" \(age) \(nickname ?? "nil")" }

  static func fixture(_ values: inout FixtureValues) -> User {
    User(id: values.any(), name: values.any(), age: values.int(in: 0...120), nickname: values.any())
  }
}
