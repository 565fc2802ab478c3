import Testing

@Suite("The rules of layout and names")
struct LayoutRuleTests {
  @Test(
    "When a helper in a suite can be seen from outside then it is reported",
    arguments: [
      "func makeSUT() {}",
      "final class LoaderSpy {}",
      "@Suite struct Inner {\n@Test func whenA_thenB() {} }; struct LoaderStub {}",
      "}\nextension A { func makeThing() {}",
      "}\nfinal class MockLoader {",
      "}\nactor FakeStore {",
    ]
  )
  func whenHelperInSuiteCanBeSeen_thenItIsTold(member: String) {
    let line = member.contains("\n") ? 4 : 3
    expectTold([.privateHelpers: [line]], in: "@Suite struct A {\n@Test func whenA_thenB() {}\n\(member)\n}")
  }

  @Test(
    "When a helper cannot be seen or helps no test then nothing is reported",
    arguments: [
      "private func makeSUT() {}; private final class LoaderSpy {}",
      "}; private extension A { func makeThing() {}; struct LoaderSpy {}",
      "}; fileprivate struct B { @Test func whenA_thenB() {}; func makeThing() {}",
      "}; extension User { static func makeUser() {}",
      "}; @Suite struct MockLoaderTests {",
      "}; struct Mockery {",
      // A private type could not be taken by a test that is not.
      "@Test(arguments: [KindStub.a]) func whenC_thenD(kind: KindStub) {} }; enum KindStub { case a",
    ]
  )
  func whenHelperCannotBeSeen_thenNothingIsTold(member: String) {
    expectTold([:], in: "@Suite struct A {\n@Test func whenA_thenB() {}\n\(member)\n}")
  }

  @Test("When a test case is there to be inherited then its helpers may be seen")
  func whenTestCaseIsInherited_thenHelpersMayBeSeen() {
    expectTold([:], in: "class LoaderTestCase: XCTestCase { func makeSUT() {} }\nclass LoaderSpy {}")
  }

  @Test("When a file has no tests then it may have any order")
  func whenFileHasNoTests_thenAnyOrderWillDo() {
    expectTold([:], in: "final class UserStub {}\nfunc makeUserStub() -> UserStub { UserStub() }")
  }

  @Test(
    "When helpers stand above a test case of XCTest then it is reported",
    arguments: [
      "final class ATests: XCTestCase {}",
      "final class ATests: BaseTestCase {\nfunc testLoad() {}\n}",
      "class ATests: XCTestCase {}; extension ATests { func testLoad() {} }",
    ]
  )
  func whenHelpersStandAboveTestCase_thenItIsTold(testCase: String) {
    let source = "private class LoaderSpy {}\nprivate func makeSUT() {}\n\(testCase)"
    expectTold([.sectionOrder: testCase.contains("extension") ? [2, 3, 3] : [2, 3]], in: source)
    expectTold([.privateHelpers: [1]], in: "class LoaderSpy {}; \(testCase)", unless: [.sectionOrder])
  }

  @Test(
    "When a name is a sentence or begins with given then nothing is reported",
    arguments: [
      "`when a profile loads, its name is shown`", "givenCache_whenOffline_thenCacheIsRead",
      "givenCache_thenCacheIsRead",
    ]
  )
  func whenNameIsSentence_thenNothingIsReported(name: String) {
    expectTold([:], in: "@Test func \(name)() {}")
  }

  @Test(
    "When a part of a name is missing then it is reported",
    arguments: ["givenCache_whenOffline", "given_thenCacheIsRead", "`loads`"]
  )
  func whenPartOfNameIsMissing_thenItIsReported(name: String) {
    expectTold([.testName: [1]], in: "@Test func \(name)() {}")
  }

  @Test("When a test's attribute stands between conditions then its name is checked")
  func whenAttributeIsConditional_thenNameIsChecked() {
    expectTold([.testName: [4]], in: "#if os(Linux)\n@Test(\"Loads\")\n#endif\nfunc loads() {}")
    expectTold(
      [.testName: [6]],
      in: "#if os(Linux)\n@Test(\"a\")\n#else\n@Test(\"b\")\n#endif\nfunc loads() {}"
    )
  }
}
