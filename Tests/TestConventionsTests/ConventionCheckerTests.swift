import Foundation
import TestConventions
import Testing

@Suite("The checker of conventions")
struct ConventionCheckerTests {
  @Suite("Waiting")
  struct WaitingTests {
    @Test(
      "When a test sleeps then the line is reported",
      arguments: [
        "try await Task.sleep(for: .seconds(1))",
        "try await Task.sleep(nanoseconds: 1_000)",
        "try await Task<Never, Never>.sleep(nanoseconds: 1_000)",
        "Thread.sleep(forTimeInterval: 1)",
        "usleep(1000)",
        "sleep(1)",
        "let label = \"\\(await { try? await Task.sleep(for: .zero) }())\"",
      ]
    )
    func whenTestSleeps_thenLineIsTold(statement: String) {
      expectFindings([.sleeping: [4]], in: makeTest(statement))
    }

    @Test(
      "When sleeping is only spoken of then nothing is reported",
      arguments: [
        "// Task.sleep(for: .seconds(1))",
        "/* outer /* Task.sleep(for: .zero) */ Thread.sleep(1) */",
        "let text = \"Task.sleep(for: .seconds(1))\"",
        "let text = #\"Task.sleep \"quoted\" \\(Task.sleep(for: .zero))\"#",
        "let text = \"\"\"\n  Task.sleep(for: .seconds(1)) \"and\" so on\n  \"\"\"",
        "let pattern = /Task.sleep(\\d+)\"/",
        "let pattern = #/Task.sleep\"/#",
        "try await clock.sleep(for: .seconds(1))",
        "let sleep = 1",
        "device.sleep(1)",
      ]
    )
    func whenSleepingIsSpokenOf_thenNothingIsTold(statement: String) {
      expectFindings([:], in: makeTest(statement))
    }

    @Test("When a test yields then the line is reported")
    func whenTestYields_thenLineIsReported() {
      expectFindings([.yielding: [4]], in: makeTest("await Task.yield()"))
      // Texts within texts.
      expectFindings([.yielding: [4]], in: makeTest("let a = #\"\\#(show(#\"b\"#))\"#; await Task.yield()"))
    }
  }

  @Suite("Source locations")
  struct SourceLocationTests {
    @Test(
      "When a helper expects without a source location then it is reported",
      arguments: ["#expect(value == 1)", "_ = try #require(value)", "Issue.record(\"wrong\")"]
    )
    func whenHelperExpectsWithoutSourceLocation_thenItIsReported(statement: String) {
      expectFindings([.sourceLocation: [1]], in: "func check(_ value: Int) {\n  \(statement)\n}")
    }

    @Test(
      "When a helper takes a source location then nothing is reported",
      arguments: [
        "func check(_ value: Int, sourceLocation: SourceLocation = #_sourceLocation) {\n"
          + "  #expect(value == 1, sourceLocation: sourceLocation)\n}",
        "func check(_ value: Int, file: StaticString = #filePath, line: UInt = #line) { XCTAssert(value == 1) }",
        "@Test func whenChecked_thenOne() { #expect(value == 1) }",
        "final class OldTests: XCTestCase {\n  func test_value() { #expect(value == 1) }\n}",
        "func make() -> Int { 1 }",
      ]
    )
    func whenHelperTakesSourceLocation_thenNothingIsTold(source: String) {
      expectFindings([:], in: source)
    }
  }

  @Suite("Names")
  struct NameTests {
    @Test(
      "When a test is named otherwise then it is reported",
      arguments: ["testLoad", "whenLoaded", "when_then", "whenloaded_thenShown"]
    )
    func whenTestIsNamedOtherwise_thenItIsReported(name: String) {
      expectFindings([.testName: [3]], in: makeTest("", named: name))
    }

    @Test(
      "When a test is named by the convention then nothing is reported",
      arguments: ["whenLoaded_thenShown", "when2Load_and3Leave_then1IsLeft"]
    )
    func whenTestIsNamedByConvention_thenNothingIsReported(name: String) {
      expectFindings([:], in: makeTest("", named: name))
    }
  }

