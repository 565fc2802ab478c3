/// One small change of a source that a test ought to notice.
struct Mutation {
  let module: String
  let file: String
  /// Counted from 1.
  let line: Int
  let original: String
  let changed: String

  var description: String {
    """
    \(file):\(line)
      - \(original.trimmingPrefix { $0 == " " })
      + \(changed.trimmingPrefix { $0 == " " })
    """
  }
}

extension Mutation {
  /// Operators and constants, with what they are changed to.
  private static let words = [
    (" == ", " != "), (" != ", " == "), (" === ", " !== "), (" !== ", " === "),
    (" < ", " <= "), (" <= ", " < "), (" > ", " >= "), (" >= ", " > "),
    (" && ", " || "), (" || ", " && "),
    (" + ", " - "), (" - ", " + "), (" += ", " -= "), (" -= ", " += "),
    ("true", "false"), ("false", "true"), (".isEmpty", ".isEmpty == false"),
  ]

  /// All changes of one file, in the order of its lines.
  ///
  /// What stands in `#if` is left alone: not all of it is compiled everywhere.
  static func all(in source: String, of file: String, module: String) -> [Mutation] {
    var mutations: [Mutation] = []
    var conditions = 0
    var isInText = false
    for (index, line) in source.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let code = line.trimmingPrefix { $0 == " " }
      if code.hasPrefix("#if") { conditions += 1 }
      if code.hasPrefix("#endif") { conditions -= 1 }
      let opensText = line.split(separator: "\"\"\"", omittingEmptySubsequences: false).count == 2
      defer { if opensText { isInText.toggle() } }
      guard conditions == 0, !isInText, !opensText, !code.hasPrefix("//"), !code.hasPrefix("@") else { continue }
      for changed in changes(of: String(line)) where changed != line {
        mutations.append(
          Mutation(module: module, file: file, line: index + 1, original: String(line), changed: changed)
        )
      }
    }
    return mutations
  }

  private static func changes(of line: String) -> [String] {
    replacedWords(in: line)
      + [negatedCondition(in: line), changedReturn(in: line), withoutCall(line)].compactMap { $0 }
  }

  private static func replacedWords(in line: String) -> [String] {
    let end = line.firstRange(of: "  //")?.lowerBound ?? line.endIndex
    return words.flatMap { word, replacement in
      line.ranges(of: word).compactMap { range -> String? in
        guard range.upperBound <= end, !isInString(range.lowerBound, of: line), isWord(range, in: line) else {
          return nil
        }
        return line.replacingCharacters(in: range, with: replacement)
      }
    }
  }

  private static func isInString(_ place: String.Index, of line: String) -> Bool {
    line[..<place].filter { $0 == "\"" }.count % 2 == 1
  }

  // `true` and not `isTrue`.
  private static func isWord(_ range: Range<String.Index>, in line: String) -> Bool {
    func isLetter(_ character: Character?) -> Bool { character.map { $0.isLetter || $0.isNumber } ?? false }
    let before = range.lowerBound == line.startIndex ? nil : line[line.index(before: range.lowerBound)]
    let after = range.upperBound == line.endIndex ? nil : line[range.upperBound]
    return line[range].first == " " || line[range].first == "."
      ? !isLetter(after) || line[range].last == " "
      : !isLetter(before) && !isLetter(after)
  }

  /// `if a {` becomes `if !(a) {`, and so for `guard` and `while`.
  private static func negatedCondition(in line: String) -> String? {
    for (opening, closing) in [("if ", " {"), ("guard ", " else {"), ("while ", " {")] {
      guard let start = line.firstRange(of: opening), line[..<start.lowerBound].allSatisfy({ $0 == " " }),
        let end = line[start.upperBound...].firstRange(of: closing)
      else { continue }
      let condition = line[start.upperBound..<end.lowerBound]
      guard !["let ", "var ", "case ", "#", ",", "{"].contains(where: condition.contains) else { continue }
      return line[..<start.upperBound] + "!(\(condition))" + line[end.lowerBound...]
    }
    return nil
  }

  /// A value that is returned becomes none.
  private static func changedReturn(in line: String) -> String? {
    guard let range = line.firstRange(of: "return "), line[..<range.lowerBound].allSatisfy({ $0 == " " }) else {
      return nil
    }
    let value = line[range.upperBound...]
    guard value != "nil", value != "[]", isBalanced(value) else { return nil }
    return line[..<range.upperBound] + (value.hasPrefix("[") ? "[]" : "nil")
  }

  /// A line that is nothing but a call goes.
  private static func withoutCall(_ line: String) -> String? {
    let code = line.trimmingPrefix { $0 == " " }
    guard code.hasSuffix(")"), isBalanced(code), let first = code.first, first.isLowercase || first == "_" else {
      return nil
    }
    guard let name = code.firstRange(of: "(").map({ code[..<$0.lowerBound] }) else { return nil }
    let words = name.split(separator: " ")
    let keywords: Set<Substring> = [
      "return", "if", "guard", "let", "var", "case", "func", "init", "for", "while", "switch", "self.init",
      "super.init",
      "static", "private", "package", "public", "where", "throw", "default:", "subscript",
    ]
    guard !words.contains(where: keywords.contains), !name.contains(":"), !name.contains("=") else { return nil }
    return String(repeating: " ", count: line.count - code.count) + "_ = 0"
  }

  private static func isBalanced(_ code: some StringProtocol) -> Bool {
    var depth = 0
    for character in code {
      if "([{".contains(character) { depth += 1 }
      if ")]}".contains(character) { depth -= 1 }
      if depth < 0 { return false }
    }
    return depth == 0
  }
}
