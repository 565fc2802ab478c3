import Testing
import TestingSupportCore
import XCTest

final class XCTestCaptureTests: XCTestCase {
  func test_whenBodyRecordsIssueInXCTest_thenItIsCaptured() async {
    let issues = await capturingIssues { recordIssue("in XCTest", sourceLocation: #_sourceLocation) }
    XCTAssertEqual(issues.map(\.comments), [["in XCTest"]])
  }

  func test_whenXCTestRuns_thenThereIsNoIdentity() {
    XCTAssertNil(TestIdentity.current)
  }
}
