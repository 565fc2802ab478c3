extension Rule {
  static func sourceLocation(_ file: SourceFile) -> [Violation] {
    file.functions.compactMap { function in
      guard !function.isTest, !function.isOldTest, !takesSourceLocation(function, in: file.code) else { return nil }
      guard let expectation = firstExpectation(in: function.body, of: file.code) else { return nil }
      let message =
        "“\(function.name)” has \(expectation) and no `sourceLocation: SourceLocation = #_sourceLocation`: "
        + "it fails at its own line, not at the test's"
      return Violation(line: function.line, message: message)
    }
  }

  static func doCatch(_ file: SourceFile) -> [Violation] {
    file.functions.filter { $0.isTest || $0.isOldTest }.flatMap { function in
      function.body.compactMap { index in
        guard file.code[index].isWord("catch"), index > 0, file.code[index - 1].isSymbol("}"),
          // `} catch: {` is the label of a closure.
          index + 1 < function.body.upperBound, !file.code[index + 1].isSymbol(":")
        else { return nil }
        return Violation(line: file.code[index].line, message: "an error caught by hand: use `#expect(throws:)`")
      }
    }
  }

  static func countOnly(_ file: SourceFile) -> [Violation] {
    file.functions.filter(\.isTest).flatMap { function -> [Violation] in
      let expectations = expectations(in: function.body, of: file.code)
      return expectations.compactMap { expectation in
        guard let collection = countedCollection(in: expectation, of: file.code) else { return nil }
        let isCheckedOtherwise = expectations.contains { other in
          other != expectation && countedCollection(in: other, of: file.code) == nil
            && mentions(collection, in: other, of: file.code)
        }
        guard !isCheckedOtherwise, !takesElements(of: collection, in: function.body, of: file.code) else { return nil }
        let message = "only the count of “\(collection.joined())” is checked: compare the elements"
        return Violation(line: file.code[expectation.lowerBound].line, message: message)
      }
    }
  }

  private static func takesSourceLocation(_ function: Declaration, in code: [Token]) -> Bool {
    function.signature.contains { code[$0].isWord("SourceLocation") || code[$0].isWord("StaticString") }
  }

  private static func firstExpectation(in range: Range<Int>, of code: [Token]) -> String? {
    for index in range where index + 1 < range.upperBound {
      if code[index].isSymbol("#"), code[index + 1].isWord("expect") || code[index + 1].isWord("require") {
        return "#\(code[index + 1].text)"
      }
      if code[index].isWord("Issue"), index + 2 < range.upperBound, code[index + 2].isWord("record") {
        return "Issue.record"
      }
    }
    return nil
  }

  /// What stands between the parentheses of each `#expect`.
  private static func expectations(in range: Range<Int>, of code: [Token]) -> [Range<Int>] {
    range.compactMap { index in
      guard index + 2 < range.upperBound, code[index].isSymbol("#"), code[index + 1].isWord("expect"),
        code[index + 2].isSymbol("(")
      else { return nil }
      var depth = 0
      for end in (index + 2)..<range.upperBound {
        if code[end].isSymbol("(") { depth += 1 }
        if code[end].isSymbol(")") { depth -= 1 }
        if depth == 0 { return (index + 3)..<end }
      }
      return nil
    }
  }

  /// The tokens before `.count ==`, if that is all that an expectation compares.
  private static func countedCollection(in range: Range<Int>, of code: [Token]) -> [Substring]? {
    guard let comparison = range.first(where: { code[$0].isSymbol("==") }), comparison - 2 > range.lowerBound,
      code[comparison - 1].isWord("count"), code[comparison - 2].isSymbol(".")
    else { return nil }
    let collection = code[range.lowerBound..<(comparison - 2)]
    // A count of something computed (`Set(ids).count`) says more than how many there are.
    guard collection.allSatisfy({ $0.kind == .word || $0.isSymbol(".") || $0.isSymbol("?") }) else { return nil }
    return collection.map(\.text)
  }

  private static func mentions(_ words: [Substring], in range: Range<Int>, of code: [Token]) -> Bool {
    !places(of: words, in: range, of: code).isEmpty
  }

  /// Whether a test looks at what is in a collection, as in `try #require(issues.first)` or `issues[0]`.
  private static func takesElements(of words: [Substring], in range: Range<Int>, of code: [Token]) -> Bool {
    places(of: words, in: range, of: code).contains { place in
      let next = place + words.count
      guard next + 1 < range.upperBound else { return false }
      return code[next].isSymbol("[") || (code[next].isSymbol(".") && looks.contains(code[next + 1].text))
    }
  }

  private static let looks: Set<Substring> = [
    "first", "last", "map", "compactMap", "flatMap", "filter", "contains", "allSatisfy", "sorted", "prefix", "suffix",
    "min", "max",
  ]

  private static func places(of words: [Substring], in range: Range<Int>, of code: [Token]) -> [Int] {
    guard range.count >= words.count else { return [] }
    return (range.lowerBound...(range.upperBound - words.count)).filter { start in
      zip(start..., words).allSatisfy { code[$0].text == $1 }
    }
  }
}

extension Declaration {
  /// A test of XCTest.
  fileprivate var isOldTest: Bool { kind == .function && name.hasPrefix("test") && !has("Test") }
}
