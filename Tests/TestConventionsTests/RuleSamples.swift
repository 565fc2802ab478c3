import TestConventions
import Testing

/// A file of five lines: the test begins on the third, its statement stands on the fourth.
func makeTestFile(_ statement: String) -> String {
  """
  @Suite struct SomeTests {
    @Test("When run then done")
    func whenRun_thenDone() async throws {
      \(statement)
  }}

  """
}

func expectTold(
  _ expected: [Rule: [Int]],
  in source: String,
  unless switchedOff: Set<Rule> = [],
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let findings = ConventionChecker(without: switchedOff).findings(in: source, path: "Test.swift")
  #expect(
    Dictionary(grouping: findings, by: \.rule).mapValues { $0.map(\.line) } == expected,
    "\(source)",
    sourceLocation: sourceLocation
  )
}

func expectMessages(
  _ expected: [String],
  in source: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let findings = ConventionChecker().findings(in: source, path: "Test.swift")
  #expect(findings.map(\.message) == expected, sourceLocation: sourceLocation)
}
