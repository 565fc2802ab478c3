extension Rule {
  /// Nothing can see at run time that a trial has checked nothing: an expectation that passes leaves no trace.
  static func earlyReturn(_ file: SourceFile) -> [Violation] {
    let bodies = file.places(of: ["expectAll", "ModelCommand"]).compactMap { body(ofCallAt: $0, in: file) }
    return bodies.flatMap { earlyReturns(in: $0, of: file) }.map { place in
      Violation(
        line: file.code[place].line,
        message: "an early return passes the trial unchecked: use `try assume(_:)`, which draws another"
      )
    }
  }

  /// The closure that a property or a command ends with.
  private static func body(ofCallAt place: Int, in file: SourceFile) -> Range<Int>? {
    var index = place + 1
    if index < file.code.count, file.code[index].isSymbol("("), let close = file.closing[index] { index = close + 1 }
    guard index < file.code.count, file.code[index].isSymbol("{"), let close = file.closing[index] else { return nil }
    return (index + 1)..<close
  }

  /// The returns that end the closure itself, without a value, before anything is checked.
  private static func earlyReturns(in body: Range<Int>, of file: SourceFile) -> [Int] {
    let code = file.code
    var found: [Int] = []
    var awaitsBlock = false
    var index = body.lowerBound
    while index < body.upperBound {
      let token = code[index]
      let isClosure = token.isSymbol("{") && !awaitsBlock
      if isClosure || token.isSymbol("(") || token.isSymbol("[") {
        index = file.closing[index] ?? index  // The returns of closures are their own.
      } else if token.isSymbol("{") {
        awaitsBlock = false
      } else if token.isWord("func") {
        index = endOfFunction(at: index, in: file)
      } else if token.kind == .word, checks(token.text) {
        return found
      } else if DoCatchStatement.isStatement(at: index, in: code) {
        awaitsBlock = true
      } else if token.isWord("return"), code[index + 1].startsLine || code[index + 1].isSymbol("}") {
        found.append(index)
      }
      index += 1
    }
    return found
  }

  private static func endOfFunction(at place: Int, in file: SourceFile) -> Int {
    let brace = (place..<file.code.count).first { file.code[$0].isSymbol("{") }
    return brace.flatMap { file.closing[$0] } ?? place
  }

  private static func checks(_ word: Substring) -> Bool {
    ["expect", "require", "assert", "verify", "check", "record", "XCT"].contains { word.hasPrefix($0) }
  }
}
