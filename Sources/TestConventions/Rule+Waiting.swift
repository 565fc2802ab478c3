extension Rule {
  static func sleeping(_ file: SourceFile) -> [Violation] {
    calls(of: ["Task", "Thread"], to: "sleep", in: file).map {
      Violation(line: $0.line, message: "\($0.text).sleep in a test: \(whatToDo)")
    }
      + file.places(of: ["usleep", "nanosleep", "sleep"]).filter { isFreeCall(at: $0, in: file.code) }.map { index in
        Violation(line: file.code[index].line, message: "\(file.code[index].text)() in a test: \(whatToDo)")
      }
  }

  static func yielding(_ file: SourceFile) -> [Violation] {
    calls(of: ["Task"], to: "yield", in: file).map {
      Violation(
        line: $0.line,
        message: "Task.yield in a test: `await settle()` in a deterministic test, or wait for the event"
      )
    }
  }

  private static let whatToDo = "wait for the event (`settle()`, a `Gate`, `waitForCalls`, a `TestClock`)"

  private static func calls(of types: [String], to function: Substring, in file: SourceFile) -> [Token] {
    let code = file.code
    return file.places(of: [function]).compactMap { index in
      guard index >= 2, code[index - 1].isSymbol(".") else { return nil }
      // `Task.sleep`, and `Task<Never, Never>.sleep`.
      if types.contains(String(code[index - 2].text)) { return code[index - 2] }
      guard code[index - 2].isSymbol(">"), let open = code[..<(index - 2)].lastIndex(where: { $0.isSymbol("<") }),
        open > 0, types.contains(String(code[open - 1].text))
      else { return nil }
      return code[open - 1]
    }
  }

  // Neither a method of something, nor a function that is being declared.
  private static func isFreeCall(at index: Int, in code: [Token]) -> Bool {
    guard index + 1 < code.count, code[index].kind == .word, code[index + 1].isSymbol("(") else { return false }
    guard index > 0 else { return true }
    return !code[index - 1].isSymbol(".") && !code[index - 1].isWord("func")
  }
}
