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

      #expect(integers.isSuperset(of: [0, 1, -1, .min, .max]))
      #expect(integers.contains { $0.magnitude > 1 << 60 } && integers.contains { (10...1000).contains($0) })
      #expect(texts.contains("") && texts.contains { $0.utf8.count > $0.count } && texts.contains { $0.count > 8 })
      #expect(doubles.contains(0) && doubles.contains { $0 != $0.rounded() })
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

  @Suite("Replayed")
  struct Replayed {
    @Test("When a case is replayed then exactly it is run first")
    func whenCaseIsReplayed_thenExactlyItIsRunFirst() async {
      var values: [[Int]] = []

      await expectAll(trials: 2, replaying: "5j.3") { (first: Int, second: Int) in values.append([first, second]) }

      #expect(values.first == [100, 2])
      #expect(values.count == 3)
    }

    @Test("When a replayed case fails then it is reported, and no other is run")
    func whenReplayedCaseFails_thenItIsReported() async {
      let issues = await recordedIssues {
        await expectAll(replaying: "5j") { (number: Int) in #expect(number == 0) }
      }

      #expect(issues.count == 2)
      #expect(issues.last?.text.hasPrefix("The property failed for the replayed input\n  Int → 100\n") == true)
      #expect(issues.map(\.sourceLocation?.line) == [#line - 5, #line - 5])
    }

    @Test("When a code does not fit any more then that is reported", arguments: ["1.2", "zzzzzzz"])
    func whenCodeDoesNotFit_thenThatIsReported(code: String) async {
      let issues = await recordedIssues {
        await expectAll(replaying: code) { (_: UInt8) in }
      }

      #expect(
        issues.map(\.text) == [
          """
          Replay token "\(code)" no longer fits the property
          The property or a fixture has changed.
          Remove `replaying:`.
          """
        ]
      )
      #expect(issues.first?.sourceLocation?.line == #line - 12)
    }

    @Test("When a code is none then that is reported", arguments: ["", "1..2", "a b", "+1", "3w5e11264sgsg"])
    func whenCodeIsNone_thenThatIsReported(code: String) async {
      let issues = await recordedIssues {
        await expectAll("Mine", replaying: code) { (_: UInt8) in }
      }

      #expect(issues.map(\.text) == ["Mine\n\"\(code)\" is not a replay token"])
    }

    @Test("When a case is written as a code then it is read as the same", arguments: [[], [7], [0, 0, 5], [.max, 1]])
    func whenCaseIsWrittenAsCode_thenItIsReadAsSame(choices: [UInt64]) {
      #expect(ReplayToken.decode(ReplayToken.encode(choices)) == choices)
      #expect(ReplayToken.encode(choices + [0, 0]) == ReplayToken.encode(choices))
    }
  }

  @Suite("Asked for nothing")
  struct BadInput {
    @Test("When no trial is asked for then an issue at the caller's line says so", arguments: [0, -3])
    func whenNoTrialIsAskedFor_thenIssueSaysSo(trials: Int) async {
      let issues = await recordedIssues {
        await expectAll("Mine", trials: trials) { (_: Int) in }
      }

      #expect(issues.map(\.text) == ["Mine\n`trials` must be at least 1, not \(trials)\nNothing was checked."])
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
        issues.map(\.text) == ["The test was cancelled in trial 1 of 9\nThe property was not checked to the end."]
      )
    }
  }
}

// MARK: - Values

private struct MadeOnMainQueue: Fixture {
  static let mark = DispatchSpecificKey<Bool>()
  let isOnMainQueue: Bool

  static func fixture(_ values: inout FixtureValues) -> MadeOnMainQueue {
    MadeOnMainQueue(isOnMainQueue: DispatchQueue.getSpecific(key: mark) == true)
  }
}

private struct User: Fixture, Identifiable {
  let id: UUID

  static func fixture(_ values: inout FixtureValues) -> User { User(id: values.any()) }
}
