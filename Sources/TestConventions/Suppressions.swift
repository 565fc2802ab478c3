/// Where a file says that a rule does not hold.
///
/// `// conventions:ignore rule` counts for its own line and the next line of code, `// conventions:ignore-file rule` for
/// the whole file. Several rules may follow, and a reason after a dash; without a rule all are meant.
struct Suppressions {
  private var inFile: Set<Rule> = []
  private var byLine: [Int: Set<Rule>] = [:]

  init(_ file: SourceFile) {
    for comment in file.comments where comment.text.contains("conventions:ignore") {
      if let rules = Self.rules(in: comment.text, after: "conventions:ignore-file") {
        inFile.formUnion(rules)
      } else if let rules = Self.rules(in: comment.text, after: "conventions:ignore") {
        let next = file.code.first { $0.line > comment.line }?.line
        for line in [comment.line, next].compactMap({ $0 }) { byLine[line, default: []].formUnion(rules) }
      }
    }
    for comment in file.comments where comment.text.contains("sleep-is-the-subject") {
      byLine[comment.line, default: []].insert(.sleeping)
    }
  }

  func allows(_ finding: Finding) -> Bool {
    inFile.contains(finding.rule) || byLine[finding.line]?.contains(finding.rule) == true
  }

  private static func rules(in comment: Substring, after command: String) -> Set<Rule>? {
    var words = comment.split { $0.isWhitespace || $0 == "," }
    guard let place = words.firstIndex(where: { $0 == command }) else { return nil }
    words.removeFirst(place + 1)
    let named = words.prefix { !["-", "–", "—"].contains($0) }.compactMap { Rule(rawValue: String($0)) }
    return named.isEmpty ? Set(Rule.allCases) : Set(named)
  }
}
