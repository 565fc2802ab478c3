extension Parser {
  /// The place of the first token of code on a line, or below it.
  func firstCode(from line: Int) -> Int? {
    var (low, high) = (0, code.count)
    while low < high {
      let middle = (low + high) / 2
      if code[middle].line < line { low = middle + 1 } else { high = middle }
    }
    return low < code.count ? low : nil
  }

  /// The lines of the statement or the declaration that begins with a token, but not what stands between its braces:
  /// the attributes and the name of a function, all of `#expect(…)`, the `do {` and the `} catch {`.
  func linesOfStatement(from start: Int) -> Set<Int> {
    var lines: Set<Int> = []
    var (first, index) = (start, start)
    // Whatever is between brackets counts as one. Many comments in an endless statement must not take forever.
    for _ in 0..<100 {
      guard index < code.count, index == first || continuesStatement(at: index) else { break }
      lines.insert(code[index].line)
      if code[index].isSymbol("@"), index + 1 < code.count {
        let end = attribute(at: index + 1).end
        lines.formUnion(linesOfCode(index..<end))
        (first, index) = (end, end)
      } else if let close = closing[index] {
        if !code[index].isSymbol("{") { lines.formUnion(linesOfCode(index..<(close + 1))) }
        index = close + 1
      } else {
        index += 1
      }
    }
    return lines
  }

  private func linesOfCode(_ range: Range<Int>) -> ClosedRange<Int> {
    code[range.lowerBound].line...code[min(range.upperBound, code.count) - 1].line
  }

  private func continuesStatement(at index: Int) -> Bool {
    let (before, token) = (code[index - 1], code[index])
    guard token.startsLine else { return true }
    if token.isSymbol(".") || token.isSymbol("{") || token.isOperator { return true }
    if token.kind == .word, ["catch", "else", "where", "throws", "async"].contains(token.text) { return true }
    if before.kind == .word { return Parser.modifiers.contains(before.text) || ["try", "await"].contains(before.text) }
    // `Int?` and `[Set<Int>]` may end a statement.
    return before.isOperator && !["?", "!", ">"].contains(before.text.last)
  }
}

extension Token {
  fileprivate var isOperator: Bool { kind == .symbol && text.utf8.first?.isOperator == true }
}
