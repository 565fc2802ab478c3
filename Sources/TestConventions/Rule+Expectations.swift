extension Rule {
  static func sourceLocation(_ file: SourceFile) -> [Violation] {
    let functions = file.outline.helpers.map { Helper(name: $0.name, line: $0.line, body: $0.body, of: $0) }
    return (functions + accessors(file)).compactMap { helper in
      guard let expectation = unlocatedExpectation(in: helper.body, of: file) else { return nil }
      let takesLocation = helper.declaration.map { takesSourceLocation($0, in: file.code) } ?? false
      let lack =
        takesLocation
        ? "does not pass its location on to \(expectation) by `sourceLocation:`"
        : "has \(expectation) and no `sourceLocation: SourceLocation = #_sourceLocation`"
      let message = "“\(helper.name)” \(lack): it fails at its own line, not at the test's"
      return Violation(line: helper.line, message: message)
    }
  }

  static func doCatch(_ file: SourceFile) -> [Violation] {
    let old = file.outline.oldTests.map { ($0, awaitless) }
    return (file.outline.tests.map { ($0, "#expect(throws:)") } + old).flatMap { test, remedy in
      DoCatchStatement.all(in: test.body, of: file)
        .filter { !$0.isInClosure || $0.checksError(in: file) }
        // `XCTAssertThrowsError` doesn't accept asynchronous code.
        .filter { error in remedy != awaitless || !error.blocks.contains { file.code[$0].isWord("await") } }
        .map { error in
          let message =
            error.reportsAnyError(in: file)
            ? "an unexpected error caught by hand: let the test throw it" : "an error caught by hand: use `\(remedy)`"
          return Violation(line: file.code[error.place].line, message: message)
        }
    }
  }

  private static let awaitless = "XCTAssertThrowsError"

  /// What can fail a test and is no test.
  private struct Helper {
    let name: Substring
    let line: Int
    let body: Range<Int>
    let declaration: Declaration?

    init(name: Substring, line: Int, body: Range<Int>, of declaration: Declaration? = nil) {
      (self.name, self.line, self.body, self.declaration) = (name, line, body, declaration)
    }
  }

  private static func takesSourceLocation(_ function: Declaration, in code: [Token]) -> Bool {
    function.signature.contains { code[$0].isWord("SourceLocation") || code[$0].isWord("StaticString") }
  }

  private static func unlocatedExpectation(in body: Range<Int>, of file: SourceFile) -> String? {
    file.expectations(in: body).first { !$0.isOld && !$0.isLocated(in: file.code) }?.name
  }

  /// Initializers, subscripts and computed properties. Nobody but the runner calls the initializer of a suite.
  private static func accessors(_ file: SourceFile) -> [Helper] {
    file.declarationsAtAnyDepth.filter { $0.kind != .function && !file.expectations(in: $0.body).isEmpty }
      .flatMap { type in
        accessors(in: type.body, of: file).filter { $0.name != "init" || !file.outline.belongsToSuite(type) }
      }
  }

  private static func accessors(in body: Range<Int>, of file: SourceFile) -> [Helper] {
    var found: [Helper] = []
    var current: Token?
    var index = body.lowerBound
    while index < body.upperBound {
      let token = file.code[index]
      let close = file.closing[index] ?? index
      switch token.text {
      case "init" where file.code[index - 1].isSymbol("."): break
      case "init", "subscript": current = token
      case "var" where index + 1 < body.upperBound: current = file.code[index + 1]
      // The closure at the start of a property runs when the property is read.
      case _ where token.text == "=" || others.contains(token.text): current = nil
      case "{":
        if let current { found.append(Helper(name: current.text, line: current.line, body: index..<close)) }
        current = nil
      default: break
      }
      index = close + 1
    }
    return found
  }

  private static let others: Set<Substring> = [
    "let", "func", "case", "deinit", "struct", "class", "actor", "enum", "extension", "protocol", "typealias",
  ]
}
