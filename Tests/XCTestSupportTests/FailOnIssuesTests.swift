import TestAssertions
import TestDoubles
import Testing
import XCTest
import XCTestSupport

final class FailOnIssuesTests: XCTestCase {
  // MARK: Issues

  func test_whenHelperRecordsIssue_thenItIsFailureAtItsLine() async {
    let observed = ObservedTestCase.make()
    let spy = FunctionSpy<Int, Int, Never>(sequence: [.success(1)])
    let line = #line + 2
    let answer = await observed.failOnIssues {
      expectDifference(1, after: {}, changes: { $0 = 2 })
      return await spy.callAsync(1)
    }

    XCTAssertEqual(answer, 1)
    XCTAssertEqual(observed.failures.map(\.line), [line])
    XCTAssertEqual(observed.failures.map(\.file), [#filePath])
  }

  func test_whenTestDoesNotWait_thenIssuesAreFailuresToo() {
    let observed = ObservedTestCase.make()
    let line = #line + 2
    observed.failOnIssues {
      Issue.record("Not so")
    }

    XCTAssertEqual(observed.failures, [.init(text: "Not so", line: line)])
  }

  func test_whenExpectationFails_thenItsTextIsTold() async {
    let observed = ObservedTestCase.make()
    let number = 1
    let line = #line + 2
    observed.failOnIssues {
      #expect(number == 2, "The number is two")
    }

    XCTAssertEqual(observed.failures.map(\.line), [line])
    XCTAssertTrue(observed.failures.allSatisfy { $0.text.hasPrefix("Expectation failed: ") }, "\(observed.failures)")
    XCTAssertTrue(observed.failures.allSatisfy { $0.text.hasSuffix("\nThe number is two") }, "\(observed.failures)")
  }

  func test_whenIssueIsNoFailure_thenNothingFails() async {
    let observed = ObservedTestCase.make()
    observed.failOnIssues {
      withKnownIssue { Issue.record("It is known") }
      #if compiler(>=6.3)
        Issue.record("It is a warning", severity: .warning)
      #endif
    }

    XCTAssertEqual(observed.failures, [])
  }

  // MARK: Errors

  func test_whenCodeThrows_thenErrorIsThrownOnAfterIssues() async {
    let observed = ObservedTestCase.make()
    do throws(Refusal) {
      try await observed.failOnIssues { () async throws(Refusal) in
        Issue.record("First")
        throw Refusal()
      }
      XCTFail("The error was not thrown on")
    } catch {}  // conventions:ignore do-catch - XCTest has nothing for errors of asynchronous code

    XCTAssertEqual(observed.failures.map(\.text), ["First"])
  }

  func test_whenCodeThatDoesNotWaitThrows_thenErrorIsThrownOn() {
    let observed = ObservedTestCase.make()

    XCTAssertThrowsError(try observed.failOnIssues { throw Refusal() })

    XCTAssertEqual(observed.failures, [])
  }

  // MARK: Differences

  func test_whenValuesAreEqual_thenNothingFails() {
    let observed = ObservedTestCase.make()
    observed.expectNoDifference([1, 2], [1, 2])

    XCTAssertEqual(observed.failures, [])
  }

  func test_whenValuesDiffer_thenDifferenceIsToldAtCallersLine() {
    let observed = ObservedTestCase.make()
    let line = #line + 1
    observed.expectNoDifference(Point(x: 1, y: 2), Point(x: 1, y: 3), "The point has moved")

    let text = """
      The point has moved
      1 difference (- expected, + actual):
      y:
        - 3
        + 2
      """
    XCTAssertEqual(observed.failures, [.init(text: text, line: line)])
  }

  func test_whenPlaceIsNotPath_thenFailureIsThereAllTheSame() {
    let observed = ObservedTestCase.make()
    observed.expectNoDifference(1, 2, file: "Alone.swift", line: 0)

    XCTAssertEqual(observed.failures.map(\.file), ["Alone.swift"])
  }

  // MARK: Deterministic scheduling

  func test_whenCodeSleepsOnSchedule_thenNoTimePasses() async throws {
    try skipUnlessExact()
    let start = ContinuousClock.now
    let answer = try await withDeterministicScheduling(seed: 1) {
      try await Task.sleep(for: .seconds(3600))  // sleep-is-the-subject
      return 1
    }

    XCTAssertEqual(answer, 1)
    XCTAssertLessThan(start.duration(to: .now), .seconds(60))
  }

  func test_whenCodeOnScheduleRecordsIssue_thenItIsFailureAtItsLine() async throws {
    let observed = ObservedTestCase.make()
    let line = #line + 2
    try await observed.withDeterministicScheduling {
      Issue.record("Not so")
    }

    XCTAssertEqual(observed.failures, [.init(text: "Not so", line: line)])
  }

  func test_whenCodeOnScheduleNeverEnds_thenFailureIsAtItsStart() async throws {
    try skipUnlessExact()
    let observed = ObservedTestCase.make()
    let line = #line + 1
    try await observed.withDeterministicScheduling(outside: .milliseconds(50)) {
      try? await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
      await Gate().wait()
    }

    XCTAssertEqual(observed.failures.map(\.line), [line])
    XCTAssertEqual(observed.failures.map(\.file), [#filePath])
    let advice = "give it more time: withDeterministicScheduling(outside: .seconds(30))."
    XCTAssertTrue(observed.failures.allSatisfy { $0.text.hasSuffix(advice) }, "\(observed.failures)")
  }

  func test_whenCodeOnScheduleThrows_thenErrorIsThrownOn() async {
    let observed = ObservedTestCase.make()
    do {
      try await observed.withDeterministicScheduling { throw Refusal() }
      XCTFail("The error was not thrown on")
    } catch {  // conventions:ignore do-catch - XCTest has nothing for errors of asynchronous code
      XCTAssertTrue(error is Refusal)
    }

    XCTAssertEqual(observed.failures, [])
  }
}

/// The helpers of a test case, called in a test of the other library.
@Suite("Test cases inside of Swift Testing")
struct SwiftTestingTests {
  @Test("When a test of Swift Testing calls a test case's helper then the issue stays there")
  func whenTestOfSwiftTestingCallsHelper_thenIssueStaysThere() async {
    let observed = ObservedTestCase.make()
    var line = 0
    let issues = await recordedIssues {
      line = #line + 1
      observed.expectNoDifference(1, 2)
      observed.failOnIssues { _ = Issue.record("Not so") }
    }

    #expect(issues.map(\.sourceLocation?.line) == [line, line + 1])
    #expect(observed.failures == [])
  }
}

// MARK: - Factories

private struct Point: Equatable {
  var x: Int
  var y: Int
}

private struct Refusal: Error {}
