import Foundation
import Testing
import TestingSupportCore

@testable import TestBuilders

@Suite("The report of a property that fails")
struct PropertyReportTests {
  @Suite("The values of the case")
  struct Shown {
    @Test(
      "When characters cannot be seen then they are reported by their numbers",
      arguments: [
        ("a\u{A0}b", #""a\u{A0}b""#),
        ("\u{202E}", #""\u{202E}""#),
        ("\u{200B}\u{FEFF}", #""\u{200B}\u{FEFF}""#),
        ("e\u{301}", #""e\u{301}""#),
        ("é ä", #""é ä""#),
        ("👩‍👩‍👧‍👦❤️🇦🇹", #""👩‍👩‍👧‍👦❤️🇦🇹""#),
        ("\n\"", #""\n\"""#),
      ]
    )
    func whenCharactersCannotBeSeen_thenTheyAreToldByTheirNumbers(text: String, shown: String) {
      #expect(EscapedValueText.text(of: text) == shown)
      #expect(EscapedValueText.text(of: Substring(text)) == shown)
      #expect(EscapedValueText.text(of: [text]) == "[\(shown)]")
    }

    @Test("When a value is bytes then they are reported, not only their count")
    func whenValueIsBytes_thenTheyAreReported() {
      #expect(EscapedValueText.text(of: Data([0, 10, 255])) == "3 bytes: 00 0a ff")
      #expect(EscapedValueText.text(of: Data()) == "0 bytes")
      #expect(EscapedValueText.text(of: Data(repeating: 1, count: 65)).hasSuffix("01 01 …"))
    }
  }

  @Suite("The seed")
  struct Seed {
    @Test("When several properties with a seed fail then it is reported once")
    func whenSeveralPropertiesFail_thenSeedIsReportedOnce() async {
      let issues = await recordedIssues { await withSeed(3) { await failTwice() } }

      #expect(issues.filter { $0.text.contains("Replay it with `expectAll") }.count == 2)
      #expect(issues.filter { $0.text.contains("Random values") }.count == 1)
    }

    @Test("When a trait has told the seed then a property does not tell it again")
    func whenTraitHasToldSeed_thenPropertyDoesNotTellItAgain() async throws {
      let (issues, _) = await outcome(of: SeedTrait(seed: 3)) {
        #expect(anyInt() == 0)
        await failTwice()
      }

      #expect(issues.first?.text.contains("Random values") == true)
      #expect(issues.filter { $0.text.contains("Random values") }.count == 1)
    }
  }

  @Suite("In a known issue")
  struct Known {
    @Test("When a property is known to fail then its smallest case is the one known issue")
    func whenPropertyIsKnownToFail_thenSmallestCaseIsKnown() async {
      let known = Locked<[Issue]>([])
      await withKnownIssue {
        await expectAll { (number: Int) in
          if number > 41 { Issue.record("\(number)") }
        }
      } matching: { issue in
        known.withLock { $0.append(issue) }
        return true
      }

      let texts = known.withLock { $0 }.map(\.text)
      #expect(texts.count == 2)
      #expect(texts.first == "42")
      #expect(texts.last?.hasPrefix("The property failed in trial ") == true)
      #expect(texts.last?.contains("\n  Int → 42\n") == true)
    }

    @Test("When a property is known to fail and throws then its smallest case is known too")
    func whenPropertyIsKnownToThrow_thenSmallestCaseIsKnown() async {
      let known = Locked<[Issue]>([])
      await withKnownIssue {
        await expectAll { (number: Int) in if number > 41 { throw Refusal() } }
      } matching: { issue in
        known.withLock { $0.append(issue) }
        return true
      }

      #expect(known.withLock { $0 }.map { $0.error is Refusal } == [true, false])
      #expect(known.withLock { $0 }.last?.text.contains("\n  Int → 42\n") == true)
    }

    @Test("When a part of a property is known to fail then the property holds")
    func whenPartOfPropertyIsKnownToFail_thenPropertyHolds() async {
      let issues = await recordedIssues {
        await expectAll(trials: 3) { (_: Int) in withKnownIssue { Issue.record("mine") } }
      }

      #expect(issues.map(\.text) == [])
    }
  }
}

private struct Refusal: Error {}

private func failTwice(sourceLocation: SourceLocation = #_sourceLocation) async {
  await expectAll { (number: Int) in #expect(number == 0, sourceLocation: sourceLocation) }
  await expectAll { (number: Int) in #expect(number == 1, sourceLocation: sourceLocation) }
}
