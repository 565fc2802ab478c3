extension Rule {
  static func testName(_ file: SourceFile) -> [Violation] {
    file.outline.tests.filter { !isConventional($0.name) }.map {
      Violation(line: $0.line, message: "the test “\($0.name)” is not named whenCondition_thenOutcome")
    }
  }

  static func privateHelpers(_ file: SourceFile) -> [Violation] {
    guard file.outline.hasTests else { return [] }
    let arguments = typesOfArguments(file)
    return visibleHelpers(among: file.declarations, of: file).filter { !arguments.contains($0.name) }.map {
      Violation(line: $0.line, message: "“\($0.name)” helps the tests of this file only: make it private")
    }
  }

  /// Doubles and factories, also those within suites. What stands in something private is private too.
  private static func visibleHelpers(among declarations: [Declaration], of file: SourceFile) -> [Declaration] {
    declarations.filter { !$0.isPrivate }.flatMap { declaration in
      if file.outline.belongsToSuite(declaration) { return visibleHelpers(among: declaration.members, of: file) }
      return declaration.isDouble || declaration.isFactory ? [declaration] : []
    }
  }

  /// What a test takes cannot be private, if the test is not.
  private static func typesOfArguments(_ file: SourceFile) -> Set<Substring> {
    Set(file.outline.tests.filter { !$0.isPrivate }.flatMap { file.code[$0.signature].map(\.text) })
  }

  static func sectionOrder(_ file: SourceFile) -> [Violation] {
    guard file.outline.hasTests else { return [] }
    var latest = Section.suites
    return file.declarations.compactMap { declaration in
      guard let section = section(of: declaration, in: file) else { return nil }
      defer { latest = max(latest, section) }
      guard section < latest else { return nil }
      return Violation(line: declaration.line, message: "“\(declaration.name)” stands below the \(latest): \(order)")
    }
  }

  private static func section(of declaration: Declaration, in file: SourceFile) -> Section? {
    if declaration.isTest || file.outline.isSuite(declaration) { return .suites }
    if declaration.isDouble { return .doubles }
    return declaration.isFactory ? .factories : nil
  }

  private static let order = "suites come first, then makeSUT and factories, then doubles"

  /// `whenX_thenY` or `givenW_whenX_thenY`, each part beginning with a capital letter or a digit, or a sentence between
  /// backticks.
  private static func isConventional(_ name: Substring) -> Bool {
    if name.contains(" ") { return true }
    let parts = name.split(separator: "_", omittingEmptySubsequences: false)
    guard parts.count >= 2, let condition = parts.first, let outcome = parts.last else { return false }
    return (isPart(condition, "when") || isPart(condition, "given")) && isPart(outcome, "then")
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
  /// `LoaderSpy` and `MockLoader`.
  fileprivate var isDouble: Bool {
    kind == .type
      && ["Spy", "Stub", "Mock", "Fake", "Dummy"].contains {
        name != $0 && name.hasSuffix($0)
          || name.hasPrefix($0) && name.dropFirst($0.count).first?.isUppercase == true
      }
  }

  fileprivate var isFactory: Bool {
    guard kind == .function, !isTest, name.hasPrefix("make") else { return false }
    return name.dropFirst(4).first?.isUppercase == true
  }
}
