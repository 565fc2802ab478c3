extension Rule {
  static func countOnly(_ file: SourceFile) -> [Violation] {
    // What a test finds on a screen can be counted, and not compared.
    let isUITest = !file.places(of: ["XCUIApplication"]).isEmpty
    return (file.outline.tests + (isUITest ? [] : file.outline.oldTests)).flatMap { test -> [Violation] in
      let counts = file.expectations(in: test.body).compactMap { CountCheck($0, in: file) }
      guard !counts.isEmpty else { return [] }
      let mentions = Mentions(in: test.body, of: file)
      return counts.filter { !mentions.tellOfElements(of: $0.collection) }.map {
        let message = "only the count of “\($0.collection)” is checked: compare the elements"
        return Violation(line: file.code[$0.place].line, message: message)
      }
    }
  }
}

/// An expectation that compares nothing but a collection's count.
private struct CountCheck {
  let place: Int
  let collection: String

  init?(_ expectation: Expectation, in file: SourceFile) {
    guard let (left, right) = Self.sides(of: expectation, in: file),
      let collection = Self.collection(left, comparedTo: right, in: file)
        ?? Self.collection(right, comparedTo: left, in: file)
    else { return nil }
    self.collection = collection
    place = expectation.arguments.lowerBound
  }

  /// What stands on both sides of `==`, or the two arguments of `XCTAssertEqual`.
  private static func sides(of expectation: Expectation, in file: SourceFile) -> (Range<Int>, Range<Int>)? {
    let separator = expectation.name == "XCTAssertEqual" ? "," : "=="
    var middle: Int?
    var index = expectation.arguments.lowerBound
    while index < expectation.arguments.upperBound {
      let token = file.code[index]
      if middle == nil, token.isSymbol(separator) {
        middle = index
      } else if token.isSymbol(",") {
        break
      }
      index = (file.closing[index] ?? index) + 1
    }
    guard let middle else { return nil }
    let end = min(max(index, middle + 1), expectation.arguments.upperBound)
    return (expectation.arguments.lowerBound..<middle, (middle + 1)..<max(middle + 1, end))
  }

  private static func collection(_ side: Range<Int>, comparedTo other: Range<Int>, in file: SourceFile) -> String? {
    let code = file.code
    // Of no elements there is nothing to compare.
    guard code[other].map(\.text) != ["0"] else { return nil }
    let start = side.first { !code[$0].isMarker } ?? side.upperBound
    // The count of a computed value (`Set(ids).count`) checks more than the number of elements.
    guard let path = Path(at: start, in: file), path.end == side.upperBound, path.parts.last == "count" else {
      return nil
    }
    let parts = path.parts.dropLast()
    // One run of an attributed string means that nothing in it differs.
    guard let last = parts.last, last != "runs", last.hasSuffix("()") || last.isPlural else { return nil }
    return parts.joined(separator: ".")
  }
}

/// A name with its members, as in `sut.items?.first` or `load().count`.
private struct Path {
  private(set) var parts: [String] = []
  /// Behind each part.
  private(set) var ends: [Int] = []

  var end: Int { ends.last ?? 0 }

  init?(at start: Int, in file: SourceFile) {
    let code = file.code
    var index = start
    while index < code.count, code[index].kind == .word {
      var part = String(code[index].text)
      index += 1
      if index + 1 < code.count, code[index].isSymbol("("), code[index + 1].isSymbol(")") {
        part += "()"
        index += 2
      }
      parts.append(part)
      ends.append(index)
      while index < code.count, code[index].isSymbol("?") || code[index].isSymbol("!") { index += 1 }
      guard index + 1 < code.count, code[index].isSymbol("."), parts.count < 12 else { break }
      index += 1
    }
    if parts.first == "self", parts.count > 1 {
      parts.removeFirst()
      ends.removeFirst()
    }
    if parts.isEmpty { return nil }
  }
}

/// What a test checks about collections besides their count.
private struct Mentions {
  private var tellingOfElements: Set<String> = []
  /// `let rows = sut.items` gives the items a second name.
  private var meanings: [String: String] = [:]

  init(in body: Range<Int>, of file: SourceFile) {
    let code = file.code
    var index = body.lowerBound
    while index < body.upperBound {
      if code[index].isWord("let") || code[index].isWord("var"), index + 1 < body.upperBound,
        let close = file.closing[index + 1]
      {
        // `let (sut, items) = …`
        index = close + 1
      } else if index > 0, code[index - 1].isSymbol(".") {
        index += 1
      } else if let path = Path(at: index, in: file) {
        add(path, at: index, in: file)
        index = path.ends[0]
      } else {
        index += 1
      }
    }
  }

  func tellOfElements(of collection: String) -> Bool {
    tellingOfElements.contains(meanings[collection] ?? collection)
  }

  private mutating func add(_ path: Path, at start: Int, in file: SourceFile) {
    var name = ""
    for (part, end) in zip(path.parts, path.ends) {
      name += name.isEmpty ? part : ".\(part)"
      if let newName = Self.secondName(for: start..<end, in: file.code) {
        meanings[newName] = meanings[name] ?? name
      } else if Self.tellsOfElements(start..<end, in: file.code) {
        tellingOfElements.insert(meanings[name] ?? name)
      }
    }
  }

  private static func secondName(for path: Range<Int>, in code: [Token]) -> String? {
    let isWhole =
      path.upperBound >= code.count || code[path.upperBound].startsLine
      || code[path.upperBound].isSymbol(";") || code[path.upperBound].isSymbol("}")
    guard isWhole, !(path.upperBound < code.count && code[path.upperBound].isSymbol(".")) else { return nil }
    var start = path.lowerBound
    while start > 0, code[start - 1].isMarker { start -= 1 }
    guard start > 2, code[start - 1].isSymbol("="), code[start - 3].isWord("let") || code[start - 3].isWord("var")
    else { return nil }
    return String(code[start - 2].text)
  }

  /// Whether it is more than a declaration, an assignment, a label, a change or a question for the number.
  private static func tellsOfElements(_ path: Range<Int>, in code: [Token]) -> Bool {
    if path.lowerBound > 0 {
      let before = code[path.lowerBound - 1]
      if before.isWord("let") || before.isWord("var") { return false }
      let isFirst = before.isSymbol("(") || before.isSymbol(",")
      if isFirst, path.upperBound < code.count, code[path.upperBound].isSymbol(":") { return false }
    }
    var next = path.upperBound
    while next < code.count, code[next].isSymbol("?") || code[next].isSymbol("!") { next += 1 }
    guard next + 1 < code.count else { return true }
    if code[next].isSymbol("=") || code[next].isSymbol("+=") { return false }
    return !(code[next].isSymbol(".") && numbers.contains(code[next + 1].text))
  }

  private static let numbers: Set<Substring> = [
    "count", "isEmpty", "append", "insert", "removeAll", "reserveCapacity",
  ]
}

extension Token {
  /// What may stand before an expression and does not change what it is.
  fileprivate var isMarker: Bool { isWord("try") || isWord("await") || isSymbol("?") || isSymbol("!") }
}

extension String {
  /// Whether a name seems to stand for several things; `token.count` need not count elements.
  fileprivate var isPlural: Bool {
    let several = ["children", "people", "list", "array", "history", "queue"]
    return several.contains(where: lowercased().hasSuffix)
      || (hasSuffix("s") && !["ss", "us", "is"].contains(where: hasSuffix))
  }
}
