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

  func test_whenXCTestRuns_thenThereIsNoIdentity() {
    XCTAssertNil(TestIdentity.current)
  }
}
