extension Rule {
  static func sleeping(_ file: SourceFile) -> [Violation] {
    let virtual = virtualTime(in: file)
    let clocks = realClocks.union(namesOfRealClocks(in: file))
    let tasks = calls(of: clocks.union(["Task"]), to: "sleep", in: file)
    let threads = calls(of: ["Thread"], to: "sleep", in: file)
    let functions: [Substring] = ["usleep", "nanosleep", "sleep"]
    let qualified = functions.flatMap { calls(of: ["Foundation", "Darwin", "Glibc", "Musl"], to: $0, in: file) }
    let sleeps = (tasks.filter { !virtual.contains($0.place) && !isTimeout($0, in: file) } + threads + qualified).map {
      call in
      (call.place, "\(call.type).\(call.function)")
    }
    let free = functions.flatMap { freeCalls(of: $0, in: file) }.map { ($0, "\(file.code[$0].text)()") }
    let loops = waitingLoops(in: file).map { ($0.place, "RunLoop.run(until:)") }
    return (sleeps + free + loops).map { place, name in
      Violation(
        line: file.code[place].line,
        message:
          "\(name) in a test: \(remedy(in: file, else: "a `Gate`, `waitForCalls`, `expectEventually`, a `TestClock`"))"
      )
    }
  }

  /// Whether a sleep limits how long something else is waited for: its length is called a timeout.
  private static func isTimeout(_ sleep: Call, in file: SourceFile) -> Bool {
    let open = sleep.end + 1
    guard open < file.code.count, file.code[open].isSymbol("("), let close = file.closing[open] else { return false }
    return (open..<close).contains { index in
      let word = file.code[index].text.lowercased()
      return word.hasSuffix("timeout") || word.hasSuffix("deadline")
    }
  }

  static func yielding(_ file: SourceFile) -> [Violation] {
    let places = calls(of: ["Task"], to: "yield", in: file).map { ($0.place, "Task.yield") }
    let functions = freeCalls(of: "sched_yield", in: file).map { ($0, "sched_yield()") }
    return (places + functions).map { place, name in
      Violation(
        line: file.code[place].line,
        message: "\(name) in a test: \(remedy(in: file, else: "`waitForCalls`, `expectEventually`, a probe"))"
      )
    }
  }

  /// What to wait for, with what the file has: a UI test sees elements only, and an XCTest need not link this package.
  private static func remedy(in file: SourceFile, else means: String) -> String {
    if !file.places(of: ["XCUIApplication"]).isEmpty {
      return "wait for the element (`waitForExistence(timeout:)`, an `XCTNSPredicateExpectation`)"
    }
    let isXCTest = file.outline.tests.isEmpty && !file.places(of: ["XCTest", "XCTestCase"]).isEmpty
    return
      "wait for the event (\(isXCTest ? "an `XCTestExpectation`; with `XCTestSupport`, `expectEventually`" : means))"
  }

  // MARK: Clocks

  private static let realClocks: Set<Substring> = ["ContinuousClock", "SuspendingClock"]

  /// Names that stand for clocks of the standard library everywhere in the file.
  private static func namesOfRealClocks(in file: SourceFile) -> Set<Substring> {
    let code = file.code
    var names: Set<Substring> = []
    var others: Set<Substring> = []
    for place in file.places(of: ["let", "var"]) where place + 3 < code.count {
      let isTyped = code[place + 2].isSymbol(":") || code[place + 2].isSymbol("=")
      if isTyped, realClocks.contains(code[place + 3].text) {
        names.insert(code[place + 1].text)
      } else {
        others.insert(code[place + 1].text)
      }
    }
    // A parameter of the name may be any clock.
    return names.subtracting(others).filter { name in
      !file.places(of: [name]).contains { $0 > 0 && isParameter($0, in: code) }
    }
  }

  private static func isParameter(_ place: Int, in code: [Token]) -> Bool {
    guard place + 1 < code.count, code[place + 1].isSymbol(":") else { return false }
    return code[place - 1].isSymbol("(") || code[place - 1].isSymbol(",")
      || code[place - 1].kind == .word
        && !code[place - 1].isWord("let") && !code[place - 1].isWord("var")
  }

  // MARK: Calls

  private struct Call {
    let place: Int
    let type: Substring
    let function: Substring
    /// The place of the function's name.
    let end: Int
  }

