import TestAssertions
import TestDoubles
import Testing
import XCTest
import XCTestSupport

final class FailOnIssuesTests: XCTestCase {
  // MARK: Issues

  func test_whenCodeRecordsIssue_thenItIsFailureAtItsLine() {
    let line = #line + 3
    func method() {
      failOnIssues {
        Issue.record("Not so")
      }
    }
    let observed = ObservedTestCase.run { _ in method() }

    XCTAssertEqual(observed.failures, [.init(text: "Not so", line: line)])
  }

  func test_whenAsyncCodeRecordsIssue_thenItIsFailureAtItsLine() {
    let answer = LockIsolated(0)
    let line = #line + 4
    let observed = ObservedTestCase.runAsync { _ in
      let spy = FunctionSpy<Int, Int, Never>(sequence: [.success(1)])
      let result = await failOnIssues {
        Issue.record("Not so")
        return await spy.callAsync(1)
      }
      answer.setValue(result)
    }

    XCTAssertEqual(answer.value, 1)
    XCTAssertEqual(observed.failures, [.init(text: "Not so", line: line)])
  }

  func test_whenFunctionOfPackageFailsInside_thenItFailsOnce() {
    let line = #line + 3
    func method() {
      failOnIssues {
        expectNoDifference(1, 2)
      }
    }
    let observed = ObservedTestCase.run { _ in method() }

    XCTAssertEqual(observed.failures.map(\.line), [line])
  }

  func test_whenExpectationFails_thenItsTextIsReported() {
    let number = 1
    let line = #line + 3
    func method() {
      failOnIssues {
        #expect(number == 2, "The number is two")
      }
    }
    let observed = ObservedTestCase.run { _ in method() }

    XCTAssertEqual(observed.failures.map(\.line), [line])
    XCTAssertTrue(observed.failures.allSatisfy { $0.text.hasPrefix("Expectation failed: ") }, "\(observed.failures)")
    XCTAssertTrue(observed.failures.allSatisfy { $0.text.hasSuffix("\nThe number is two") }, "\(observed.failures)")
  }

  func test_whenIssueIsNoFailure_thenNothingFails() {
    func method() {
      failOnIssues {
        withKnownIssue { Issue.record("It is known") }
        #if compiler(>=6.3)
          Issue.record("It is a warning", severity: .warning)
        #endif
      }
    }
    let observed = ObservedTestCase.run { _ in method() }

    XCTAssertEqual(observed.failures, [])
  }

  // MARK: Errors

  func test_whenAsyncCodeThrows_thenErrorIsThrownAfterIssues() {
    let observed = ObservedTestCase.runAsync { _ in
      try await failOnIssues { () async throws(Refusal) in
        Issue.record("First")
        throw Refusal()
      }
    }

    XCTAssertEqual(observed.failures.map(\.text), ["First", "threw Refusal()"])
  }

  func test_whenCodeThrows_thenErrorIsThrown() {
    func method() throws {
      try failOnIssues { throw Refusal() }
    }
    let observed = ObservedTestCase.run { _ in try method() }

    XCTAssertEqual(observed.failures.map(\.text), ["threw Refusal()"])
  }
}

// MARK: - Factories

private struct Refusal: Error {}
