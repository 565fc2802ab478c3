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
    UnheardIssues.$current.withValue(UnheardIssues { line in lines.withLock { $0.append(line) } }) {
      for _ in 1...2 { recordIssue("Expected 1 call,\nbut none was made", sourceLocation: place) }
      recordIssue("text", comment: "comment", sourceLocation: #_sourceLocation)
    }

    let told = lines.withLock { $0 }
    XCTAssertEqual(
      told.first,
      """
      ◇ Tests.swift:3:5: an issue was recorded outside of any test of Swift Testing. An XCTest does not fail for it: put \
      failOnIssues { } of XCTestSupport around the code. (That of a detached task is told by Swift Testing.) \
      The issue: Expected 1 call,\\nbut none was made
      """
    )
    XCTAssertEqual(told.count, 2)
    XCTAssertEqual(told.last?.hasSuffix("The issue: comment\\ntext"), true)
  }

  func test_whenIssueIsTaken_thenStandardErrorTellsNothing() async {
    let lines = Locked<[String]>([])
    let listener = UnheardIssues { line in lines.withLock { $0.append(line) } }
    let issues = await UnheardIssues.$current.withValue(listener) {
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
