import Dispatch
import Foundation
import Testing
import TestingSupportCore

@testable import TestBuilders

@Suite("Properties")
struct ExpectAllTests {
  @Suite("That hold")
  struct Holding {
    @Test("When a property holds then each trial has been run, and nothing fails")
    func whenPropertyHolds_thenEachTrialHasBeenRun() async {
      var values: [[Int]] = []

      await expectAll(trials: 250) { (first: [Int], second: [Int]) in
        values.append(first + second)
        #expect((first + second).sorted() == (second + first).sorted())
      }

      #expect(values.count == 250)
      #expect(Set(values).count > 200)
    }

    @Test("When values are drawn inside then no parameter is needed")
    func whenValuesAreDrawnInside_thenNoParameterIsNeeded() async {
      await expectAll {
        let (low, high) = (anyInt(in: -9...0), anyInt(in: 1...9))
        #expect(low < high)
      }
    }

    @Test("When a test is on the main actor then so is the property") @MainActor
    func whenTestIsOnMainActor_thenSoIsProperty() async {
      var count = 0

      await expectAll(trials: 5) { (_: Bool) in
        MainActor.assertIsolated()
        // conventions:ignore yielding - to let other tasks in between
        await Task.yield()
        count += 1
      }

      #expect(count == 5)
    }

    @Test("When a test is on the main actor then its values are made there") @MainActor
    func whenTestIsOnMainActor_thenItsValuesAreMadeThere() async {
      DispatchQueue.main.setSpecific(key: MadeOnMainQueue.mark, value: true)

      await expectAll(trials: 5) { (made: MadeOnMainQueue) in #expect(made.isOnMainQueue) }
    }

    @Test("When many values are tried then extremes are among them")
    func whenManyValuesAreTried_thenExtremesAreAmongThem() async {
      var integers: Set<Int> = []
      var texts: Set<String> = []
      var doubles: Set<Double> = []
      var ranged: Set<UInt8> = []

      await expectAll(trials: 1000) { (integer: Int, text: String, double: Double) in
        integers.insert(integer)
        texts.insert(text)
        doubles.insert(double)
        ranged.insert(anyInt(in: 3...200))
      }

      #expect(integers.isSuperset(of: [0, 1, -1, .min]))
      #expect(integers.contains { $0.magnitude > 1 << 60 } && integers.contains { (10...1000).contains($0) })
      #expect(texts.contains("") && texts.contains { $0.utf8.count > $0.count } && texts.contains { $0.count > 8 })
      #expect(doubles.contains(0) && doubles.contains { $0 != $0.rounded() } && doubles.allSatisfy(\.isFinite))
      #expect(ranged.isSuperset(of: [3, 4, 200]) && ranged.allSatisfy { (3...200).contains($0) })
    }

    @Test("When ranges are drawn from then all values are inside, ends and whole numbers among them")
    func whenRangesAreDrawnFrom_thenAllValuesAreInside() async {
      var wholes: Set<Double> = []
      var parts: Set<Double> = []

      await expectAll(trials: 500) {
        let (whole, part) = (anyDouble(in: -5...5), anyDouble(in: 0.25...0.75))
        let day = anyDate(in: Date(timeIntervalSince1970: 0)..<Date(timeIntervalSince1970: 9))
        wholes.insert(whole)
        parts.insert(part)
        #expect((-5...5).contains(whole) && (0.25...0.75).contains(part))
        #expect((0..<9).contains(day.timeIntervalSince1970))
      }

      #expect(wholes.isSuperset(of: [0, 5, -5]) && wholes.contains { $0 != $0.rounded() })
      #expect(parts.isSuperset(of: [0.25, 0.75]) && parts.count > 50)
    }

    @Test("When fixtures of common types are tried then they vary, empty ones among them")
    func whenFixturesOfCommonTypesAreTried_thenTheyVary() async {
      var characters: Set<Character> = []
      var data: Set<Data> = []
      var numbers: Set<Decimal> = []
      var days: Set<Date> = []
      var durations: Set<Duration> = []

      await expectAll(trials: 500) { (character: Character, bytes: Data, number: Decimal, day: Date, time: Duration) in
        characters.insert(character)
        data.insert(bytes)
        numbers.insert(number)
        days.insert(day)
        durations.insert(time)
      }

      #expect(characters.contains { $0.unicodeScalars.count > 1 })
      #expect(data.contains(Data()) && data.contains { $0.count > 8 })
      #expect(numbers.contains(0) && numbers.contains { $0 < 0 })
      #expect(days.count > 100)
      #expect(durations.contains(.zero) && durations.contains { $0 < .zero })
    }

    @Test("When identifiers are drawn then no two of a case are the same")
    func whenIdentifiersAreDrawn_thenNoTwoOfCaseAreSame() async {
      await expectAll(trials: 50) {
        #expect(Set((0..<50).map { _ in anyUUID() }).count == 50)
        #expect(Set((0..<50).map { _ in anyEmail() } + [anyString("name")]).count == 51)
        #expect(Set(User.fixtures(20).map(\.id)).count == 20)
        #expect(anyURL() != anyURL())
      }
    }
  }

