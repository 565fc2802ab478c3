import Testing

@testable import TestAssertions

@Suite("The difference of texts")
struct TextDifferenceTests {
  @Suite("One line")
  struct OneLine {
    @Test("The words that differ are marked")
    func whenAWordDiffers_thenItIsMarked() {
      #expect(
        difference(between: "The quick brown fox", and: "The quick red fox")
          == """
          - "The quick brown fox"
                       ^^^^^
          + "The quick red fox"
                       ^^^
          """
      )
    }

    @Test("What was added is marked where it is")
    func whenAWordWasAdded_thenOnlyThatSideIsMarked() {
      #expect(
        difference(between: "one three", and: "one two three")
          == """
          - "one three"
          + "one two three"
                 ^^^^
          """
      )
    }

    @Test("Nothing is marked if hardly anything is the same")
    func whenTextsHaveNothingInCommon_thenThereAreNoMarks() {
      #expect(difference(between: "Tea", and: "Milk") == "- \"Tea\"\n+ \"Milk\"")
      #expect(difference(between: "", and: "Milk") == "- \"\"\n+ \"Milk\"")
    }

    @Test("What cannot be seen is spelt out")
    func whenCharactersAreInvisible_thenTheyAreSpeltOut() {
      #expect(difference(between: "a", and: "a\u{200B}")?.contains("+ \"a\\u{200B}\"") == true)
      #expect(difference(between: "a b", and: "a\tb")?.contains("+ \"a\\tb\"") == true)
      #expect(difference(between: "a b", and: "a\u{A0}b")?.contains("+ \"a\\u{A0}b\"") == true)
      #expect(difference(between: "a", and: "a\0")?.contains("+ \"a\\0\"") == true)
      #expect(difference(between: "é", and: "e\u{301}") == nil)
      #expect(difference(between: "👨‍👩‍👧", and: "👨‍👩‍👦") == "- \"👨‍👩‍👧\"\n+ \"👨‍👩‍👦\"")
    }

    @Test("A long line is cut around the difference")
    func whenALineIsLong_thenItIsCut() throws {
      let long = String(repeating: "word ", count: 50_000)
      let text = try #require(difference(between: long + "x" + long, and: long + "y" + long))

      #expect(text.count < 500)
      #expect(text.contains("word xword"))
      #expect(text.contains("word yword"))
      #expect(text.contains("^"))
    }

    @Test("A long line that was cut off is shown at its end")
    func whenALineEndsEarly_thenTheEndIsShown() throws {
      let long = String(repeating: "word ", count: 300)
      let text = try #require(difference(between: long + "end", and: long))

      #expect(text.contains("word end\""))
      #expect(text.count < 400)
    }

    @Test("A long word is shown where it differs")
    func whenALongWordDiffers_thenThePlaceIsShown() throws {
      let (head, tail) = (String(repeating: "a1", count: 120), String(repeating: "b2", count: 120))

      #expect(
        difference(between: head + "Q" + tail, and: head + "Z" + tail)
          == """
          - …\(head.suffix(30))Q\(tail.prefix(69))…
          \(String(repeating: " ", count: 33))^
          + …\(head.suffix(30))Z\(tail.prefix(69))…
          \(String(repeating: " ", count: 33))^
          """
      )
      let end = try #require(difference(between: String(repeating: "x", count: 5000), and: head + "y"))
      #expect(end.contains("- \"xxx"))
      let last = try #require(
        difference(between: String(repeating: "x", count: 5000), and: String(repeating: "x", count: 4999) + "y")
      )
      #expect(last.contains("x\"\n"))
      #expect(last.contains("xy\"\n"))
    }

    @Test("A backslash is told apart from what it would escape")
    func whenABackslashIsMeant_thenItIsToldApart() {
      #expect(difference(between: #"a\tb"#, and: "a\tb")?.hasPrefix(#"- "a\\tb""#) == true)
      #expect(difference(between: "1\n" + #"a\tb"#, and: "1\na\tb")?.contains(#"- a\\tb"#) == true)
      #expect(difference(between: "1\n" + #"\d+"#, and: "1\n" + #"\w+"#)?.contains(#"- \d+"#) == true)
      #expect(ValueText(#"a\t"#).text == #""a\\t""#)
      #expect(ValueText(Character(#"\"#)).text == #""\\""#)
    }

    @Test("A line of which everything differs is cut at its end")
    func whenLongLinesHaveNothingInCommon_thenTheyAreCut() throws {
      let text = try #require(
        difference(between: String(repeating: "a", count: 900), and: String(repeating: "é", count: 900))
      )

      #expect(text.split(separator: "\n").allSatisfy { $0.count < 110 && $0.hasSuffix("…") })
    }
  }

  @Suite("Several lines")
  struct SeveralLines {
    @Test("A changed line is reported with its number and the lines around it")
    func whenALineChanged_thenItIsReportedWithItsNumber() {
      #expect(
        difference(between: "a\nb\none two three\nd\ne", and: "a\nb\none 2 three\nd\ne")
          == """
          line 3:
            b
          - one two three
                ^^^
          + one 2 three
                ^
            d
          """
      )
    }

    @Test("Lines that are missing or unexpected are reported")
    func whenLinesAreMissingOrUnexpected_thenTheyAreReported() {
      #expect(difference(between: "a\nb\nc", and: "a\nc") == "line 2:\n  a\n- b\n  c")
      #expect(difference(between: "a\nc\n", and: "a\nb\nc\n") == "line 2:\n  a\n+ b\n  c")
      #expect(difference(between: "b\nc", and: "a\nb\nc") == "line 1:\n+ a\n  b")
    }

    @Test("Changes in several places are reported with what is around each")
    func whenPlacesAreApart_thenEachHasItsContext() {
      #expect(
        difference(between: "1\na\n2\n3\nb\n4", and: "1\nA\n2\n3\nB\n4")
          == "line 2:\n  1\n- a\n+ A\n  2\nline 5:\n  3\n- b\n+ B\n  4"
      )
    }

    @Test("A line that resembles another is compared with it")
    func whenALineIsInsertedBeforeAChangedOne_thenTheRightLinesArePaired() {
      #expect(
        difference(between: "x\nlet number = 1\ny", and: "x\nimport A\nlet number = 2\ny")
          == "line 2:\n  x\n+ import A\n- let number = 1\n               ^\n+ let number = 2\n               ^\n  y"
      )
    }

    @Test("A line break at the end is reported in words")
    func whenOnlyOneEndsWithALineBreak_thenItIsSaid() {
      #expect(difference(between: "a\nb\n", and: "a\nb") == "only the expected text ends with a line break")
      #expect(difference(between: "a", and: "a\n") == "only the actual text ends with a line break")
      #expect(
        difference(between: "a\nb\n", and: "a\nc")
          == "line 2:\n  a\n- b\n+ c\nonly the expected text ends with a line break"
      )
    }

    @Test("Spaces at the end and empty lines are put in quotes")
    func whenALineEndsWithSpaces_thenItIsQuoted() {
      #expect(difference(between: "a\nb", and: "a\nb ") == "line 2:\n  a\n- \"b\"\n+ \"b \"\n    ^")
      #expect(difference(between: "a\nb\nc", and: "a\n\nc") == "line 2:\n  a\n- \"b\"\n+ \"\"\n  c")
      #expect(difference(between: "a\n\nb", and: "a\nb") == "line 2:\n  a\n- \"\"\n  b")
    }

    @Test("Another kind of line break is seen")
    func whenLineBreaksDiffer_thenTheyAreSpeltOut() {
      #expect(difference(between: "a\nb", and: "a\r\nb") == "line 1:\n- \"a\"\n+ \"a\\r\"\n    ^^\n  b")
    }

    @Test("Of many changed lines ten are reported, and the others counted")
    func whenManyLinesChanged_thenTheRestIsCounted() throws {
      let expected = (0..<2000).map { "line \($0)" }.joined(separator: "\n")
      let text = try #require(difference(between: expected, and: expected.replacing("line", with: "row")))

      #expect(text.hasSuffix("… and 1,990 more lines"))
      #expect(text.split(separator: "\n").count < 50)
    }

    @Test("A very long line in a text is cut")
    func whenALineOfContextIsLong_thenItIsCut() {
      let long = String(repeating: "x", count: 1000)

      #expect(difference(between: "\(long)\na", and: "\(long)\nb") == "line 2:\n  \(long.prefix(100))…\n- a\n+ b")
    }

    @Test("Whatever the texts, the difference leads from one to the other")
    func whenTextsAreRandom_thenTheDifferenceIsTrue() {
      var random = SplitMix(seed: 3)
      for _ in 0..<modelSteps(1000) {
        let (expected, actual) = (random.text(), random.text())
        let text = difference(between: expected, and: actual) ?? ""

        #expect(text.isEmpty == (expected == actual))
        let removed = lines(of: text, with: "- ")
        let inserted = lines(of: text, with: "+ ")
        #expect(
          (lines(of: expected) + inserted).sorted() == (lines(of: actual) + removed).sorted(),
          "\(expected.debugDescription) → \(actual.debugDescription): \(text)"
        )
      }
    }
  }
}

// MARK: - Helpers

extension SplitMix {
  fileprivate mutating func text() -> String {
    (0..<below(7)).map { _ in ["a", "b", "one two", "", "é "][below(5)] }.joined(separator: "\n")
  }
}

/// The lines of a text but for the empty ones: where there are several of those, any may be reported.
private func lines(of text: String) -> [String] {
  text.split(separator: "\n").map(String.init)
}

/// The lines of a difference that open with the prefix, without it and without their quotes.
private func lines(of difference: String, with prefix: String) -> [String] {
  difference.split(separator: "\n").filter { $0.hasPrefix(prefix) }.map { line in
    let line = line.dropFirst(2)
    return String(line.hasPrefix("\"") ? line.dropFirst().dropLast() : line)
  }.filter { !$0.isEmpty }
}

extension String {
  fileprivate func replacing(_ part: String, with other: String) -> String {
    split(separator: part, omittingEmptySubsequences: false).joined(separator: other)
  }
}
