extension Rule {
  static func sleeping(_ file: SourceFile) -> [Violation] {
    let virtual = virtualTime(in: file)
    let tasks = calls(of: ["Task"], to: "sleep", in: file).filter { call in !virtual.contains { $0.contains(call) } }
    let threads = calls(of: ["Thread"], to: "sleep", in: file)
    let functions = file.places(of: ["usleep", "nanosleep", "sleep"]).filter { isFreeCall(at: $0, in: file.code) }
    return (tasks + threads).map {
      Violation(line: file.code[$0].line, message: "\(file.code[$0].text).sleep in a test: \(whatToDo)")
    }
      + functions.map {
        Violation(line: file.code[$0].line, message: "\(file.code[$0].text)() in a test: \(whatToDo)")
      }
  }

  static func yielding(_ file: SourceFile) -> [Violation] {
    calls(of: ["Task"], to: "yield", in: file).map {
      Violation(
        line: file.code[$0].line,
        message: "Task.yield in a test: `await settle()` in a deterministic test, or wait for the event"
      )
    }
  }

  private static let whatToDo = "wait for the event (`settle()`, a `Gate`, `waitForCalls`, a `TestClock`)"

  private static func calls(of types: [String], to function: Substring, in file: SourceFile) -> [Int] {
    let code = file.code
    return file.places(of: [function]).compactMap { index in
      guard index >= 2, code[index - 1].isSymbol(".") else { return nil }
      // `Task.sleep`, and `Task<Never, Never>.sleep`.
      if types.contains(String(code[index - 2].text)) { return index - 2 }
      guard code[index - 2].isSymbol(">"), let open = code[..<(index - 2)].lastIndex(where: { $0.isSymbol("<") }),
        open > 0, types.contains(String(code[open - 1].text))
      else { return nil }
      return open - 1
    }
  }

  /// The tests, suites and closures in which a sleep takes no time and lets virtual time pass.
  private static func virtualTime(in file: SourceFile) -> [Range<Int>] {
    let code = file.code
    let traits = file.places(of: ["deterministic", "interleavings"])
    let declared = file.declarationsAtAnyDepth.filter { declaration in
      declaration.attributes.contains { attribute in
        ["Test", "Suite"].contains(attribute.name) && traits.contains { attribute.arguments.contains($0) }
      }
    }
    let called = file.places(of: ["withDeterministicScheduling"]).compactMap { call -> Range<Int>? in
      guard let open = code[call...].firstIndex(where: { $0.isSymbol("{") || $0.isSymbol("}") }),
        code[open].isSymbol("{")
      else { return nil }
      var depth = 0
      for index in open..<code.count {
        if code[index].isSymbol("{") { depth += 1 }
        if code[index].isSymbol("}") { depth -= 1 }
        if depth == 0 { return open..<index }
      }
      return nil
    }
    return declared.map(\.body) + called
  }

  // Neither a method of something, nor a function that is being declared.
  private static func isFreeCall(at index: Int, in code: [Token]) -> Bool {
    guard index + 1 < code.count, code[index].kind == .word, code[index + 1].isSymbol("(") else { return false }
    guard index > 0 else { return true }
    return !code[index - 1].isSymbol(".") && !code[index - 1].isWord("func")
  }
}
