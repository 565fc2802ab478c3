import TestDescriptions
import Testing

@testable import TestAssertions

@Suite("Differences that are easily missed")
struct HiddenDifferenceTests {
  @Suite("Redacted values")
  struct Redacted {
    @Test(
      "When a value hides what it holds then the difference does too",
      arguments: ["<redacted>", "•••••", "[private]"]
    )
    func whenValueIsRedacted_thenItIsNotShown(text: String) throws {
      let values = [Secret(text: text, content: "tea"), Secret(text: text, content: "milk")]
      let accounts = values.map { Account(name: "Ann", password: $0) }
      let found = try #require(difference(between: accounts[0], and: accounts[1]))
      #expect(
        found == """
          password:
            different, but both hide what they hold:
            - \(text)
            + \(text)
          """
      )
      #expect(difference(between: accounts[0], and: accounts[0]) == nil)
      #expect(!ValueText(accounts[0], usesDescriptions: false).text.contains("tea"))
      #expect(!ValueText(values[0], usesDescriptions: false).text.contains("tea"))
    }

    @Test("When only the own description is short then the fields are shown")
    func whenDescriptionOnlyIsShort_thenFieldsAreShown() {
      let values = [Secret(text: "a secret plan", content: "tea"), Secret(text: "a secret plan", content: "milk")]
      #expect(difference(between: values[0], and: values[1]) == "content:\n  - \"tea\"\n  + \"milk\"")
    }
  }

  @Suite("Mirrors of another value")
  struct Mirrors {
    @Test("When a mirror is that of a number then the stored fields are shown")
    func whenMirrorIsOfNumber_thenFieldsAreShown() {
      #expect(difference(between: Wrapped(rawValue: 1), and: Wrapped(rawValue: 2)) == "rawValue:\n  - 1\n  + 2")
      #expect(ValueText(Wrapped(rawValue: 1)).text == "Wrapped<Int>(rawValue: 1)")
      #expect(TestDescription(reflecting: Wrapped(rawValue: 1)).description == "Wrapped<Int>(rawValue: 1)")
    }

    @Test("When a mirror is that of a structure then its fields are shown")
    func whenMirrorIsOfStructure_thenItsFieldsAreShown() {
      let values = (Wrapped(rawValue: Letter(text: "a")), Wrapped(rawValue: Letter(text: "b")))
      #expect(difference(between: values.0, and: values.1) == "text:\n  - \"a\"\n  + \"b\"")
    }
  }

  @Suite("Collections of one's own")
  struct CustomCollections {
    @Test("When a collection calls itself a dictionary then it is compared by key")
    func whenCollectionIsDictionary_thenItIsComparedByKey() {
      let old = Table(entries: [("a", 1), ("b", 2), ("c", 3)])
      let new = Table(entries: [("a", 1), ("b", 5), ("d", 3)])
      #expect(
        difference(between: old, and: new)
          == "[\"b\"]:\n  - 2\n  + 5\n[\"c\"] is missing:\n  - 3\n[\"d\"] is unexpected:\n  + 3"
      )
    }

    @Test("When only the order of its keys differs then that is reported")
    func whenOrderDiffers_thenThatIsReported() {
      let found = difference(
        between: Table(entries: [("a", 1), ("b", 2), ("c", 3)]),
        and: Table(entries: [("b", 2), ("c", 3), ("a", 1)])
      )
      #expect(found == "[0] moved to [2]:\n    \"a\"")
    }

    @Test("When a key is there twice then the entries are compared in order")
    func whenKeyIsThereTwice_thenEntriesAreComparedInOrder() {
      let found = difference(
        between: Table(entries: [("a", 1), ("a", 2)]),
        and: Table(entries: [("a", 1), ("a", 3)])
      )
      #expect(found?.hasPrefix("[1].1") == true)
    }
  }

  @Suite("Letters and ends of lines")
  struct Letters {
    @Test("When a letter only looks like another then both are named", arguments: Lookalike.all)
    fileprivate func whenLetterLooksAlike_thenBothAreNamed(lookalike: Lookalike) {
      let found = difference(between: lookalike.expected, and: lookalike.actual)
      #expect(found?.hasSuffix("these only look alike: \(lookalike.names)") == true)
    }

    @Test("When a key only looks like another then both are named")
    func whenKeyLooksAlike_thenBothAreNamed() {
      let found = difference(between: ["apple": 1], and: ["\u{430}pple": 1])
      #expect(found?.contains("these only look alike: \"a\" (U+0061 LATIN SMALL LETTER A) and") == true)
      let inSet = difference(between: Set(["apple"]), and: ["\u{430}pple"])
      #expect(inSet?.contains("these only look alike") == true)
    }

    @Test("When letters differ in plain sight then nothing is said of them")
    func whenLettersDiffer_thenNothingIsSaid() {
      #expect(difference(between: "für", and: "fur")?.contains("look alike") == false)
      #expect(difference(between: "мир", and: "мор")?.contains("look alike") == false)
    }

    @Test("When only the ends of lines differ then that is said, with the first")
    func whenLineEndsDiffer_thenThatIsSaid() {
      #expect(
        difference(between: "a\r\nb\r\nc\r\n", and: "a\nb\nc\n") == """
          only the line ends differ: CRLF expected, LF found
          line 1:
          - "a\\r"
              ^^
          + "a"
            b
          … and 2 more lines
          """
      )
      #expect(
        difference(between: "a\rb\rc", and: "a\nb\r\nc")?.hasPrefix(
          "only the line ends differ: CR expected, CRLF and LF"
        ) == true
      )
      #expect(difference(between: "a\r\nb\r\nc", and: "a\nb\nd")?.contains("only the line ends") == false)
    }

    @Test("When a description ends with a space then quotes show it")
    func whenDescriptionEndsWithSpace_thenQuotesShowIt() {
      #expect(
        difference(between: Named(description: "tea"), and: Named(description: "tea "))
          == "- \"tea\"\n+ \"tea \"\n      ^"
      )
    }
  }

  @Suite("Elements that look alike")
  struct Elements {
    @Test("When an element moved among others that read the same then its fields tell which it is")
    func whenElementMovedAmongLookalikes_thenFieldsTellWhich() {
      let teas = (1...4).map { Tea(id: $0) }
      let found = difference(between: teas, and: [teas[3], teas[0], teas[1], teas[2]])
      #expect(found == "[3] moved to [0]:\n    Tea(id: 4)")
    }

    @Test("When elements are the same but for one that moved then that one is reported")
    func whenOtherElementsAreSame_thenMovedOneIsReported() {
      let tea = Tea(id: 1)
      #expect(difference(between: [1, 2, 1, 1, 3, 1], and: [1, 1, 1, 2, 3, 1]) == "[1] moved to [3]:\n    2")
      let found = difference(between: [tea, tea, Tea(id: 2), tea], and: [Tea(id: 2), tea, tea, tea])
      #expect(found == "[2] moved to [0]:\n    Tea(id: 2)")
    }

    @Test("When cases without payload describe themselves alike then their names are shown")
    func whenCasesDescribeThemselvesAlike_thenNamesAreShown() {
      #expect(difference(between: Mood.calm, and: Mood.tired) == "- .calm\n+ .tired")
    }
  }
}

