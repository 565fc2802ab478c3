/// Finds the types and functions among tokens. What it does not understand it passes over.
struct Parser {
  let code: [Token]
  /// For each opening bracket, the place of the one that closes it; for one that nothing closes, the end.
  let closing: [Int: Int]

  init(_ code: [Token]) {
    self.code = code
    closing = Self.match(code)
  }

  func declarations() -> [Declaration] {
    declarations(in: code.indices, depth: 0)
  }

  private func declarations(in range: Range<Int>, depth: Int) -> [Declaration] {
    var found: [Declaration] = []
    var attributes: [Declaration.Attribute] = []
    var modifiers: [Substring] = []
    var index = range.lowerBound
    while index < range.upperBound {
      let token = code[index]
      if token.isSymbol("@"), index + 1 < range.upperBound {
        let (attribute, end) = attribute(at: index + 1)
        attributes.append(attribute)
        index = end
      } else if token.isSymbol("#"), index + 1 < range.upperBound, ["else", "endif"].contains(code[index + 1].text) {
        // An attribute may stand between `#if` and `#endif`, above what it belongs to.
        index += 2
      } else if token.kind == .word, Self.modifiers.contains(token.text), !isTypeKeyword(at: index) {
        modifiers.append(token.text)
        index = afterModifierArgument(index + 1)
      } else if var declaration = declaration(at: index, in: range, attributes: attributes, modifiers: modifiers) {
        // Deeper ones would be too much for the stack.
        if declaration.kind != .function, depth < 50 {
          declaration.members = declarations(in: declaration.body, depth: depth + 1)
        }
        found.append(declaration)
        (attributes, modifiers) = ([], [])
        index = declaration.body.isEmpty ? declaration.signature.upperBound : declaration.body.upperBound + 1
      } else {
        (attributes, modifiers) = ([], [])
        index = closing[index].map { $0 + 1 } ?? index + 1
      }
      // An empty body, or one that nothing closes, must not hold the loop up.
      index = max(index, range.lowerBound)
    }
    return found
  }

  func attribute(at index: Int) -> (Declaration.Attribute, end: Int) {
    var (name, end) = (code[index].text, index + 1)
    // `@Testing.Test` is `@Test`.
    while end + 1 < code.count, code[end].isSymbol("."), code[end + 1].kind == .word {
      (name, end) = (code[end + 1].text, end + 2)
    }
    guard end < code.count, code[end].isSymbol("("), let close = closing[end] else {
      return (.init(name: name, arguments: end..<end), end)
    }
    return (.init(name: name, arguments: (end + 1)..<max(close, end + 1)), min(close + 1, code.count))
  }

  // `private(set)`, `nonisolated(unsafe)`, `package(set)`.
  private func afterModifierArgument(_ index: Int) -> Int {
    guard index < code.count, code[index].isSymbol("("), let close = closing[index] else { return index }
    return close + 1
  }

  // `class` opens a type, but in `class func` it is a modifier.
  private func isTypeKeyword(at index: Int) -> Bool {
    guard code[index].isWord("class"), index + 1 < code.count else { return false }
    return !["func", "var", "let", "subscript", "override", "final"].contains(code[index + 1].text)
  }

  private func declaration(
    at index: Int,
    in range: Range<Int>,
    attributes: [Declaration.Attribute],
    modifiers: [Substring]
  ) -> Declaration? {
    guard code[index].kind == .word, index + 1 < range.upperBound else { return nil }
    guard let kind = Self.kinds[code[index].text], kind == .function || code[index + 1].kind == .word else {
      return nil
    }
    let isMember = index > 0 && code[index - 1].isSymbol(".")
    guard !isMember else { return nil }
    let start = index + 2
    let brace = openingBrace(from: start, in: range)
    var declaration = Declaration(
      kind: kind,
      name: code[index + 1].text.trimmingBackticks,
      line: code[index + 1].line,
      attributes: attributes,
      modifiers: modifiers,
      signature: start..<max(start, min(brace.index, range.upperBound)),
      body: brace.index..<brace.index
    )
    guard brace.isFound, let close = closing[brace.index] else { return declaration }
    declaration.body = (brace.index + 1)..<max(close, brace.index + 1)
    return declaration
  }

  /// The brace that opens the body, or where the declaration ends without one.
  private func openingBrace(from start: Int, in range: Range<Int>) -> (index: Int, isFound: Bool) {
    var index = start
    while index < range.upperBound {
      let token = code[index]
      if token.isSymbol("{") { return (index, true) }
      if token.startsLine, token.isSymbol("@") || Self.opensDeclaration(token.text) { return (index, false) }
      index = closing[index].map { $0 + 1 } ?? index + 1
    }
    return (range.upperBound, false)
  }

  private static func opensDeclaration(_ text: Substring) -> Bool {
    kinds[text] != nil || modifiers.contains(text) || text == "var" || text == "let" || text == "case" || text == "init"
  }

  private static let kinds: [Substring: Declaration.Kind] = [
    "func": .function, "struct": .type, "class": .type, "actor": .type, "enum": .type, "protocol": .type,
    "extension": .extension,
  ]

  static let modifiers: Set<Substring> = [
    "public", "package", "internal", "fileprivate", "private", "open", "final", "static", "class", "override",
    "nonisolated", "isolated", "mutating", "nonmutating", "indirect", "async", "distributed", "required", "convenience",
    "borrowing", "consuming", "dynamic", "optional", "prefix", "postfix", "infix", "unowned", "weak", "lazy",
  ]

  /// A closing bracket that fits no open one is passed over; a brace closes what is open inside it. So one mistake does
  /// not lose the rest of the file.
  private static func match(_ code: [Token]) -> [Int: Int] {
    var closing: [Int: Int] = [:]
    var open: [Int] = []
    var braces = 0
    for (index, token) in code.enumerated() where token.kind == .symbol {
      switch token.text {
      case "(", "[": open.append(index)
      case "{":
        open.append(index)
        braces += 1
      case ")", "]":
        guard let last = open.last, code[last].text == (token.text == ")" ? "(" : "[") else { continue }
        closing[last] = index
        open.removeLast()
      case "}" where braces > 0:
        while let last = open.popLast() {
          closing[last] = index
          if code[last].text == "{" { break }
        }
        braces -= 1
      default: break
      }
    }
    for index in open { closing[index] = code.count }
    return closing
  }
}

extension Substring {
  fileprivate var trimmingBackticks: Substring {
    hasPrefix("`") && hasSuffix("`") && count > 1 ? dropFirst().dropLast() : self
  }
}
