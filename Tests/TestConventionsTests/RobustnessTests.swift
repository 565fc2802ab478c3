import Foundation
import TestConventions
import Testing

@Suite("Unusual files")
struct RobustnessTests {
  // Far from what anyone writes. Each took minutes, or ended in a crash.
  @Test(
    "When a file is deep or long beyond reason then the check ends soon",
    arguments: [
      ("", "let a = \"\\(\"", 10_000), ("", "struct A {\n", 10_000), ("", "((", 10_000), ("", "func a() {\n", 10_000),
      ("sleep(1)\n", "// conventions:ignore\n", 10_000), ("[", "\n// conventions:ignore\n1,", 20_000),
      ("let a = 1", "\n// conventions:ignore\n+ 1", 10_000),
      ("[", "/a/,", 50_000), ("let a = ", "/\\", 30_000), ("", "/", 50_000), ("", "/*", 50_000),
      ("", "#", 30_000), ("", "#\"\"\"#", 20_000), ("", "\"\n", 30_000), ("@Test ", "@A(", 10_000),
    ]
  )
  func whenFileIsBeyondReason_thenCheckEnds(start: String, part: String, count: Int) {
    let source = start + String(repeating: part, count: count)
    #expect(ConventionChecker().findings(in: source, path: "A.swift").filter { $0.rule != .sleeping } == [])
  }

  @Test("When a file ends anywhere then the check ends too, and the whole has its findings")
  func whenFileEndsAnywhere_thenCheckEnds() {
    let source = """
      @Suite("A") struct ATests {
        // conventions:ignore test-name - a
        @Test("a") func whenA_thenB() async throws {
          do { try await run() } catch is E { #expect(a.items.count == 1) } catch { Issue.record("\\(error)") }
          XCTAssertEqual(sut.items.count, 2); await Task.yield(); let a = #/b/#; usleep(1)
        }
        func check<T>(_ a: T) where T: Equatable { #expect(a == a, "\\n") } // conventions:ignore yielding - a
      }
      extension B { class SpyLoader { init?(a: Int = 1) { } } } /* a /* b */ */ struct LoaderStub { var a = "\"\"
        a
        \"\"\" }
      """
    for end in source.indices { _ = ConventionChecker().findings(in: String(source[..<end]), path: "A.swift") }
    let rules = Set(ConventionChecker().findings(in: source, path: "A.swift").map(\.rule))
    #expect(rules.isSuperset(of: [.sleeping, .yielding, .doCatch, .countOnly, .sourceLocation, .privateHelpers]))
  }

  @Test("When interpolations are nested then what stands in them is seen")
  func whenInterpolationsAreNested_thenContentsAreSeen() {
    let (before, after) = (String(repeating: "\"\\(", count: 20), String(repeating: ")\"", count: 20))
    let findings = ConventionChecker().findings(in: "\(before)Task.yield()\(after)\nsleep(1)", path: "A.swift")
    #expect(findings.map(\.rule) == [.yielding, .sleeping])
  }

  @Test("When a finding is for GitHub then what has a meaning there is written otherwise")
  func whenFindingIsForGitHub_thenSignsAreEscaped() {
    let findings = ConventionChecker().findings(in: "sleep(1)", path: "A\r\n:,%é.swift")
    let files = findings.map { $0.report(as: .github).prefix { $0 != "," } }
    #expect(files == ["::warning file=A%0D%0A%3A%2C%25é.swift"])
  }

  @Test("When a rule names a page then the guide has it", arguments: Rule.allCases)
  func whenRuleNamesPage_thenGuideHasIt(rule: Rule) throws {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let guide = package.appendingPathComponent("Sources/TestingSupport/TestingSupport.docc")
    let pages = try FileManager.default.contentsOfDirectory(at: guide, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "md" }
    let titles = try pages.map { try String(contentsOf: $0, encoding: .utf8).prefix { $0 != "\n" } }
    #expect(titles.map { $0.filter { $0 != "`" } }.contains("# \(rule.page)"))
  }
}
