import Testing
import TestingSupportCore
import XCTest

final class XCTestCaptureTests: XCTestCase {
  func test_whenBodyRecordsIssueInXCTest_thenItIsCaptured() async {
    let issues = await capturingIssues { recordIssue("in XCTest", sourceLocation: #_sourceLocation) }
    XCTAssertEqual(issues.map(\.comments), [["in XCTest"]])
  }

  func test_whenIssueIsDroppedInXCTest_thenHandlerHasSeenItAndErrorIsThrown() async {
    let seen = Locked<[Issue]>([])
    do {
      try await withIssueHandling { issue in
        seen.withLock { $0.append(issue) }
        return nil
      } _: {
        recordIssue("dropped", sourceLocation: #_sourceLocation)
        throw CancellationError()
      }
      XCTFail("The error was not passed on.")
    } catch {  // conventions:ignore do-catch - XCTest has nothing for errors of asynchronous code
      XCTAssert(error is CancellationError)
    }
    XCTAssertEqual(seen.withLock { $0.map(\.comments) }, [["dropped"]])
  }

  func test_whenNobodyTakesIssue_thenStandardErrorTellsOncePerPlace() throws {
    let lines = Locked<[String]>([])
    let place = SourceLocation(fileID: "Module/Tests.swift", filePath: "/Tests.swift", line: 3, column: 5)
    UnattributedIssues.$current.withValue(UnattributedIssues { line in lines.withLock { $0.append(line) } }) {
      for _ in 1...2 { recordIssue("Expected 1 call,\nbut none was made", sourceLocation: place) }
      recordIssue("text", comment: "comment", sourceLocation: #_sourceLocation)
    }

    let told = lines.withLock { $0 }
    XCTAssertEqual(
      told.first,
      """
      ◇ Tests.swift:3:5: an issue was recorded outside any Swift Testing test
      Expected 1 call,
      but none was made
      Swift Testing reports it if it comes from a detached task. XCTest does not fail for it.
      Link `XCTestSupport` to the test target to make an XCTest fail.
      """
    )
    XCTAssertEqual(told.count, 2)
    XCTAssertEqual(told.last?.contains("\ncomment\ntext\n"), true)
  }

  func test_whenXCTestIsToldOfIssue_thenStandardErrorIsNot() {
    let (lines, failures) = (Locked<[String]>([]), Locked<[String]>([]))
    let listener = UnattributedIssues { line in lines.withLock { $0.append(line) } }
    listener.install { text, location in
      failures.withLock { $0.append(text) }
      return location.line > 1
    }
    UnattributedIssues.$current.withValue(listener) {
      for line in 1...2 {
        let location = SourceLocation(fileID: "Module/Tests.swift", filePath: "/Tests.swift", line: line, column: 5)
        recordIssue("in line \(line)", sourceLocation: location)
      }
    }

    XCTAssertEqual(failures.withLock { $0 }, ["in line 1", "in line 2"])
    XCTAssertEqual(
      lines.withLock { $0 },
      [
        """
        ◇ Tests.swift:1:5: an issue was recorded outside any test
        in line 1
        Swift Testing reports it if it comes from a detached task.
        """
      ]
    )
  }

  func test_whenIssueIsKnown_thenItIsReportedNowhere() {
    let lines = Locked<[String]>([])
    let listener = UnattributedIssues { line in lines.withLock { $0.append(line) } }
    UnattributedIssues.$current.withValue(listener) {
      withKnownIssue { _ = recordIssue("known", sourceLocation: #_sourceLocation) }
    }

    XCTAssertEqual(lines.withLock { $0 }, [])
  }

  func test_whenTestingLibraryFailsXCTestItself_thenItIsLeftToIt() {
    #if compiler(>=6.4)
      let modes = ["complete", "strict"]
    #else
      let modes: [String?] = []
    #endif
    for mode in ["none", "limited", "complete", "strict", nil] {
      XCTAssertEqual(TestFrameworkInteroperability.isComplete(mode), modes.contains(mode), "\(mode ?? "none set")")
    }
  }

  func test_whenRequirementFails_thenItIsRecordedAndThrown() async {
    let issues = await capturingIssues { try failRequirement("No value", sourceLocation: #_sourceLocation) }

    XCTAssertEqual(issues.first?.comments, ["No value"])
    XCTAssertEqual(issues.count, 2)
  }

  func test_whenIssueIsTaken_thenStandardErrorTellsNothing() async {
    let lines = Locked<[String]>([])
    let listener = UnattributedIssues { line in lines.withLock { $0.append(line) } }
    let issues = await UnattributedIssues.$current.withValue(listener) {
      await capturingIssues { recordIssue("asynchronous", sourceLocation: #_sourceLocation) }
        + capturingIssuesSynchronously { _ = recordIssue("synchronous", sourceLocation: #_sourceLocation) }
    }

    XCTAssertEqual(issues.map(\.comments), [["asynchronous"], ["synchronous"]])
    XCTAssertEqual(lines.withLock { $0 }, [])
  }

  func test_whenXCTestRuns_thenThereIsNoIdentity() {
    XCTAssertNil(TestIdentity.current)
  }
}