  @Suite("That fail")
  struct Failing {
    @Test("When a property fails then the smallest case is told, with its code, its seed and both lines")
    func whenPropertyFails_thenSmallestCaseIsTold() async {
      let issues = await recordedIssues {
        await withSeed(4129) {
          await expectAll("Small sums") { (first: Int, second: Int) in
            #expect(first.addingReportingOverflow(second).partialValue < 100)
          }
        }
      }

      #expect(issues.count == 2)
      #expect(issues.first?.sourceLocation?.line == #line - 6)
      #expect(issues.last?.sourceLocation?.line == #line - 8)
      let lines = issues.last?.text.split(separator: "\n").map(String.init) ?? []
      #expect(lines.count == 6)
      #expect(lines.first == "Small sums")
      #expect(lines[1].hasPrefix("The property fails. The smallest case found in "))
      #expect(lines[2...3] == ["  Int → 0", "  Int → 100"])
      #expect(lines[4] == #"This case again: expectAll(replaying: "0.5j")"#)
      #expect(lines[5] == "The random values of this test come from the seed chosen for it: 4129.")
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
      #expect(await smallest(seed) { (numbers: [Int]) in numbers.count > 2 } == ["Array<Int> → [0, 0, 0]"])
      #expect(
        await smallest(seed) { (numbers: [Int]) in numbers.contains { $0 > 9 } } == ["Array<Int> → [10]"]
      )
      let unsorted = await smallest(seed) { (numbers: [Int]) in numbers != numbers.sorted() }
      #expect([["Array<Int> → [0, -1]"], ["Array<Int> → [1, 0]"]].contains(unsorted))
      #expect(await smallest(seed) { (text: String) in text.count > 1 } == [#"String → "aa""#])
      #expect(await smallest(seed) { (number: Int?) in number != nil } == ["Optional<Int> → 0"])
    }

    @Test(
      "When a part of a fixture is at fault then all others are as simple as can be",
      arguments: 0..<20 as Range<UInt64>
    )
    func whenPartOfFixtureIsAtFault_thenOthersAreSimple(seed: UInt64) async {
      #expect(
        await smallest(seed) { (users: [User]) in users.contains { $0.age > 40 } }
          == [#"Array<User> → [00000000-0000-4000-8000-000000000000 "" 41 nil]"#]
      )
    }

    @Test("When two values must be equal to fail then they get smaller together", arguments: 0..<20 as Range<UInt64>)
    func whenTwoValuesMustBeEqualToFail_thenTheyGetSmallerTogether(seed: UInt64) async {
      #expect(
        await smallest(seed, trials: 1000) { (numbers: [UInt8]) in
          Set(numbers).count < numbers.count && numbers.allSatisfy { $0 > 2 }
        } == ["Array<UInt8> → [3, 3]"]
      )
    }

    @Test("When values are drawn inside then they are told in their order")
    func whenValuesAreDrawnInside_thenTheyAreToldInOrder() async {
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
              guard number > 10 else { return }
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

    @Test("When a property fails only once then that is told")
    func whenPropertyFailsOnlyOnce_thenThatIsTold() async {
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
      #expect(
        issues.first?.text.hasPrefix("The property failed in trial 3, and not when the smallest case found") == true
      )
      #expect(issues.first?.text.contains("It failed with:\nExpectation failed") == true)
      #expect(issues.first?.text.contains("TestBuildersTests/ExpectAllTests.swift:") == true)
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
      let test = try #require(Test.current)
      let issues = await recordedIssues {
        try await SeedTrait(seed: 3).provideScope(for: test, testCase: nil) {
          await expectAll { (number: Int) in #expect(number == 0) }
        }
      }

      #expect(issues.filter { $0.text.contains("seed chosen for it: 3") }.count == 1)
    }
  }

