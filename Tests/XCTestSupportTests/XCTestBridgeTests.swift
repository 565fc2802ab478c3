// conventions:ignore-file count-only - that so many were recorded is what is asked

import DeterministicScheduling
import StreamExpectations
import TestAssertions
import TestDoubles
import Testing
import TestingSupportCore
import XCTest
import XCTestSupport

/// The functions of the package, called in a test of XCTest.
final class XCTestBridgeTests: XCTestCase {
  // MARK: Values

  func test_whenValuesAreEqual_thenNothingFails() {
    let observed = ObservedTestCase.run { _ in expectNoDifference([1, 2], [1, 2]) }

    XCTAssertEqual(observed.failures, [])
  }

  func test_whenValuesDiffer_thenDifferenceIsReportedAtCallersLine() {
    let line = #line + 2
    let observed = ObservedTestCase.run { _ in
      expectNoDifference(Point(x: 1, y: 2), Point(x: 1, y: 3), "The point has moved")
    }

    let text = """
      The point has moved
      1 difference (- expected, + actual):
      y:
        - 3
        + 2
      """
    XCTAssertEqual(observed.failures, [.init(text: text, line: line)])
  }

  func test_whenHelperPassesSourceLocationOn_thenFailureIsAtItsCaller() {
    func expectOrigin(_ point: Point, sourceLocation: SourceLocation = #_sourceLocation) {
      expectNoDifference(point, Point(x: 0, y: 0), sourceLocation: sourceLocation)
    }
    let line = #line + 1
    let observed = ObservedTestCase.run { _ in expectOrigin(Point(x: 0, y: 1)) }

    XCTAssertEqual(observed.failures.map(\.line), [line])
  }

  // MARK: Several failures

  func test_whenSeveralFunctionsFail_thenEachIsAFailure() {
    let line = #line + 2
    let observed = ObservedTestCase.run { _ in
      expectNoDifference(1, 2)
      expectDifference(1, after: {}, changes: { $0 = 2 })
    }

    XCTAssertEqual(observed.failures.map(\.line), [line, line + 1])
  }

  func test_whenThreadsFailAtOnce_thenNoFailureIsLost() {
    let observed = ObservedTestCase.run { _ in
      DispatchQueue.concurrentPerform(iterations: 100) { expectNoDifference($0, -1) }
    }

    XCTAssertEqual(observed.failures.count, 100)
  }

  func test_whenTestCaseRunsAnother_thenEachGetsItsOwnFailures() {
    var inner: ObservedTestCase?
    let outer = ObservedTestCase.run { _ in
      expectNoDifference("before", "outer")
      inner = ObservedTestCase.run { _ in expectNoDifference("within", "inner") }
      expectNoDifference("after", "outer")
    }

    XCTAssertEqual(outer.failures.count, 2)
    XCTAssertEqual(inner?.failures.count, 1)
  }

  // MARK: Known issues

  func test_whenIssueIsKnown_thenNothingFails() {
    let observed = ObservedTestCase.run { _ in
      withKnownIssue { expectNoDifference(1, 2) }
      withKnownIssue(isIntermittent: true) { expectNoDifference(1, 1) }
    }

    XCTAssertEqual(observed.failures, [])
  }

  func test_whenIssueIsCaptured_thenNothingFails() {
    let issues = LockIsolated<[Issue]>([])
    let observed = ObservedTestCase.runAsync { _ in
      issues.setValue(await recordedIssues { expectNoDifference(1, 2) })
    }

    XCTAssertEqual(observed.failures, [])
    XCTAssertEqual(issues.value.count, 1)
  }

  // MARK: Tasks and time

  func test_whenTaskOfTestFails_thenFailureIsAtItsLine() {
    let line = #line + 2
    let observed = ObservedTestCase.runAsync { _ in
      await Task.detached { expectNoDifference(1, 2) }.value
    }

    XCTAssertEqual(observed.failures.map(\.line), [line])
  }

  func test_whenCodeOnScheduleFails_thenFailureIsAtItsLine() {
    let line = #line + 3
    let observed = ObservedTestCase.runAsync { _ in
      try await withDeterministicScheduling {
        expectNoDifference(1, 2)
      }
    }

    XCTAssertEqual(observed.failures.map(\.line), [line])
  }

