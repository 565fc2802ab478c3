import TestConventions
import Testing

@Suite("Literals")
struct LiteralTests {
  @Test(
    "When a literal has been read then what follows is still seen",
    arguments: [
      ##"let quote = #"""#"##,
      ##"let quotes = #""""""#; let a = #"\#(b)"#"##,
      "let lines = #\"\"\"\n  one \" two\n  \"\"\"#",
      "let sum = xs.reduce(100, /)  // 100/a/b",
      "let f: (Double, Double) -> Double = (/); let half = 1 / 2",
      "use(/, /)",
      #"switch s { case /x\(y/: break; default: break }"#,
      #"if /a"b/ ~= s {} else { _ = try /"/.wholeMatch(in: s) }"#,
      "let r = Regex {\n  /\"key/\n  /\"value\" \\{/\n}",
      #"let r = isOn ? /"a/ : /b"/"#,
      #"let r = /[)"]/"#,
      #"let r = /a\ /; let half = x! / y / z"#,
      "let a = b / c; let d = e? /f : g",
      "let r = #/\n  \" {\n/#",
      "let broken = #/ \" {",
      #"let broken = "("#,
      "let broken = foo(1, [2",
      "let broken = foo(1]",
      "####",
      #"/\/\/\/\/"#,
    ]
  )
  func whenLiteralIsRead_thenWhatFollowsIsSeen(statement: String) {
    let source = "func run() {\n\(statement)\n}\n@Test func loads() {\n  await Task.yield()\n}"
    #expect(rules(in: source) == ["test-name", "yielding"])
  }

  @Test("When a literal has code in it then the code is seen, and no more", arguments: 1...3)
  func whenLiteralHasCode_thenItIsSeen(hashes: Int) {
    let raw = String(repeating: "#", count: hashes)
    #expect(rules(in: "let a = \(raw)\"\\\(raw)(await Task.yield()) \\(Task.yield())\"\(raw)") == ["yielding"])
  }
}

// MARK: - makeSUT and Helper Factory Methods

private func rules(in source: String) -> [String] {
  ConventionChecker().findings(in: source, path: "Test.swift").map(\.rule.rawValue)
}
