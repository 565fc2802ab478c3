import Testing

@Suite("The rule of settling")
struct SettlingRuleTests {
  @Test(
    "When nothing is awaited between settling and a check then it is reported",
    arguments: [
      "await settle()\n#expect(spy.calls == [])",
      "sut.send()\nawait settle(); #expect(await sut.count == 1)",
      "await DeterministicScheduling.settle()\ntry #require(spy.calls.first)",
      "await settle()\nexpectNoDifference(sut.items, [])",
      "await settle()\nlet calls = spy.calls\nXCTAssertEqual(calls, [])",
      "await settle(); await settle(); #expect(spy.calls == [])",
      "await expectNothing(from: sut.statuses) { await settle() }",
      "await settle()",
    ]
  )
  func whenNothingIsAwaited_thenItIsReported(statements: String) {
    let source = "@Test func whenA_thenB() async throws {\nawait sut.load()\n\(statements)\n}"
    let line = source.split(separator: "\n").firstIndex { $0.contains("settle") }.map { $0 + 1 } ?? 0
    let count = statements.split(separator: "settle()", omittingEmptySubsequences: false).count - 1
    expectTold([.settling: Array(repeating: line, count: count)], in: source, unless: [.sourceLocation])
  }

  @Test(
    "When an event is awaited after settling then it is not told",
    arguments: [
      "await settle()\nawait spy.waitForCalls(1)\n#expect(spy.calls == [1])",
      "await settle()\nawait expectEventually { sut.count == 1 }",
      "await settle()\nawait expectAlways { spy.calls.isEmpty }\n#expect(spy.calls == [])",
      "await settle()\n_ = try await probe.next()",
    ]
  )
  func whenEventIsAwaited_thenItIsNotReported(statements: String) {
    expectTold([:], in: "@Test func whenA_thenB() async throws {\n\(statements)\n}")
  }

  @Test("When a helper settles at its end then it is reported, whatever stands in the next function")
  func whenHelperSettlesAtItsEnd_thenItIsReported() {
    let source = """
      @Test func whenA_thenB() async {
        await source.send(to: 1)
        #expect(sut.count == 1)
      }
      extension Source {
        fileprivate func send(to value: Int) async {
          send(value)
          await settle()
        }
        fileprivate func other() async { await spy.waitForCalls(1) }
      }
      """
    expectTold([.settling: [8]], in: source)
  }

  @Test(
    "When the code runs in a deterministic test, or only where settling is exact, then it is not reported",
    arguments: [
      "@Test(.deterministic) func whenA_thenB() async { SETTLE }",
      "@Test(.interleavings(10)) func whenA_thenB() async { SETTLE }",
      "@Suite(.deterministic(dates: .virtual)) struct A {}\nextension A { TEST }",
      "@Test func whenA_thenB() async throws { try await withDeterministicScheduling { SETTLE } }",
      "@Test(.deterministic) func whenA_thenB() async { await send() }\nfunc send() async { SETTLE }",
      "#if os(Linux)\nTEST\n#endif",
      "#if os(Linux) && compiler(>=6.3)\nTEST\n#else\n#endif",
      "#if os(Linux)\n#if DEBUG\nTEST\n#endif\n#endif",
      "@Test(.enabled(if: DeterministicSupport.current == .exact, \"why\"), .deterministic) func whenA_thenB() async { SETTLE }",
      "@Suite(.enabled(if: DeterministicSupport.current == .exact)) struct A { struct B { TEST } }",
      "@Suite(.exactOnly) struct A {}\nextension A { TEST }",
      "@Test func whenA_thenB() async { if DeterministicSupport.current == .exact { SETTLE } }",
      "@Test func whenA_thenB() async { guard DeterministicSupport.current == .exact else { return }\nSETTLE }",
    ]
  )
  func whenCodeRunsInDeterministicTest_thenItIsNotReported(source: String) {
    expectTold([:], in: filled(source), unless: [.sourceLocation])
  }

  @Test(
    "When the code may run in an ordinary test then it is reported",
    arguments: [
      "#if !os(Linux)\nTEST\n#endif",
      "#if os(Linux) || os(macOS)\nTEST\n#endif",
      "#if os(Linux)\n#else\nTEST\n#endif",
      "#if os(Linux)\n#endif\nTEST",
      "@Test(.enabled(if: DeterministicSupport.current != .unavailable)) func whenA_thenB() async { SETTLE }",
      "@Test(.deterministic) func whenA_thenB() async {}\n@Test func whenA_thenC() async {}\nfunc send() async { SETTLE }",
      "@Test func whenA_thenB() async throws { try await withDeterministicScheduling { a() }\nSETTLE }",
      "func send() async { SETTLE }",
      "@Suite(.exactOnly) struct A {}\nstruct B { TEST }",
      "@Test func whenA_thenB() async { if DeterministicSupport.current == .exact { a() }\nSETTLE }",
      "@Test func whenA_thenB() async { if a { guard DeterministicSupport.current == .exact else { return } }\nSETTLE }",
    ]
  )
  func whenCodeMayRunInOrdinaryTest_thenItIsReported(source: String) {
    let source = filled(source)
    let line =
      source.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.contains("settle()") } ?? -1
    expectTold([.settling: [line + 1]], in: source, unless: [.sourceLocation])
  }

  @Test(
    "When the name means something else then it is not told",
    arguments: [
      "func settle() {}\nfunc run() { settle() }",
      "func run() async { await account.settle()\n#expect(a, sourceLocation: b) }",
      "func run(settle: () -> Void) { settle() }",
      "// await settle()\nlet text = \"settle()\"",
    ]
  )
  func whenNameMeansSomethingElse_thenItIsNotReported(source: String) {
    expectTold([:], in: source, unless: [.sourceLocation])
  }

  @Test("When a line, a test or a file is exempt then it is not told")
  func whenItIsExempt_thenItIsNotReported() {
    let ignore = "// conventions:ignore settling - settling is the subject"
    expectTold([:], in: filled("@Test func whenA_thenB() async {\n\(ignore)\nSETTLE }"))
    expectTold([:], in: filled("// conventions:ignore-file settling - the same\nTEST"))
  }

  @Test("When it is reported then the message says what to do")
  func whenItIsReported_thenMessageSaysWhatToDo() {
    expectMessages(
      [
        "what follows rests on `settle()` alone, which promises nothing outside a deterministic test: make the test "
          + "`.deterministic`, or wait for the event (`waitForCalls`, `expectEventually`, a probe)"
      ],
      in: filled("TEST")
    )
  }
}

private func filled(_ source: String) -> String {
  source.replacing("TEST", with: "@Test func whenA_thenB() async {\nSETTLE\n}")
    .replacing("SETTLE", with: "await settle()\n#expect(spy.calls == [])")
}
