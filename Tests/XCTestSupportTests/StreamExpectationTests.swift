// Imported beside it, to see that they get along: a test case's own methods go first.
import StreamExpectations
import TestAssertions
import TestDoubles
import Testing
import XCTest
import XCTestSupport

final class StreamExpectationTests: XCTestCase {
  // MARK: Streams that do as expected

  func test_whenStreamsDeliverWhatIsExpected_thenNothingFails() async throws {
    let observed = ObservedTestCase.make()
    let source = StreamSource<Int>(replaysLatest: true)
    source.send(1)

    await observed.expect(source.makeStream(), delivers: [1])
    await observed.expect(source.makeStream(), deliversInAnyOrder: [1])
    await observed.expect(allOf: [source.makeStream(), source.makeStream()], deliver: [1])
    await observed.expect(source.makeStream(), delivers: [1, 2]) { source.send(2) }
    await observed.expect(source.makeStream(), deliversInAnyOrder: [3, 2]) { source.send(3) }
    await observed.expect(allOf: [source.makeStream()], deliver: [3, 4]) { source.send(4) }
    await observed.withProbe(of: source.makeStream()) { await $0.expectNext(4) }
    await observed.withProbe(for: Int.self) { probe in
      probe.send(5)
      await probe.expectNext(5)
    }
    let silent = StreamSource<Int>()
    await observed.expectNothing(from: silent.makeStream())
    await observed.expectNothing(from: silent.makeStream()) { source.send(6) }

    XCTAssertEqual(observed.failures, [])
  }

  @MainActor
  func test_whenTestIsOnMainActor_thenStreamIsReadThere() async {
    let source = StreamSource<Int>()

    await expect(source.makeStream(), delivers: [1], then: .finish) {
      MainActor.assertIsolated()
      source.send(1)
      source.finish()
    }
  }

  // MARK: Streams that do not

  func test_whenElementIsMissing_thenFailureShowsBothSides() async {
    let observed = ObservedTestCase.make()
    let line = #line + 1
    await observed.expect(finishedStream([1]), delivers: [1, 2], then: .finish)

    let text = """
      The stream finished after 1 of 2 elements
      expected  --(1)--(2)--|
      received  --(1)--|
      difference:
      [1] is missing:
        - 2
      """
    XCTAssertEqual(observed.failures, [.init(text: text, line: line)])
  }

  func test_whenStreamsAreNotAsExpected_thenEachFailsAtItsOwnLine() async {
    let observed = ObservedTestCase.make()
    let line = #line + 1
    await observed.expect(finishedStream([2]), delivers: [1])
    await observed.expect(finishedStream([2]), delivers: [1]) {}
    await observed.expect(finishedStream([2]), deliversInAnyOrder: [1])
    await observed.expect(finishedStream([2]), deliversInAnyOrder: [1]) {}
    await observed.expect(allOf: [finishedStream([2])], deliver: [1])
    await observed.expect(allOf: [finishedStream([2])], deliver: [1]) {}
    await observed.expectNothing(from: finishedStream([2]), within: .seconds(10))
    await observed.expectNothing(from: finishedStream([2]), within: .seconds(10)) {}
    await observed.withProbe(for: Int.self) { $0.send(1) }

    let lines = observed.failures.map(\.line)
    XCTAssertEqual(lines, Array(line..<(line + 9)))
    XCTAssertEqual(Set(observed.failures.map(\.file)), [#filePath])
    XCTAssertTrue(observed.failures.allSatisfy { !$0.text.isEmpty })
  }

  func test_whenProbeReadsSomethingElse_thenStepFailsAtItsLineAndRestAtProbes() async {
    let observed = ObservedTestCase.make()
    let line = #line + 1
    await observed.withProbe(of: finishedStream([1, 2]), name: "numbers") { numbers in
      // Outside of a schedule a probe sees what is still on its way at the end as a rule only.
      await expectEventually { numbers.events.count == 3 }
      await numbers.expectNext(3)
    }

    XCTAssertEqual(observed.failures.map(\.line), [line + 3, line])
    XCTAssertTrue(observed.failures.allSatisfy { $0.text.contains("numbers") }, "\(observed.failures)")
  }

  func test_whenActionThrows_thenErrorIsThrownOnAndReceivedElementsAreTold() async {
    let observed = ObservedTestCase.make()
    let line = #line + 2
    do throws(Refusal) {
      try await observed.expect(finishedStream([1]), delivers: [1]) { () throws(Refusal) in throw Refusal() }
      XCTFail("The error was not thrown on")
    } catch {}  // conventions:ignore do-catch - XCTest has nothing for errors of asynchronous code

    XCTAssertEqual(observed.failures.map(\.line), [line])
    XCTAssertTrue(
      observed.failures.allSatisfy { $0.text.hasPrefix("The action threw before the stream was checked: Refusal()") },
      "\(observed.failures)"
    )
  }

  func test_whenNothingCanRunAnyMore_thenItFailsAtOnce() async throws {
    try skipUnlessExact()
    let observed = ObservedTestCase.make()
    let start = ContinuousClock.now
    let line = #line + 2
    try await observed.withDeterministicScheduling {
      await observed.expect(StreamSource<Int>().makeStream(), delivers: [1])
    }

    XCTAssertEqual(observed.failures.map(\.line), [line])
    XCTAssertLessThan(start.duration(to: .now), .seconds(9))
  }
}

// MARK: - Factories

private func finishedStream(_ elements: [Int]) -> AsyncStream<Int> {
  AsyncStream { continuation in
    for element in elements { continuation.yield(element) }
    continuation.finish()
  }
}

private struct Refusal: Error {}