  private static func calls(of types: Set<Substring>, to function: Substring, in file: SourceFile) -> [Call] {
    let code = file.code
    return file.places(of: [function]).compactMap { place in
      guard place >= 2, code[place - 1].isSymbol("."), let root = root(before: place - 1, in: code),
        types.contains(code[root].text)
      else { return nil }
      return Call(place: root, type: code[root].text, function: function, end: place)
    }
  }

  /// The type before a dot, as in `Task.`, `Task<Never, Never>.`, `ContinuousClock().` and `RunLoop.main.`.
  private static func root(before dot: Int, in code: [Token]) -> Int? {
    var place = dot - 1
    if code[place].isSymbol(")"), place >= 2, code[place - 1].isSymbol("(") { place -= 2 }
    if instances.contains(code[place].text), place >= 2, code[place - 1].isSymbol(".") { place -= 2 }
    if let open = openingAngle(of: place, in: code) { place = open - 1 }
    return place >= 0 && code[place].kind == .word ? place : nil
  }

  private static let instances: Set<Substring> = ["continuous", "suspending", "main", "current"]

  /// The place of the `<` for the `>` at a place, if it is near.
  private static func openingAngle(of close: Int, in code: [Token]) -> Int? {
    guard code[close].isSymbol(">") || code[close].isSymbol(">>") else { return nil }
    var depth = 0
    for place in stride(from: close, through: max(close - 100, 0), by: -1) where code[place].kind == .symbol {
      switch code[place].text {
      case ">": depth += 1
      case ">>": depth += 2
      case "<": depth -= 1
      case ",", ".", "[", "]", "?", "(", ")", ":", "->", "&": break
      default: return nil
      }
      if depth <= 0 { return place }
    }
    return nil
  }

  /// Calls of the C function of a name, if the name can mean nothing else in this file.
  static func freeCalls(of name: Substring, in file: SourceFile) -> [Int] {
    let code = file.code
    let places = file.places(of: [name])
    let isDeclared = places.contains { place in
      (place > 0 && declaring.contains(code[place - 1].text))
        || (place + 1 < code.count && code[place + 1].isSymbol(":"))
    }
    guard !isDeclared else { return [] }
    return places.filter { place in
      guard place + 1 < code.count, code[place + 1].isSymbol("(") else { return false }
      let isLabelled = place + 3 < code.count && code[place + 2].kind == .word && code[place + 3].isSymbol(":")
      return !isLabelled && (place == 0 || !code[place - 1].isSymbol("."))
    }
  }

  private static let declaring: Set<Substring> = ["func", "let", "var", "case"]

  /// Run loops that run for a time. `run(until: Date())` only lets them do what is due.
  private static func waitingLoops(in file: SourceFile) -> [Call] {
    calls(of: ["RunLoop"], to: "run", in: file).filter { call in
      let open = call.end + 1
      guard open + 1 < file.code.count, file.code[open + 1].isWord("until"), let close = file.closing[open],
        close < file.code.count
      else { return false }
      return !file.code[close - 1].isWord("now")
        && !(file.code[close - 1].isSymbol(")") && file.code[close - 2].isSymbol("("))
    }
  }

  // MARK: Virtual time

  /// The tests, suites, and closures in which a sleep takes no real time and lets virtual time pass.
  private static func virtualTime(in file: SourceFile) -> Regions {
    Regions(deterministicRegions(in: file))
  }

  /// The bodies of deterministic tests and suites, and the calls of `withDeterministicScheduling`.
  static func deterministicRegions(in file: SourceFile) -> [Range<Int>] {
    let traits = Regions(file.places(of: ["deterministic", "interleavings"]).map { $0..<($0 + 1) })
    let calls = file.places(of: ["withDeterministicScheduling"])
    return file.parts(markedBy: traits) + calls.map { $0..<end(ofCallAt: $0, in: file) }
  }

  /// Where the arguments of a call end, and the closure that follows them.
  private static func end(ofCallAt place: Int, in file: SourceFile) -> Int {
    var end = place + 1
    for bracket in ["(", "{"] where end < file.code.count && file.code[end].isSymbol(bracket) {
      end = file.closing[end].map { $0 + 1 } ?? end
    }
    return end
  }
}
