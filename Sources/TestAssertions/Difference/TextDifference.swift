/// What differs between two strings: line by line, and word by word in a line that changed.
struct TextDifference {
  let lines: [DifferenceEntry.Line]

  private static let mostEdits = 10

  init(expected: String, actual: String) {
    guard Self.hasLines(expected) || Self.hasLines(actual) else {
      lines = LineComparison(expected: expected, actual: actual, quote: "\"").lines
      return
    }
    if let lineEnds = LineEnds(expected: expected, actual: actual) {
      lines = [.note(lineEnds.note)] + Self.hunks(in: TextMiddle(expected: expected, actual: actual), most: 1)
      return
    }
    let ends = (expected.utf8.last, actual.utf8.last)
    let isEndedInOne = (ends.0 == UnsafeRawBufferPointer.newline) != (ends.1 == UnsafeRawBufferPointer.newline)
    guard isEndedInOne else {
      lines = Self.hunks(in: TextMiddle(expected: expected, actual: actual))
      return
    }
    let isExpectedEnded = ends.0 == UnsafeRawBufferPointer.newline
    let ended = (isExpectedEnded ? expected : expected + "\n", isExpectedEnded ? actual + "\n" : actual)
    let hunks = ended.0 == ended.1 ? [] : Self.hunks(in: TextMiddle(expected: ended.0, actual: ended.1))
    lines = hunks + [.note("only the \(isExpectedEnded ? "expected" : "actual") text ends with a line break")]
  }

  private static func hasLines(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { UnsafeRawBufferPointer($0).newlines(before: $0.count) > 0 }
  }

  private static func hunks(in middle: TextMiddle, most: Int = mostEdits) -> [DifferenceEntry.Line] {
    let (expected, actual) = (middle.expected, middle.actual)
    var alignment = SequenceAlignment(
      middle: Gap(expected: expected.indices, actual: actual.indices),
      areEqual: { expected[$0] == actual[$1] }
    )
    alignment.equalityNumbers = { SequenceNumbering.numbers($0.map { expected[$0] }, $1.map { actual[$0] }) }
    alignment.resemblance = { resemblance(expected[$0], actual[$1]) }
    alignment.tellsMoves = false
    let edits = alignment.edits()
    var hunks = TextHunks(middle: middle)
    for edit in edits.prefix(most) { hunks.add(edit) }
    hunks.end(leavingOut: edits.dropFirst(most).count)
    return hunks.lines
  }

  /// How much of the longer line is the same at both ends.
  private static func resemblance(_ expected: String, _ actual: String) -> Double {
    var (expected, actual) = (expected, actual)
    return expected.withUTF8 { expected in
      actual.withUTF8 { actual in
        let ends = CommonPrefixAndSuffix(UnsafeRawBufferPointer(expected), UnsafeRawBufferPointer(actual))
        return Double(ends.prefix + ends.suffix) / Double(max(expected.count, actual.count, 1))
      }
    }
  }
}

/// The lines of two strings, without the lines that both start or end with.
struct TextMiddle {
  let expected: [String]
  let actual: [String]
  /// How many lines were left out before.
  let linesBefore: Int
  /// The common line before and the one after, where there is one.
  let before: String?
  let after: String?

  init(expected: String, actual: String) {
    var (expected, actual) = (expected, actual)
    self = expected.withUTF8 { expected in
      actual.withUTF8 { actual in
        TextMiddle(UnsafeRawBufferPointer(expected), UnsafeRawBufferPointer(actual))
      }
    }
  }

  private init(_ expected: UnsafeRawBufferPointer, _ actual: UnsafeRawBufferPointer) {
    let newline = UnsafeRawBufferPointer.newline
    let ends = CommonPrefixAndSuffix(expected, actual)
    let start = expected[..<ends.prefix].lastIndex(of: newline).map { $0 + 1 } ?? 0
    // The first newline of the common end closes the last line that may differ. Without one, that line is the last.
    let common = expected[(expected.count - ends.suffix)...]
    let tail = common.firstIndex(of: newline).map { expected.count - $0 } ?? 0
    self.expected = Self.lines(of: expected, in: start..<(expected.count - tail))
    self.actual = Self.lines(of: actual, in: start..<(actual.count - tail))
    linesBefore = expected.newlines(before: start)
    before = start == 0 ? nil : Self.lastLine(of: expected, before: start - 1)
    // Behind a line break at the very end there is no other line.
    after = tail <= 1 ? nil : Self.firstLine(of: expected, after: expected.count - tail)
  }

  private static func lines(of text: UnsafeRawBufferPointer, in range: Range<Int>) -> [String] {
    UnsafeRawBufferPointer(rebasing: text[range])
      .split(separator: UnsafeRawBufferPointer.newline, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  private static func lastLine(of text: UnsafeRawBufferPointer, before end: Int) -> String {
    let start = text[..<end].lastIndex(of: UnsafeRawBufferPointer.newline).map { $0 + 1 } ?? 0
    return text.text(start..<end)
  }

  private static func firstLine(of text: UnsafeRawBufferPointer, after newline: Int) -> String {
    let rest = text[(newline + 1)...]
    return text.text((newline + 1)..<(rest.firstIndex(of: UnsafeRawBufferPointer.newline) ?? text.count))
  }
}
