extension Rule {
  /// Checks that hold only if `settle()` waits for everything that can still run, as it does only in a deterministic test.
  static func settling(_ file: SourceFile) -> [Violation] {
    let calls = freeCalls(of: "settle", in: file) + qualifiedCalls(in: file)
    guard !calls.isEmpty else { return [] }
    let scheduled = scheduled(in: file)
    let functions = file.functions
    return calls.filter { !scheduled.contains($0) && !isFollowedByWait($0, among: functions, in: file) }.map {
      Violation(line: file.code[$0].line, message: "\(whatRests): \(remedy)")
    }
  }

  private static let whatRests =
    "what follows rests on `settle()` alone, which promises nothing outside a deterministic test"
  private static let remedy =
    "make the test `.deterministic`, or wait for the event (`waitForCalls`, `expectEventually`, a probe)"

  /// `DeterministicScheduling.settle()`, by the place of its last name.
  private static func qualifiedCalls(in file: SourceFile) -> [Int] {
    file.places(of: ["settle"]).filter { place in
      place >= 2 && file.code[place - 1].isSymbol(".")
        && ["DeterministicScheduling", "TestingSupport"].contains(file.code[place - 2].text)
    }
  }

  /// Whether there is something to wait for before the next check, or before the function ends.
  private static func isFollowedByWait(_ place: Int, among functions: [Declaration], in file: SourceFile) -> Bool {
    let function = functions.last { $0.body.contains(place) }
    let end = function?.body.upperBound ?? file.code.count
    for index in (place + 1)..<max(place + 1, end) {
      let token = file.code[index]
      if token.isSymbol("#"), index + 1 < end, ["expect", "require"].contains(file.code[index + 1].text) {
        return false
      }
      guard token.kind == .word else { continue }
      if token.text == "await" {
        if index + 1 < end, !file.code[index + 1].isWord("settle") { return true }
      } else if isCheck(token.text), index + 1 < end, file.code[index + 1].isSymbol("(") {
        return false
      }
    }
    return false
  }

  /// `XCTAssertEqual`, `expectNoDifference`. Those that wait are behind an `await`.
  private static func isCheck(_ name: Substring) -> Bool {
    if name.hasPrefix("XCT") { return true }
    return name.hasPrefix("expect") && name.dropFirst("expect".count).first?.isUppercase == true
  }

  // MARK: Where there is a schedule

  /// Deterministic tests and suites, the helpers in a file that has no other tests, and what runs only where the engine
  /// is exact.
  private static func scheduled(in file: SourceFile) -> Regions {
    let scheduled = deterministicRegions(in: file) + exactOnly(in: file)
    let regions = Regions(scheduled)
    let tests = file.declarationsAtAnyDepth.filter { $0.attributes.contains { $0.name == "Test" } }
    let isComplete = !tests.isEmpty && tests.allSatisfy { regions.contains($0.body.lowerBound) }
    return isComplete ? Regions([0..<file.code.count]) : regions
  }

  /// What is compiled on Linux only, or run only where `DeterministicSupport.current` is `.exact`: by `.enabled(if:)`,
  /// by a trait of one's own that is called `exactOnly`, or by a condition.
  private static func exactOnly(in file: SourceFile) -> [Range<Int>] {
    let conditions = file.places(of: ["DeterministicSupport"]).filter { asksForExact($0, in: file) }
    let traits = Regions((conditions + file.places(of: ["exactOnly"])).map { $0..<($0 + 1) })
    return file.parts(markedBy: traits) + blocks(after: ["if", "guard"], in: file) + compiledOnLinux(file)
  }

  /// Whether `DeterministicSupport.current == .exact` stands at a place.
  private static func asksForExact(_ place: Int, in file: SourceFile) -> Bool {
    let expected = [".", "current", "==", ".", "exact"]
    guard place + expected.count < file.code.count else { return false }
    return zip(expected, file.code[(place + 1)...]).allSatisfy { $0 == $1.text }
  }

  /// The braces of `if DeterministicSupport.current == .exact { … }`, and the code after such a `guard`.
  private static func blocks(after keywords: Set<Substring>, in file: SourceFile) -> [Range<Int>] {
    file.places(of: ["DeterministicSupport"]).compactMap { place in
      guard place > 0, keywords.contains(file.code[place - 1].text), asksForExact(place, in: file) else { return nil }
      if file.code[place - 1].text == "guard" {
        let outer = file.closing.filter { file.code[$0.key].isSymbol("{") && $0.key < place && $0.value > place }
        return outer.map(\.value).min().map { place..<$0 }
      }
      guard let open = file.code[place...].firstIndex(where: { $0.isSymbol("{") }), let close = file.closing[open]
      else {
        return nil
      }
      return open..<close
    }
  }

  /// What stands between `#if os(Linux)` and its `#else`, `#elseif` or `#endif`.
  private static func compiledOnLinux(_ file: SourceFile) -> [Range<Int>] {
    var found: [Range<Int>] = []
    // Where each open condition starts, if it checks for Linux.
    var open: [Int?] = []
    for place in file.places(of: ["if", "else", "elseif", "endif"])
    where place > 0 && file.code[place - 1].isSymbol("#") {
      let isFirst = file.code[place].text == "if"
      if !isFirst, let start = open.popLast() ?? nil { found.append(start..<place) }
      if file.code[place].text == "endif" { continue }
      open.append(asksForLinux(after: place, in: file) ? place : nil)
    }
    return found
  }

  private static func asksForLinux(after place: Int, in file: SourceFile) -> Bool {
    let condition = file.code[(place + 1)...].prefix { $0.line == file.code[place].line }.map(\.text)
    return condition.joined() == "os(Linux)" || condition.joined().hasPrefix("os(Linux)&&")
  }
}

extension SourceFile {
  /// The tests, and the suites with their extensions, that have something in their attributes.
  func parts(markedBy marks: Regions) -> [Range<Int>] {
    let marked = declarationsAtAnyDepth.filter { declaration in
      declaration.attributes.contains { attribute in
        ["Test", "Suite"].contains(attribute.name) && attribute.arguments.contains(where: marks.contains)
      }
    }
    let suites = Set(marked.filter { $0.kind == .type }.map(\.name))
    let extensions = declarationsAtAnyDepth.filter { $0.kind == .extension && suites.contains($0.name) }
    return (marked + extensions).map(\.body)
  }
}
