import Testing

@Suite("The rule of properties")
struct PropertyRuleTests {
  @Test(
    "When a trial returns before it has checked anything then it is told",
    arguments: [
      "await expectAll { (a: Int) in guard a > 0 else { return }; #expect(f(a) > 0) }",
      "await expectAll(trials: 9) { (a: Int) in if a < 1 { return }; #expect(f(a) > 0) }",
      "await expectAll { (a: Int) in let b = [a].map { $0 }; if b.isEmpty { return }; #expect(f(a) > 0) }",
      "await expectAll { (a: [Int]) in guard let b = a.first(where: { $0 > 1 }) else { return }; #expect(f(b)) }",
      "let c = ModelCommand(\"add()\") { (s: inout S, m: inout M) in guard m.isOpen else { return }; #expect(s == m) }",
    ]
  )
  func whenTrialReturnsEarly_thenItIsTold(statement: String) {
    expectTold([.earlyReturn: [4]], in: makeTestFile(statement))
  }

  @Test(
    "When a trial is discarded, has checked something or returns from elsewhere then nothing is told",
    arguments: [
      "await expectAll { (a: Int) in try assume(a > 0); #expect(f(a) > 0) }",
      "await expectAll { (a: Int) in #expect(f(a) > 0); guard a > 1 else { return }; #expect(g(a)) }",
      "await expectAll { (a: Int) in expectNoDifference(f(a), a); if a > 1 { return }; #expect(g(a)) }",
      "await expectAll { (a: Int) in let b = [a].map { if $0 > 1 { return } }; #expect(g(b)) }",
      "await expectAll { (a: Int) in func g() { return }; g(); #expect(g(a)) }",
      "await expectAll { (a: Int) in let b = { (c: Int) in return c }; #expect(b(a) == a) }",
      "await load { guard a > 0 else { return }; #expect(f(a) > 0) }",
      "guard a > 0 else { return }; await expectAll(check)",
    ]
  )
  func whenTrialChecks_thenNothingIsTold(statement: String) {
    expectTold([:], in: makeTestFile(statement))
  }
}
