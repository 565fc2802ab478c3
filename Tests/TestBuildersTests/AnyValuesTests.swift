import Foundation
import TestBuilders
import Testing

@Suite("Values that a test does not care about")
struct AnyValuesTests {
  @Suite("Readable and unique")
  struct Uniqueness {
    @Test("When a thousand texts are made then no two are the same, and each is short")
    func whenManyTextsAreMade_thenNoTwoAreSame() {
      let texts = (0..<1000).map { _ in anyString() }

      #expect(Set(texts).count == 1000)
      #expect(texts.allSatisfy { $0.wholeMatch(of: /string-[0-9a-f]{4}/) != nil })
    }

    @Test("When values of all kinds are made then no two of a kind are the same")
    func whenValuesOfAllKindsAreMade_thenNoTwoAreSame() {
      #expect(Set((0..<1000).map { _ in anyInt() }).count == 1000)
      #expect(Set((0..<1000).map { _ in anyDouble() }).count == 1000)
      #expect(Set((0..<1000).map { _ in anyUUID().uuidString.prefix(6) }).count == 1000)
      #expect(Set((0..<1000).map { _ in anyDate() }).count == 1000)
      #expect(Set((0..<1000).map { _ in anyURL() }).count == 1000)
      #expect(Set((0..<1000).map { _ in anyEmail() }).count == 1000)
      #expect(Set((0..<1000).map { _ in makeError().domain }).count == 1000)
    }

    @Test("When concurrent tasks make values then no two are the same")
    func whenConcurrentTasksMakeValues_thenNoTwoAreSame() async {
      let texts = await withTaskGroup(of: [String].self) { group in
        for _ in 0..<8 { group.addTask { (0..<200).map { _ in anyString() } + String.fixtures(10) } }
        return await group.reduce([], +)
      }

      #expect(Set(texts).count == 8 * 210)
    }

    @Test("When a text has a prefix then it says what it stands for")
    func whenTextHasPrefix_thenItSaysWhatItStandsFor() {
      #expect(anyString("name").hasPrefix("name-"))
      #expect(anyEmail().hasSuffix("@example.com"))
      #expect(anyURL().absoluteString.hasPrefix("https://example.com/"))
    }

    @Test("When identifiers are made then they are of version 4")
    func whenIdentifiersAreMade_thenTheyAreOfVersionFour() {
      let bytes = anyUUID().uuid

      #expect(bytes.6 >> 4 == 4)
      #expect(bytes.8 >> 6 == 0b10)
    }

    @Test("When a day is made then it is a full hour from 2024 on")
    func whenDayIsMade_thenItIsFullHour() {
      let seconds = anyDate().timeIntervalSince1970

      #expect(seconds.truncatingRemainder(dividingBy: 3600) == 0)
      #expect(seconds >= 1_704_067_200)
    }
  }

  @Suite("In a range")
  struct Ranges {
    @Test("When numbers of a range are made then all of them come, and no other")
    func whenNumbersOfRangeAreMade_thenAllOfThemCome() {
      #expect(Set((0..<500).map { _ in anyInt(in: 1...6) }) == Set(1...6))
      #expect(Set((0..<500).map { _ in anyInt(in: -2..<2 as Range<Int8>) }) == Set(-2..<2))
      #expect((0..<100).allSatisfy { _ in (0.5...0.75).contains(anyDouble(in: 0.5...0.75)) })
      #expect((0..<100).allSatisfy { _ in (0..<1e-300).contains(anyDouble(in: 0..<1e-300)) })
      #expect(Set((0..<100).map { _ in anyBool() }) == [true, false])
    }

    @Test("When a range is as wide as its type then nothing overflows")
    func whenRangeIsAsWideAsType_thenNothingOverflows() {
      _ = anyInt(in: Int.min...Int.max)
      _ = anyInt(in: UInt64.min...UInt64.max)

      #expect(anyDouble(in: -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude).isFinite)
      #expect(anyInt(in: 7...7) == 7)
    }

    @Test("When numbers are wider than 64 bits then they are inside as well")
    func whenNumbersAreWiderThanSixtyFourBits_thenTheyAreInside() {
      guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
      let range = Int128.max - 5...Int128.max

      #expect(range.contains(anyInt(in: range)))
    }

    @Test("When times of a range are made then they are inside")
    func whenTimesOfRangeAreMade_thenTheyAreInside() {
      let (start, end) = (Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 10))

      #expect((0..<100).allSatisfy { _ in (start...end).contains(anyDate(in: start...end)) })
      #expect((0..<100).allSatisfy { _ in (start..<end).contains(anyDate(in: start..<end)) })
    }