private struct Secret: CustomStringConvertible, Equatable {
  let text: String
  let content: String
  var description: String { text }
}

private struct Account: Equatable {
  let name: String
  let password: Secret
}

private struct Wrapped<RawValue>: CustomReflectable {
  let rawValue: RawValue
  var customMirror: Mirror { Mirror(reflecting: rawValue) }
}

private struct Letter {
  let text: String
}

private struct Table: CustomReflectable {
  let entries: [(String, Int)]
  var customMirror: Mirror { Mirror(self, unlabeledChildren: entries, displayStyle: .dictionary) }
}

private struct Named: CustomStringConvertible, CustomReflectable, Equatable {
  let description: String
  var customMirror: Mirror { Mirror(self, children: []) }
}

private struct Tea: CustomStringConvertible, Hashable {
  let id: Int
  var description: String { "tea" }
}

private enum Mood: CustomStringConvertible {
  case calm, tired
  case other(() -> Void)
  var description: String { "a mood" }
}

private struct Lookalike: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let expected: String
  let actual: String
  let names: String

  static let all = [
    Lookalike(
      testDescription: "Cyrillic",
      expected: "apple",
      actual: "\u{430}pple",
      names: "\"a\" (U+0061 LATIN SMALL LETTER A) and \"\u{430}\" (U+0430 CYRILLIC SMALL LETTER A)"
    ),
    Lookalike(
      testDescription: "Greek, in one of several lines",
      expected: "one\nOur tea",
      actual: "one\n\u{39f}ur tea",
      names: "\"O\" (U+004F LATIN CAPITAL LETTER O) and \"\u{39f}\" (U+039F GREEK CAPITAL LETTER OMICRON)"
    ),
    Lookalike(
      testDescription: "a dash",
      expected: "9\u{2013}5",
      actual: "9-5",
      names: "\"\u{2013}\" (U+2013 EN DASH) and \"-\" (U+002D HYPHEN-MINUS)"
    ),
    Lookalike(
      testDescription: "wide",
      expected: "a!",
      actual: "a\u{ff01}",
      names: "\"!\" (U+0021 EXCLAMATION MARK) and \"\u{ff01}\" (U+FF01 FULLWIDTH EXCLAMATION MARK)"
    ),
  ]
}