  func test_whenCodeOnScheduleNeverEnds_thenFailureIsAtItsStart() throws {
    try skipUnlessExact()
    let line = #line + 2
    let observed = ObservedTestCase.runAsync { _ in
      try await withDeterministicScheduling(outside: .milliseconds(50)) {
        await Gate().wait()
      }
    }

    XCTAssertEqual(observed.failures.map(\.line), [line])
  }

  func test_whenSpyIsNotCalled_thenWaitFailsAtItsLine() {
    let line = #line + 5
    let observed = ObservedTestCase.runAsync { _ in
      try await WaitLimit.withValue(.milliseconds(20)) {
        try await withDeterministicScheduling {
          let spy = FunctionSpy<Int, Int, Never>(.success(1))
          await spy.waitForCalls(1)
        }
      }
    }

    XCTAssertEqual(observed.failures.map(\.line), [line])
  }

  // MARK: Streams

  func test_whenStreamDeliversTooFew_thenFailureHasWholeText() {
    let line = #line + 3
    let observed = ObservedTestCase.runAsync { _ in
      let (stream, _) = makeStream([1])
      await expect(stream, delivers: [1, 2])
    }

    XCTAssertEqual(observed.failures.map(\.line), [line])
    XCTAssertTrue(
      observed.failures.allSatisfy { $0.text.hasPrefix("The stream delivered 1 of 2") },
      "\(observed.failures)"
    )
  }

  func test_whenStreamDeliversOtherElements_thenTestFailsOnce() {
    let observed = ObservedTestCase.runAsync { _ in
      await expect(makeStream([1, 3]).stream, delivers: [1, 2])
    }

    XCTAssertEqual(observed.failures.count, 1)
  }

  func test_whenStreamDelivers_thenNothingFails() {
    let observed = ObservedTestCase.runAsync { _ in
      await expect(makeStream([1, 2]).stream, delivers: [1, 2], then: .finish)
    }

    XCTAssertEqual(observed.failures, [])
  }

  func test_whenProbeHasNoElement_thenTestFailsAtItsLineAndEnds() {
    let line = #line + 3
    let observed = ObservedTestCase.runAsync { _ in
      try await withProbe(of: makeStream([Int]()).stream) { probe in
        _ = try await probe.next()
      }
    }

    XCTAssertEqual(observed.failures.first?.line, line)
    XCTAssertEqual(observed.failures.last?.text.hasPrefix("threw A required value is missing: "), true)
    XCTAssertEqual(observed.failures.count, 2)
  }

  func test_whenRequiredValueNeverComes_thenTestFailsAtItsLineAndEnds() {
    let line = #line + 4
    let observed = ObservedTestCase.runAsync { _ in
      try await WaitLimit.withValue(.milliseconds(20)) {
        try await withDeterministicScheduling {
          _ = try await requireEventually { nil as Int? }
        }
      }
    }

    XCTAssertEqual(observed.failures.map(\.line), [line, 0])
  }

  // MARK: Issues of others

  func test_whenIssueIsNotOfPackage_thenXCTestIgnoresIt() {
    let observed = ObservedTestCase.run { _ in Issue.record("Not so") }

    XCTAssertEqual(observed.failures, [])
  }
}

/// The same functions in a test of Swift Testing, in a target that links the bridge.
@Suite("The bridge to XCTest")
struct SwiftTestingTests {
  @Test("When a test of Swift Testing runs then its issues stay there")
  func whenTestOfSwiftTestingRuns_thenIssuesStayThere() async {
    var line = 0
    let issues = await recordedIssues {
      line = #line + 1
      expectNoDifference(1, 2)
      failOnIssues { _ = Issue.record("Not so") }
    }

    #expect(issues.map(\.sourceLocation?.line) == [line, line + 1])
  }
}

// MARK: - Factories

private struct Point: Equatable {
  var x: Int
  var y: Int
}

private func makeStream<Element: Sendable>(
  _ elements: [Element]
) -> (stream: AsyncStream<Element>, continuation: AsyncStream<Element>.Continuation) {
  let (stream, continuation) = AsyncStream<Element>.makeStream()
  for element in elements { continuation.yield(element) }
  continuation.finish()
  return (stream, continuation)
}