  @Suite("Layout")
  struct LayoutTests {
    @Test("When helpers can be seen from outside then they are reported")
    func whenHelpersCanBeSeen_thenTheyAreReported() {
      expectFindings(
        [.privateHelpers: [6, 7]],
        in: makeTest("") + "func makeSUT() -> Int { 1 }\nfinal class LoaderSpy: Loader {}\n"
      )
    }

    @Test("When a file has only helpers for others then they may be seen")
    func whenFileHasOnlyHelpers_thenTheyMayBeSeen() {
      expectFindings([:], in: "func makeSUT() -> Int { 1 }\nfinal class LoaderSpy: Loader {}\n")
    }

    @Test("When sections are out of order then what stands too low is reported")
    func whenSectionsAreOutOfOrder_thenItIsReported() {
      let source = "private final class LoaderSpy {}\nprivate func makeSUT() -> Int { 1 }\n" + makeTest("")
      expectFindings([.sectionOrder: [2, 3]], in: source)
    }

    @Test("When sections are in order then nothing is reported")
    func whenSectionsAreInOrder_thenNothingIsReported() {
      let source = makeTest("") + "private func makeSUT() -> Int { 1 }\nprivate final class LoaderSpy {}\n"
      expectFindings([:], in: source)
    }
  }

  @Suite("Expectations")
  struct ExpectationTests {
    @Test("When an error is caught by hand then it is reported")
    func whenErrorIsCaughtByHand_thenItIsReported() {
      expectFindings([.doCatch: [6]], in: makeTest("do {\n      try run()\n    } catch {}"))
    }

    @Test("When a closure for errors is labelled so then nothing is reported")
    func whenClosureIsLabelledCatch_thenNothingIsReported() {
      expectFindings([:], in: makeTest("let sut = Work {\n      run()\n    } catch: { show($0) }"))
    }

    @Test(
      "When only the count of a collection is checked then it is reported",
      arguments: [
        "#expect(sut.items.count == 3)",
        "#expect(sut.items.count == 3); #expect(sut.name == \"a\")",
        "let count = sut.items.count; #expect(sut.items.count == count)",
        "sut.items.append(item); #expect(sut.items.count == 1)",
      ]
    )
    func whenOnlyCountIsChecked_thenItIsTold(statement: String) {
      expectFindings([.countOnly: [4]], in: makeTest(statement))
    }

    @Test(
      "When more than the count is checked then nothing is reported",
      arguments: [
        "#expect(sut.items.count == 3); #expect(sut.items.first == item)",
        "let item = try #require(sut.items.first); #expect(sut.items.count == 1); #expect(item == other)",
        "let item = sut.items[0]; #expect(sut.items.count == 1); #expect(item == other)",
        "#expect(items.count == 3); #expect(items == expected)",
        "#expect(spy.callCount == 1)",
        "#expect(Set(ids).count == 3)",
        "#expect(sut.items == [item])",
      ]
    )
    func whenMoreThanCountIsChecked_thenNothingIsTold(statement: String) {
      expectFindings([:], in: makeTest(statement))
    }
  }

  @Suite("Virtual time")
  struct VirtualTimeTests {
    private let sleep = "try await Task.sleep(for: .seconds(1))"

    @Test(
      "When a sleep takes virtual time then nothing is reported",
      arguments: [
        "@Suite struct A {\n  @Test(.deterministic) func whenA_thenB() async throws { SLEEP }\n}",
        "@Suite(.deterministic(seed: 1)) struct A {\n  @Test func whenA_thenB() async throws { SLEEP }\n}",
        "@Suite struct A {\n  @Test(\"B\", .interleavings(9)) func whenA_thenB() async throws { SLEEP }\n}",
        "final class A: XCTestCase {\n  func test() async throws {\n    try await withDeterministicScheduling { SLEEP }\n  }\n}",
      ]
    )
    func whenSleepIsVirtual_thenNothingIsTold(source: String) {
      expectFindings([:], in: source.replacingOccurrences(of: "SLEEP", with: sleep))
    }

