/// Checks test files against the conventions of the guide.
public struct ConventionChecker: Sendable {
  private let rules: Set<Rule>

  /// Checks all rules but those switched off.
  public init(without switchedOff: Set<Rule> = []) {
    rules = Set(Rule.allCases).subtracting(switchedOff)
  }

  /// What in a file breaks a convention, from top to bottom.
  public func findings(in source: String, path: String) -> [Finding] {
    let file = SourceFile(path: path, source: source)
    let suppressions = Suppressions(file)
    return Rule.allCases
      .filter(rules.contains)
      .flatMap { rule in
        rule.check(file, suppressions).map { Finding(path: path, line: $0.line, rule: rule, message: $0.message) }
      }
      .filter { !suppressions.allows($0) }
      .sorted { ($0.line, $0.rule.rawValue) < ($1.line, $1.rule.rawValue) }
  }
}

extension Rule {
  /// What a check finds: where, and what to do about it.
  struct Violation {
    let line: Int
    let message: String
  }

  fileprivate func check(_ file: SourceFile, _ suppressions: Suppressions) -> [Violation] {
    switch self {
    case .sleeping: Self.sleeping(file)
    case .yielding: Self.yielding(file)
    case .settling: Self.settling(file)
    case .sourceLocation: Self.sourceLocation(file)
    case .testName: Self.testName(file)
    case .privateHelpers: Self.privateHelpers(file)
    case .sectionOrder: Self.sectionOrder(file)
    case .doCatch: Self.doCatch(file)
    case .countOnly: Self.countOnly(file)
    case .earlyReturn: Self.earlyReturn(file)
    case .unknownRule: suppressions.violations
    }
  }
}
