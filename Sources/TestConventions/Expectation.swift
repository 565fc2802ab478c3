/// A call that can fail a test.
struct Expectation: Sendable {
  /// As it is written: `#expect`, `Issue.record`, `XCTAssertEqual`.
  let name: String
  let start: Int
  /// What stands between its parentheses.
  let arguments: Range<Int>

  var isOld: Bool { name.hasPrefix("XCT") }
  /// Whether the test fails wherever this is reached.
  var isFailure: Bool { name == "Issue.record" || name == "XCTFail" }

  /// Whether it has a source location.
  func isLocated(in code: [Token]) -> Bool {
    arguments.dropLast().contains { code[$0].isWord("sourceLocation") && code[$0 + 1].isSymbol(":") }
  }

  /// From top to bottom.
  static func all(in code: [Token], at places: [Substring: [Int]], closing: [Int: Int]) -> [Expectation] {
    let words = places.keys.filter { $0.hasPrefix("XCT") } + ["expect", "require", "record"]
    return words.flatMap { places[$0, default: []] }.sorted().compactMap { place in
      guard let (start, name) = call(at: place, in: code) else { return nil }
      let open = place + 1
      guard open < code.count, code[open].isSymbol("("), let close = closing[open] else {
        return Expectation(name: name, start: start, arguments: open..<open)
      }
      return Expectation(name: name, start: start, arguments: (open + 1)..<max(open + 1, close))
    }
  }

  private static func call(at place: Int, in code: [Token]) -> (start: Int, name: String)? {
    let word = code[place].text
    switch word {
    case "expect", "require":
      guard place > 0, code[place - 1].isSymbol("#") else { return nil }
      return (place - 1, "#\(word)")
    case "record":
      guard place > 1, code[place - 1].isSymbol("."), code[place - 2].isWord("Issue") else { return nil }
      return (place - 2, "Issue.record")
    default:
      return word.hasPrefix("XCTAssert") || ["XCTFail", "XCTUnwrap"].contains(word) ? (place, String(word)) : nil
    }
  }
}

extension SourceFile {
  func expectations(in range: Range<Int>) -> ArraySlice<Expectation> {
    let start = expectations.firstPlace { $0.start >= range.lowerBound }
    let end = expectations.firstPlace { $0.start >= range.upperBound }
    return expectations[start..<max(start, end)]
  }
}
