extension Rule {
  static func testName(_ file: SourceFile) -> [Violation] {
    file.functions.filter { $0.isTest && !isConventional($0.name) }.map {
      Violation(line: $0.line, message: "the test “\($0.name)” is not named whenCondition_thenOutcome")
    }
  }

  static func privateHelpers(_ file: SourceFile) -> [Violation] {
    guard file.declarations.contains(where: \.isSuite) || file.functions.contains(where: \.isTest) else { return [] }
    return file.declarations.filter { !$0.isPrivate && ($0.isDouble || $0.isFactory) }.map {
      Violation(line: $0.line, message: "“\($0.name)” helps the tests of this file only: make it private")
    }
  }

  static func sectionOrder(_ file: SourceFile) -> [Violation] {
    var latest = Section.suites
    return file.declarations.compactMap { declaration in
      guard let section = declaration.section else { return nil }
      defer { latest = max(latest, section) }
      guard section < latest else { return nil }
      return Violation(line: declaration.line, message: "“\(declaration.name)” stands below the \(latest): \(order)")
    }
  }

  private static let order = "suites come first, then makeSUT and factories, then doubles"

  /// `whenX_thenY`, both parts beginning with a capital letter or a digit.
  private static func isConventional(_ name: Substring) -> Bool {
    let parts = name.split(separator: "_", omittingEmptySubsequences: false)
    guard parts.count >= 2, let condition = parts.first, let outcome = parts.last else { return false }
    return isPart(condition, "when") && isPart(outcome, "then")
  }

  private static func isPart(_ part: Substring, _ prefix: String) -> Bool {
    guard part.hasPrefix(prefix), let first = part.dropFirst(prefix.count).first else { return false }
    return first.isUppercase || first.isNumber
  }
}

/// The parts of a test file, in their order.
private enum Section: Int, Comparable, CustomStringConvertible {
  case suites, factories, doubles

  static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }

  var description: String {
    switch self {
    case .suites: "suites"
    case .factories: "factories"
    case .doubles: "doubles"
    }
  }
}

extension Declaration {
  fileprivate var section: Section? {
    if isSuite || (kind == .function && isTest) { return .suites }
    if isDouble { return .doubles }
    return isFactory ? .factories : nil
  }

  fileprivate var isDouble: Bool {
    kind == .type && ["Spy", "Stub", "Mock", "Fake", "Dummy"].contains { name.hasSuffix($0) && name != $0 }
  }

  fileprivate var isFactory: Bool {
    guard kind == .function, !isTest, name.hasPrefix("make") else { return false }
    return name.dropFirst(4).first?.isUppercase == true
  }
}
