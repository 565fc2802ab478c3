/// Two different lines, each with marks below the words that differ; long lines are cut around the first of them.
struct LineComparison {
  /// A line as it is printed, with its marks if there are any.
  struct Side: Equatable {
    var text: String
    var marks: String?
  }

  let expected: Side
  let actual: Side

  private static let width = 100
  private static let lead = 30
  private static let longestScript = 60
  private static let longestWord = 40

  /// - Parameter quote: What is put around each line: quotation marks, or nothing.
  init(expected: String, actual: String, quote: String = "") {
    let (start, texts) = Self.window(expected, actual)
    let tokens = texts.map(Self.tokens)
    let (changes, isAlike) = Self.changes(tokens[0], tokens[1])
    let isCut = start > 0
    // A literal backslash must be distinguishable from one that starts an escape sequence.
    let doublesBackslashes = !quote.isEmpty || texts.contains { $0.contains(where: \.isSpeltOut) }
    let columns = zip(tokens, changes).map { tokens, changed in
      Self.columns(tokens, changed: changed) { doublesBackslashes ? $0.visibleInQuotes : $0.visible }
    }
    let firstChange = columns.map { side in side.firstIndex(where: \.isChanged) ?? side.count }.min() ?? 0
    let sides = zip(columns, [expected, actual]).map { columns, whole in
      Self.side(columns, from: firstChange, startsLate: isCut, of: whole, hasMarks: isAlike, quote: quote)
    }
    (self.expected, self.actual) = (sides[0], sides[1])
  }

  /// The lines to print.
  var lines: [DifferenceEntry.Line] {
    [.expected(expected.text)] + (expected.marks.map { [.marks($0)] } ?? [])
      + [.actual(actual.text)] + (actual.marks.map { [.marks($0)] } ?? [])
  }

  /// A part of both strings around the first difference: a line may be a megabyte long.
  private static func window(_ expected: String, _ actual: String) -> (start: Int, texts: [String]) {
    var (expected, actual) = (expected, actual)
    return expected.withUTF8 { expected in
      actual.withUTF8 { actual in
        let sides = [UnsafeRawBufferPointer(expected), UnsafeRawBufferPointer(actual)]
        let prefix = CommonPrefixAndSuffix.prefix(of: sides[0], sides[1])
        let start = prefix > 400 ? sides[0].scalarBoundary(before: prefix - 200) : 0
        return (start, sides.map { $0.text(start..<$0.scalarBoundary(before: prefix + 800)) })
      }
    }
  }

  /// Words, runs of spaces, and every other character on its own. A long word, such as an encoded key, is compared
  /// character by character.
  private static func tokens(_ text: String) -> [Substring] {
    var tokens: [Substring] = []
    var start = text.startIndex
    while start < text.endIndex {
      let isWord = text[start].isWordPart
      let isSpace = text[start] == " "
      var end = text.index(after: start)
      while end < text.endIndex, (isWord && text[end].isWordPart) || (isSpace && text[end] == " ") {
        end = text.index(after: end)
      }
      let word = text[start..<end]
      if isWord, word.count > longestWord {
        tokens += word.indices.map { word[$0...$0] }
      } else {
        tokens.append(word)
      }
      start = end
    }
    return tokens
  }

  /// Which tokens of each side differ, and whether enough is the same for marks to help.
  private static func changes(_ expected: [Substring], _ actual: [Substring]) -> (changed: [[Bool]], isAlike: Bool) {
    let whole = Gap(expected: expected.indices, actual: actual.indices).trimmed { expected[$0] == actual[$1] }
    let script = ShortestEditScript(whole: whole) { expected[$0] == actual[$1] }
    var changed = [expected, actual].map { [Bool](repeating: false, count: $0.count) }
    for gap in script.gaps(limit: longestScript) ?? [whole] {
      for index in gap.expected { changed[0][index] = true }
      for index in gap.actual { changed[1][index] = true }
    }
    let weights = zip([expected, actual], changed).map { tokens, changed in
      zip(tokens, changed).reduce(into: (same: 0, changed: 0)) { weights, token in
        if token.0.first == " " { return }
        if token.1 { weights.changed += token.0.count } else { weights.same += token.0.count }
      }
    }
    return (changed, weights.contains { $0.same >= $0.changed } && weights.allSatisfy { $0.same > 0 })
  }

  private struct Column {
    let piece: String
    let isChanged: Bool
  }

  private static func columns(
    _ tokens: [Substring],
    changed: [Bool],
    _ piece: (Character) -> String
  ) -> [Column] {
    zip(tokens, changed).flatMap { token, isChanged in
      token.map { Column(piece: piece($0), isChanged: isChanged) }
    }
  }

  private static func side(
    _ columns: [Column],
    from firstChange: Int,
    startsLate: Bool,
    of whole: String,
    hasMarks: Bool,
    quote: String
  ) -> Side {
    let isShort = !startsLate && columns.count <= width && whole.utf8.count <= width * 4
    let start = isShort || firstChange <= lead ? 0 : min(firstChange - lead, columns.count)
    let shown = columns[start...].prefix(isShort ? columns.count : width)
    let opening = start > 0 || startsLate ? "…" : quote
    let reachesEnd = shown.endIndex == columns.count && (startsLate || whole.utf8.count <= 1200)
    let text = opening + shown.map(\.piece).joined() + (reachesEnd ? quote : "…")
    guard hasMarks, shown.contains(where: \.isChanged) else { return Side(text: text) }
    let indent = String(repeating: " ", count: opening.count)
    let marks = shown.map { String(repeating: $0.isChanged ? "^" : " ", count: $0.piece.count) }.joined()
    return Side(text: text, marks: indent + marks.trimmedAtEnd)
  }
}

extension Character {
  fileprivate var isWordPart: Bool { isLetter || isNumber || self == "_" }
}

extension String {
  fileprivate var trimmedAtEnd: String {
    String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
  }
}