    @Test(
      "When a sleep beside it takes real time then it is reported",
      arguments: [
        "@Suite struct A {\n  @Test(.deterministic) func whenA_thenB() {}\n  @Test func whenC_thenD() { SLEEP }\n}",
        "func run() {\n  withDeterministicScheduling { settle() }\n  SLEEP\n}",
        "@Suite(.deterministic) struct A {\n  @Test func whenA_thenB() {\n    Thread.sleep(forTimeInterval: 1)\n  }\n}",
      ]
    )
    func whenSleepIsReal_thenItIsTold(source: String) {
      expectFindings([.sleeping: [3]], in: source.replacingOccurrences(of: "SLEEP", with: sleep))
    }
  }

  @Suite("Switching off")
  struct SuppressionTests {
    @Test(
      "When a rule is switched off for a place then the place is not told",
      arguments: [
        "await Task.yield()  // conventions:ignore yielding - yielding is the subject",
        "// conventions:ignore yielding\n    await Task.yield()",
        "// conventions:ignore sleeping, yielding\n    // for a reason\n    await Task.yield()",
        "await Task.yield()  // conventions:ignore",
        "try await Task.sleep(for: .zero)  // sleep-is-the-subject",
      ]
    )
    func whenRuleIsSwitchedOffForPlace_thenItIsNotTold(statement: String) {
      expectFindings([:], in: makeTest(statement))
    }

    @Test("When another rule is switched off then the place is reported")
    func whenAnotherRuleIsSwitchedOff_thenPlaceIsReported() {
      expectFindings([.yielding: [4]], in: makeTest("await Task.yield()  // conventions:ignore sleeping"))
    }

    @Test("When a rule is switched off for the file then it is nowhere told")
    func whenRuleIsSwitchedOffForFile_thenItIsNowhereTold() {
      let source = "// conventions:ignore-file yielding - yielding is the subject\n" + makeTest("await Task.yield()")
      expectFindings([:], in: source)
    }

    @Test("When a rule is switched off for the run then it is nowhere told")
    func whenRuleIsSwitchedOffForRun_thenItIsNowhereTold() {
      let findings = ConventionChecker(without: [.yielding]).findings(in: makeTest("await Task.yield()"), path: "a")

      #expect(findings == [])
    }
  }

  @Suite("Reports")
  struct ReportTests {
    @Test(
      "When a finding is printed then it names file, line, rule and page",
      arguments: [
        (
          ReportFormat.plain,
          "Tests/A,b.swift:4: warning: Task.yield in a test: wait for the event (`waitForCalls`, `expectEventually`, a probe)"
            + " [yielding: see “Clocks and time” in the conventions guide]"
        ),
        (
          .github,
          "::warning file=Tests/A%2Cb.swift,line=4,title=yielding::"
            + "Task.yield in a test: wait for the event (`waitForCalls`, `expectEventually`, a probe)"
            + " [yielding: see “Clocks and time” in the conventions guide]"
        ),
      ]
    )
    func whenFindingIsPrinted_thenItNamesAll(format: ReportFormat, expected: String) throws {
      let findings = ConventionChecker().findings(in: makeTest("await Task.yield()"), path: "Tests/A,b.swift")

      #expect(findings.map { $0.report(as: format) } == [expected])
    }
  }

  @Suite("Damaged files")
  struct DamagedFileTests {
    @Test(
      "When a file does not compile then the check ends all the same",
      arguments: [
        "", "\"", "\"\"\"", "#\"", "/*", "func", "func x(", "@", "@Test(", "class", "}}}", "(((", "\"\\(", "`", "#/",
        "struct A { func b() {", "\\", "extension", "private(", "@Test func", "\u{FEFF}let a = 1", "let a = \"é\\(ü)\"",
      ]
    )
    func whenFileDoesNotCompile_thenCheckEnds(source: String) {
      expectFindings([:], in: source)
    }
  }
}

// MARK: - makeSUT and Helper Factory Methods

/// A file of five lines: the test begins on the third, its statement stands on the fourth.
private func makeTest(_ statement: String, named name: String = "whenRun_thenDone") -> String {
  """
  @Suite struct SomeTests {
    @Test("When run then done")
    func \(name)() async throws {
      \(statement)
  }}

  """
}

private func expectFindings(
  _ expected: [Rule: [Int]],
  in source: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let findings = ConventionChecker().findings(in: source, path: "Test.swift")
  #expect(
    Dictionary(grouping: findings, by: \.rule).mapValues { $0.map(\.line) } == expected,
    sourceLocation: sourceLocation
  )
}
