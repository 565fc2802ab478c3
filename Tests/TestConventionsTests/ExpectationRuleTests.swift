import Testing

@Suite("The rules of expectations")
struct ExpectationRuleTests {
  @Suite("Source locations")
  struct SourceLocationTests {
    @Test(
      "When an expectation is told where to fail then nothing is reported",
      arguments: [
        "final class LoaderSpy2 { let sourceLocation: SourceLocation\n"
          + "func load() { Issue.record(\"unexpected\", sourceLocation: sourceLocation) } }",
        "func check(_ v: Int, fileID: String = #fileID) { #expect(v == 1, sourceLocation: .init(fileID)) }",
        "func check3(_ v: Int, at place: Place) { #expect(v == 1, sourceLocation: place.location) }",
      ]
    )
    func whenExpectationIsToldWhere_thenNothingIsTold(source: String) {
      expectTold([:], in: source)
    }

    @Test(
      "When a helper does not pass its location on then it is reported",
      arguments: ["sourceLocation: SourceLocation", "file: StaticString = #filePath, line: UInt = #line"]
    )
    func whenLocationIsNotPassedOn_thenItIsReported(parameters: String) {
      let source = "func check(_ v: Int, \(parameters)) { #expect(v == 1) }"
      expectMessages(
        [
          "“check” does not pass its location on to #expect by `sourceLocation:`: "
            + "it fails at its own line, not at the test's"
        ],
        in: source
      )
    }

    @Test(
      "When what is no function expects without a location then it is reported",
      arguments: [
        "init() throws { try #require(one == 1) }",
        "subscript(index: Int) -> Int { #expect(index == 1); return 1 }",
        "var isValid: Bool { #expect(one == 1); return true }",
        "let a = A.init(); var b: Int; struct B { let c = 1 }; init?(d: Int = 1) { Issue.record(\"d\") }",
      ]
    )
    func whenNoFunctionExpectsWithoutLocation_thenItIsTold(member: String) {
      expectTold([.sourceLocation: [2]], in: "struct Page {\n\(member)\n}")
    }

    @Test(
      "When a signature goes over lines then what its body expects is reported",
      arguments: [
        "func check<T>(_ a: T)\nwhere T: Equatable\n{\n#expect(a == a)\n}",
        "func check(\n_ a: Int\n)\nthrows\n-> Int\n{ #expect(a == 1); return a }",
      ]
    )
    func whenSignatureGoesOverLines_thenItsBodyIsToldOf(source: String) {
      expectTold([.sourceLocation: [1]], in: source)
    }

    @Test(
      "When the runner or a test calls what expects then nothing is reported",
      arguments: [
        "@Suite struct A { init() throws { try #require(one == 1) } }",
        "@Suite struct A {}; extension A { init(one: Int) throws { try #require(one == 1) } }",
        "struct Page { init(at sourceLocation: SourceLocation) { #expect(a, sourceLocation: sourceLocation) } }",
        "struct Case { let check = { #expect($0 == 1) }; var other: () -> Void = { #expect(one == 1) } }",
        "struct Case { deinit { #expect(one == 1) } }",
      ]
    )
    func whenRunnerOrTestCallsWhatExpects_thenNothingIsTold(source: String) {
      expectTold([:], in: source)
    }
  }

  @Suite("Caught errors")
  struct CaughtErrorTests {
    @Test(
      "When a closure of the scenario catches then nothing is reported",
      arguments: [
        "let task = Task { do { try await sut.run() } catch is CancellationError { log.add(1) } catch { log.add(2) } }",
        "let stub = Stub { do { return try decode($0) } catch { return nil } }",
        "let stub = Stub(decode: { if $0 { do { return try decode($0) } catch { return nil } } })",
        "repeat { run() } while isOn; let task = Task { do { try run() } catch { log.add(1) } }",
        "stub = { do { if try decode($0) { done() } else { XCTFail(\"a\") } } catch { seal.reject(error) } }",
      ]
    )
    func whenClosureCatches_thenNothingIsTold(statement: String) {
      expectTold([:], in: makeTestFile(statement))
    }

    @Test(
      "When an error is caught by hand then it is reported once",
      arguments: [
        "do { try run() } catch is A { log.add(1) } catch { log.add(2) }",
        "for a in xs.map({ $0 }) { if a { do throws(E) { try run() } catch { log.add(2) } } }",
        "await confirmation { done in do { try run(); Issue.record(\"a\") } catch { done() } }",
        "Task { do { try run() } catch is A { log.add(1) } catch { #expect(error == a) } }",
        "#if os(Linux)\nTask { do { try run() } catch { XCTFail(\"a\") } }",
      ]
    )
    func whenErrorIsCaught_thenItIsToldOnce(statement: String) {
      expectTold([.doCatch: [statement.contains("\n") ? 5 : 4]], in: makeTestFile(statement))
    }
  }

  @Suite("Errors that nothing expects")
  struct UnexpectedErrorTests {
    @Test("When any error fails the test then the test should throw it")
    func whenAnyErrorFails_thenTestShouldThrowIt() {
      expectMessages(
        ["an unexpected error caught by hand: let the test throw it"],
        in: makeTestFile("do { try run() } catch { Issue.record(\"\\(error)\") }")
      )
    }

    @Test(
      "When an error is expected then `#expect(throws:)` is the way",
      arguments: [
        "do { try run() } catch { if error != a { Issue.record(\"b\") } }",
        "do { try run() } catch is A { Issue.record(\"b\") }",
        "do { try run(); Issue.record(\"a\") } catch { Issue.record(\"b\") }",
        "do { try run() } catch { #expect(error == a) }",
      ]
    )
    func whenErrorIsExpected_thenExpectThrowsIsTheWay(statement: String) {
      expectMessages(["an error caught by hand: use `#expect(throws:)`"], in: makeTestFile(statement))
    }
  }

  @Suite("Tests of XCTest")
  struct OldTestTests {
    @Test(
      "When a function is named like a test of XCTest then it is a helper",
      arguments: [
        "struct A { func testUser() -> User { BODY } }", "func testUser() { BODY }",
        "class A { private func testUser() { BODY } }", "class A { static func testUser() { BODY } }",
        "class A { func testUser(_ user: User) { BODY } }",
      ]
    )
    func whenFunctionIsNamedLikeTest_thenItIsHelper(source: String) {
      let body = "#expect(one == 1); do { try run() } catch { fatalError() }"
      expectTold([.sourceLocation: [1]], in: source.replacing("BODY", with: body))
    }

    @Test("When a test of XCTest catches then XCTest's own way is reported", arguments: ["class", "extension"])
    func whenOldTestCatches_thenOldWayIsReported(keyword: String) {
      expectMessages(
        ["an error caught by hand: use `XCTAssertThrowsError`"],
        in: "\(keyword) A { func testUser() async throws { #expect(one == 1); do { try run() } catch {} } }"
      )
    }

    @Test("When a test of XCTest catches what awaited code throws then nothing is reported")
    func whenOldTestCatchesWhatAwaitedCodeThrows_thenNothingIsReported() {
      expectTold([:], in: "class A { func testUser() async { do { try await run() } catch {} } }")
    }
  }
}
