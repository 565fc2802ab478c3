/// Where a file turns a rule off.
///
/// A comment `// conventions:ignore rule` counts for the statement or the declaration on its own line, or else for the
/// next one; `// conventions:ignore-file rule` for the whole file. Several rules are divided by commas, and a reason
/// may follow after a dash; without a rule all are meant.
struct Suppressions {
  /// The words that are no rules.
  private(set) var violations: [Rule.Violation] = []
  private var inFile: Set<Rule> = []
  private var byLine: [Int: Set<Rule>] = [:]

  init(_ file: SourceFile) {
    var byComment: [Int: Set<Rule>] = [:]
    for comment in file.comments {
      let text = Substring(comment.text.utf8.drop { $0 == .slash || $0 == .star || $0.isSpace })
      if let rules = rules(in: text, after: "conventions:ignore-file", line: comment.line) {
        inFile.formUnion(rules)
      } else if let rules = rules(in: text, after: "conventions:ignore", line: comment.line) ?? Self.mark(in: text) {
        byComment[comment.line, default: []].formUnion(rules)
      }
    }
    if !byComment.isEmpty { byLine = Self.rules(by: byComment, in: file.parser) }
  }

  func allows(_ finding: Finding) -> Bool {
    guard finding.rule != .unknownRule else { return false }
    return inFile.contains(finding.rule) || byLine[finding.line]?.contains(finding.rule) == true
  }

  /// For each line the rules that comments switch off for a statement on it.
  private static func rules(by comments: [Int: Set<Rule>], in parser: Parser) -> [Int: Set<Rule>] {
    var byLine = comments
    var byStart: [Int: Set<Rule>] = [:]
    for (line, rules) in comments {
      if let start = parser.firstCode(from: line) { byStart[start, default: []].formUnion(rules) }
    }
    for (start, rules) in byStart {
      for line in parser.linesOfStatement(from: start) { byLine[line, default: []].formUnion(rules) }
    }
    return byLine
  }

  private static func mark(in text: Substring) -> Set<Rule>? {
    text.contains("sleep-is-the-subject") ? [.sleeping] : nil
  }

  private mutating func rules(in text: Substring, after command: String, line: Int) -> Set<Rule>? {
    guard text.hasPrefix(command) else { return nil }
    let rest = text.dropFirst(command.count)
    guard rest.first.map({ $0 == "-" || $0.isLetter || $0.isNumber }) != true else { return nil }
    let names = Self.names(in: rest)
    for name in names where Rule(rawValue: name) == nil {
      let known = Rule.allCases.map(\.rawValue).filter { $0 != Rule.unknownRule.rawValue }.joined(separator: ", ")
      violations.append(Rule.Violation(line: line, message: "unknown rule “\(name)”: the rules are \(known)"))
    }
    return names.isEmpty ? Set(Rule.allCases) : Set(names.compactMap(Rule.init))
  }

  /// The first word before each comma. A second word, or a dash, begins the reason.
  private static func names(in text: Substring) -> [String] {
    var names: [String] = []
    let text = text.prefix { $0 != "–" && $0 != "—" && $0 != "*" }
    for part in text.drop(while: { $0 == ":" }).split(separator: ",") {
      let words = part.split(whereSeparator: \.isWhitespace)
      guard let word = words.first else { continue }
      let name = word.trimmingSuffix { [":", ".", ";"].contains($0) }
      guard !name.hasPrefix("-") else { break }
      names.append(String(name))
      if words.count > 1 { break }
    }
    return names
  }
}

extension Substring {
  fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> Substring {
    dropLast(reversed().prefix(while: isTrimmed).count)
  }
}