    @Test("When bytes are made then there are as many as asked for")
    func whenBytesAreMade_thenThereAreAsManyAsAskedFor() {
      #expect(anyData().count == 8)  // conventions:ignore count-only - how many there are is the subject
      #expect(anyData(count: 0).isEmpty)
      #expect(anyData(count: 100).count == 100)
      #expect(anyData(count: 100) != anyData(count: 100))
    }
  }

  @Suite("Of a choice")
  struct Choices {
    @Test("When elements are chosen then each comes")
    func whenElementsAreChosen_thenEachComes() {
      #expect(Set((0..<200).map { _ in anyElement(of: [1, 2, 3]) }) == [1, 2, 3])
      #expect(Set((0..<200).map { _ in anyElement(of: Strength.allCases) }) == Set(Strength.allCases))
      #expect(Set((0..<200).map { _ in anyElement(of: [Level.low, .high]) }) == [.low, .high])
      #expect(Set((0..<200).map { _ in anyElement(of: Plain.a, .b, .c) }) == [.a, .b, .c])
      #expect(Set((0..<200).compactMap { _ in anyElement(of: [Plain.a, .b]) }) == [.a, .b])
      #expect(Set((0..<200).map { _ in anyCase(of: Strength.self) }) == Set(Strength.allCases))
    }

    @Test("When the context tells the type then it need not be named")
    func whenContextTellsType_thenItNeedNotBeNamed() {
      let signal: Strength = anyCase()

      #expect(Strength.allCases.contains(signal))
    }
  }

  @Suite("Errors")
  struct Errors {
    @Test("When an error's parts matter then they are as told")
    func whenErrorsPartsMatter_thenTheyAreAsTold() {
      let error = makeError(domain: "wifi", code: -3900, userInfo: ["reason": "password"])

      #expect(error == NSError(domain: "wifi", code: -3900, userInfo: ["reason": "password"]))
    }

    @Test("When no part matters then each has a value")
    func whenNoPartMatters_thenEachHasValue() {
      let error = makeError()

      #expect(error.domain.hasPrefix("domain-"))
      #expect((1...9999).contains(error.code))
    }

    @Test("When the context wants a Swift error then one of its type is made")
    func whenContextWantsSwiftError_thenOneOfItsTypeIsMade() {
      let cases: Result<Int, CaseError> = .failure(makeError())
      let fixture: Result<Int, FixtureError> = .failure(makeError())
      let untyped: Result<Int, any Error> = .failure(makeError())

      #expect(throws: CaseError.self) { try cases.get() }
      #expect(throws: FixtureError.self) { try fixture.get() }
      #expect(throws: NSError.self) { try untyped.get() }
      #expect(makeError(of: BothError.self) == .only)
    }
  }

  @Suite("Bad input")
  struct BadInput {
    @Test("When there is nothing to choose from then an issue at the caller's line says so")
    func whenThereIsNothingToChooseFrom_thenIssueSaysSo() async {
      let issues = await recordedIssues {
        #expect(anyInt(in: 5..<5) == 5)
        #expect(anyDouble(in: 0.5..<0.5) == 0.5)
        #expect(anyDouble(in: 1...(.infinity)) == 1)
        #expect(anyElement(of: [Plain]()) == nil)
        _ = anyElement(of: [Int]())
        _ = anyElement(of: [Level]())
        _ = anyElement(of: [Strength]())
        #expect(anyData(count: -2).isEmpty)
        #expect(anyData(count: -1).isEmpty)
        _ = anyDate(in: .distantPast ..< .distantPast)
      }
      let firstLine = #line - 11

      #expect(
        issues.map(\.text) == [
          "There is no number in the empty range 5..<5.",
          "There is no number in the empty range 0.5..<0.5.",
          "The range 1.0...inf has no finite bounds to choose between.",
          "There is no element to choose in an empty [Plain].",
          "There is no element to choose in an empty [Int].",
          "There is no element to choose in an empty [Level].",
          "There is no element to choose in an empty [Strength].",
          "A count of bytes cannot be negative: -2.",
          "A count of bytes cannot be negative: -1.",
          issues.last?.text,
        ]
      )
      #expect(issues.last?.text.hasPrefix("There is no number in the empty range -") == true)
      #expect(issues.compactMap(\.sourceLocation?.line) == Array(firstLine..<firstLine + 10))
      #expect(issues.allSatisfy { $0.sourceLocation?.fileName == "AnyValuesTests.swift" })
    }
  }
}

// MARK: - Values

private enum Strength: CaseIterable, Fixture {
  case weak, strong
}

private enum Level: CaseIterable {
  case low, high
}

private enum Plain {
  case a, b, c
}

private enum CaseError: Error, CaseIterable {
  case first, second
}

private struct FixtureError: Error, Fixture {
  let code: Int

  static func fixture(_ values: inout FixtureValues) -> FixtureError {
    FixtureError(code: values.any())
  }
}

private enum BothError: Error, CaseIterable, Fixture {
  case only
}