  @Suite("Replayed")
  struct Replayed {
    @Test("When a case is replayed then exactly it is run first")
    func whenCaseIsReplayed_thenExactlyItIsRunFirst() async {
      var values: [[Int]] = []

      await expectAll(trials: 2, replaying: "5j.3") { (first: Int, second: Int) in values.append([first, second]) }

      #expect(values.first == [100, 2])
      #expect(values.count == 3)
    }

    @Test("When a replayed case fails then it is told, and no other is run")
    func whenReplayedCaseFails_thenItIsTold() async {
      let issues = await recordedIssues {
        await expectAll(replaying: "5j") { (number: Int) in #expect(number == 0) }
      }

      #expect(issues.count == 2)
      #expect(issues.last?.text.hasPrefix("The property fails in the case that was asked for:\n  Int → 100\n") == true)
      #expect(issues.map(\.sourceLocation?.line) == [#line - 5, #line - 5])
    }

    @Test("When a code does not fit any more then that is told", arguments: ["1.2", "zzzzzzz"])
    func whenCodeDoesNotFit_thenThatIsTold(code: String) async {
      let issues = await recordedIssues {
        await expectAll(replaying: code) { (_: UInt8) in }
      }

      #expect(
        issues.map(\.text) == [
          "The case \"\(code)\" does not fit the values that are asked for now: "
            + "the property or a fixture has changed since. Leave `replaying:` out."
        ]
      )
      #expect(issues.first?.sourceLocation?.line == #line - 9)
    }

    @Test("When a code is none then that is told", arguments: ["", "1..2", "a b", "+1", "3w5e11264sgsg"])
    func whenCodeIsNone_thenThatIsTold(code: String) async {
      let issues = await recordedIssues {
        await expectAll("Mine", replaying: code) { (_: UInt8) in }
      }

      #expect(issues.map(\.text) == ["Mine\n\"\(code)\" is not the code of a case."])
    }

    @Test("When a case is written as a code then it is read as the same", arguments: [[], [7], [0, 0, 5], [.max, 1]])
    func whenCaseIsWrittenAsCode_thenItIsReadAsSame(choices: [UInt64]) {
      #expect(CaseCode.decode(CaseCode.encode(choices)) == choices)
      #expect(CaseCode.encode(choices + [0, 0]) == CaseCode.encode(choices))
    }
  }

  @Suite("Asked for nothing")
  struct BadInput {
    @Test("When no trial is asked for then an issue at the caller's line says so", arguments: [0, -3])
    func whenNoTrialIsAskedFor_thenIssueSaysSo(trials: Int) async {
      let issues = await recordedIssues {
        await expectAll("Mine", trials: trials) { (_: Int) in }
      }

      #expect(issues.map(\.text) == ["Mine\nWith \(trials) trials nothing is checked. Ask for at least one."])
      #expect(issues.first?.sourceLocation?.line == #line - 4)
    }

    @Test("When the test is cancelled then the property is not checked to the end, and says so")
    func whenTestIsCancelled_thenPropertySaysSo() async {
      let issues = await recordedIssues {
        await withTaskGroup(of: Void.self) { group in
          group.cancelAll()
          group.addTask { await expectAll(trials: 9) { (_: Int) in try Task.checkCancellation() } }
        }
      }

      #expect(
        issues.map(\.text) == ["The test was cancelled in trial 1 of 9: the property was not checked to the end."]
      )
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

private struct MadeOnMainQueue: Fixture {
  static let mark = DispatchSpecificKey<Bool>()
  let isOnMainQueue: Bool

  static func fixture(_ values: inout FixtureValues) -> MadeOnMainQueue {
    MadeOnMainQueue(isOnMainQueue: DispatchQueue.getSpecific(key: mark) == true)
  }
}

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
