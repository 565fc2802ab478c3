/// A `do` with its `catch` clauses.
struct DoCatchStatement {
  /// The first `catch`.
  let place: Int
  /// From the `do` to the end of the last clause.
  let blocks: Range<Int>
  let isInClosure: Bool

  /// From top to bottom.
  static func all(in body: Range<Int>, of file: SourceFile) -> [DoCatchStatement] {
    guard body.contains(where: { file.code[$0].isWord("catch") }) else { return [] }
    var found: [DoCatchStatement] = []
    // For each bracket that is open: whether a closure is, and whether the next brace opens a block of a statement.
    var open = [(isClosure: false, awaitsBlock: false)]
    for index in body {
      let token = file.code[index]
      switch token.text {
      case "(", "[":
        open.append((open[open.count - 1].isClosure, false))
      case "{":
        let outer = open[open.count - 1]
        open[open.count - 1].awaitsBlock = false
        open.append((outer.isClosure || !outer.awaitsBlock, false))
      case ")", "]", "}":
        if open.count > 1 { open.removeLast() }
      case _ where isStatement(at: index, in: file.code):
        open[open.count - 1].awaitsBlock = true
        guard token.text == "do", let (place, blocks) = clauses(ofErrorAt: index, in: file) else { continue }
        found.append(DoCatchStatement(place: place, blocks: blocks, isInClosure: open[open.count - 1].isClosure))
      default: break
      }
    }
    return found
  }

  private var body: Range<Int> { blocks.lowerBound..<place }
  private var clauses: Range<Int> { place..<blocks.upperBound }

  /// Whether the statement is there to check the error: a clause has an expectation, or the test fails without an error.
  func checksError(in file: SourceFile) -> Bool {
    if !file.expectations(in: clauses).isEmpty { return true }
    let statements = body.dropFirst(2).dropLast()
    var index = statements.lowerBound
    while index < statements.upperBound {
      if file.expectations(in: index..<(index + 1)).contains(where: \.isFailure) { return true }
      index = (file.closing[index] ?? index) + 1
    }
    return false
  }

  /// Whether no error is expected: whichever it is, all that the only clause does is to fail.
  func reportsAnyError(in file: SourceFile) -> Bool {
    let expectations = file.expectations(in: clauses)
    let words: Set<Substring> = ["if", "guard", "switch"]
    return !expectations.isEmpty && expectations.allSatisfy(\.isFailure)
      && place + 1 < file.code.count && file.code[place + 1].isSymbol("{")
      && !clauses.contains { words.contains(file.code[$0].text) }
      && !file.expectations(in: body).contains(where: \.isFailure)
  }

  private static func clauses(ofErrorAt start: Int, in file: SourceFile) -> (place: Int, blocks: Range<Int>)? {
    let code = file.code
    var first: Int?
    var end = start
    while let brace = block(after: end, in: file), let close = file.closing[brace], close + 1 < code.count {
      end = close + 1
      // `} catch: {` is the label of a closure.
      guard code[end].isWord("catch"), end + 1 < code.count, !code[end + 1].isSymbol(":") else { break }
      first = first ?? end
    }
    return first.map { ($0, start..<end) }
  }

  /// The next brace that is not within other brackets, if it is near.
  private static func block(after start: Int, in file: SourceFile) -> Int? {
    var index = start
    for _ in 0..<100 where index < file.code.count {
      if file.code[index].isSymbol("{") { return index }
      if file.code[index].isSymbol("}") { return nil }
      index = (file.closing[index] ?? index) + 1
    }
    return nil
  }

  static func isStatement(at index: Int, in code: [Token]) -> Bool {
    let token = code[index]
    guard token.kind == .word, statements.contains(token.text), index + 1 < code.count,
      !code[index + 1].isSymbol(":"), index > 0, !code[index - 1].isSymbol("."), !code[index - 1].isSymbol("#")
    else { return false }
    // `repeat { … } while …` has no further block.
    return !(token.text == "while" && !token.startsLine && code[index - 1].isSymbol("}"))
  }

  private static let statements: Set<Substring> = [
    "if", "else", "guard", "for", "while", "repeat", "switch", "do", "catch", "defer", "func",
  ]
}
