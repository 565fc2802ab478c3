import TestConventions
import Testing

@Suite("Comments that switch rules off")
struct SuppressionTests {
  @Test(
    "When a comment stands above several lines then it counts for the declaration or the statement",
    arguments: [
      "// conventions:ignore test-name - not moved\n@Test(\"Loads\")\nfunc loads() {}",
      "// conventions:ignore test-name\n@Test(\n  \"Loads\"\n)\n@MainActor\nfunc loads() {}",
      "@Test(\"Loads\")\n// conventions:ignore test-name\n@MainActor\nfunc loads() {}",
      "@Test(\"Loads\")  // conventions:ignore test-name\nfunc loads() {}",
      "@Test func whenA_thenB() {\n// conventions:ignore count-only\n#expect(\n  items.count == 3\n)\n}",
      "@Test func whenA_thenB() {\n// conventions:ignore do-catch\ndo {\n  try run()\n} catch { }\n}",
      "@Test func whenA_thenB() {\n// conventions:ignore do-catch\ndo {\n  try run()\n}\ncatch {\n}\n}",
      "@Test func whenA_thenB() async {\n// conventions:ignore yielding\nlet a =\n  await Task\n  .yield()\n}",
      "@Test func whenA_thenB() async {\n// conventions:ignore yielding\n_ = await\n  (1, Task.yield())\n}",
      "@Test func whenA_thenB() {}\n// conventions:ignore private-helpers\n@MainActor\nfinal class LoaderSpy {}",
      "@Test func whenA_thenB() {}\n// conventions:ignore private-helpers\nfinal\nclass LoaderSpy {}",
    ]
  )
  func whenCommentStandsAboveSeveralLines_thenItCountsForAll(source: String) {
    expectFindings([], in: source)
  }

  @Test(
    "When a comment stands above a body then it does not count in the body",
    arguments: [
      "// conventions:ignore yielding\nfunc run() async {\n  await Task.yield()\n}",
      "// conventions:ignore yielding\nlet task = Task {\n  await Task.yield()\n}",
      "// conventions:ignore yielding\nrun()\nawait Task.yield()",
      "// conventions:ignore yielding\nlet names: Set<Int>\nawait Task.yield()",
      "// conventions:ignore yielding\nlet name: Int?\nawait Task.yield()",
      "// conventions:ignore yielding\nrun(1,\n  2)\nawait Task.yield()",
    ]
  )
  func whenCommentStandsAboveBody_thenItDoesNotCountInIt(source: String) {
    expectFindings(["yielding"], in: source)
  }

  @Test("When a comment stands beside code then the next line is reported")
  func whenCommentStandsBesideCode_thenNextLineIsReported() {
    expectFindings(["yielding"], in: "await Task.yield()  // conventions:ignore yielding\nawait Task.yield()")
  }

  @Test(
    "When rules are named then they are switched off, and no others",
    arguments: [
      "//conventions:ignore yielding", "/*conventions:ignore yielding*/", "/* conventions:ignore yielding */",
      "// conventions:ignore yielding: a reason", "// conventions:ignore yielding because sleeping is fine",
      "// conventions:ignore: yielding", "// conventions:ignore test-name , yielding – a, b",
      "/// conventions:ignore yielding.",
      "// conventions:ignore test-name,yielding—a reason",
    ]
  )
  func whenRulesAreNamed_thenTheyAreSwitchedOff(comment: String) {
    expectFindings(["sleeping"], in: "\(comment)\nawait Task.yield(); sleep(1)")
  }

  @Test("When no rule is named then all are switched off", arguments: ["", " - a reason, yielding", " — why", ","])
  func whenNoRuleIsNamed_thenAllAreSwitchedOff(rest: String) {
    expectFindings([], in: "// conventions:ignore\(rest)\nawait Task.yield(); sleep(1)")
    expectFindings([], in: "// conventions:ignore-file\(rest)\n\nawait Task.yield()\nsleep(1)")
  }

  @Test(
    "When a rule is misspelt then it is reported and nothing is switched off",
    arguments: [
      "ignore slepping", "ignore-file slepping: why", "ignore slepping - why", "ignore slepping, unknown-rule",
    ]
  )
  func whenRuleIsMisspelt_thenItIsReported(command: String) {
    expectFindings(["unknown-rule", "sleeping"], in: "// conventions:\(command)\nsleep(1)")
  }

  @Test("When a rule is misspelt then the finding names it and those that there are")
  func whenRuleIsMisspelt_thenFindingNamesIt() {
    let source = "// conventions:ignore-file unknown-rule, test-names"

    let messages = ConventionChecker().findings(in: source, path: "A.swift").map(\.message)

    let rules =
      "sleeping, yielding, settling, source-location, test-name, private-helpers, section-order, do-catch, "
      + "count-only, early-return"
    #expect(messages == ["unknown rule “test-names”: the rules are \(rules)"])
  }

  @Test("When a comment only speaks of switching off then nothing is switched off")
  func whenCommentOnlySpeaks_thenNothingIsSwitchedOff() {
    expectFindings(["sleeping"], in: "// Not `conventions:ignore slepping`.\n// conventions:ignored\nsleep(1)")
  }
}

// MARK: - makeSUT and Helper Factory Methods

private func expectFindings(_ rules: [String], in source: String, sourceLocation: SourceLocation = #_sourceLocation) {
  let findings = ConventionChecker().findings(in: source, path: "Test.swift")
  #expect(findings.map(\.rule.rawValue) == rules, sourceLocation: sourceLocation)
}
