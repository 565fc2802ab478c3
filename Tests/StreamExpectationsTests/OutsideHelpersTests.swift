import Dispatch
import TestAssertions
import TestClocks
import TestDoubles
import Testing
import TestingSupportCore

@testable import DeterministicScheduling
@testable import StreamExpectations

@Suite("Helpers in a test that says that it waits for the outside", .exactOnly)
struct OutsideHelpersTests {
  @Suite("By its trait", .deterministic(outside: .seconds(30)))
  struct ByTrait {
    @Test("When a dispatch queue brings what they wait for then all helpers wait", arguments: Helper.allCases)
    func whenQueueAnswers_thenHelperWaits(helper: Helper) async throws { try await helper.waitForOutside() }

    @Test("When the test runs on the main actor then all helpers wait", arguments: Helper.allCases)
    @MainActor func whenTestIsOnMainActor_thenHelperWaits(helper: Helper) async throws {
      try await helper.waitForOutside()
    }
  }

  @Suite("By a wait limit", .waitLimit(.seconds(30)), .deterministic)
  struct ByWaitLimit {
    @Test("When a dispatch queue brings what they wait for then all helpers wait", arguments: Helper.allCases)
    func whenQueueAnswers_thenHelperWaits(helper: Helper) async throws { try await helper.waitForOutside() }
  }

  @Test("When silence is expected then nobody waits for the outside", .deterministic(outside: .seconds(3600)))
  func whenSilenceIsExpected_thenNobodyWaits() async {
    let source = StreamSource<Int>()
    await expectNothing(from: source.makeStream())
    await withProbe(of: source.makeStream()) { await $0.expectSilence() }
    await expect(source.makeStream(), delivers: [1], then: .silence) { source.send(1) }
  }

  @Test("When the outside does not answer then the failure says how long it was given")
  func whenOutsideDoesNotAnswer_thenFailureSaysHowLong() async throws {
    let issues = await capturingIssues {
      try await withDeterministicScheduling(outside: .milliseconds(20)) {
        let source = StreamSource<Int>()
        await expect(source.makeStream(), delivers: [1])
        await withProbe(of: source.makeStream()) { await $0.expectNext(1) }
        let spy = FunctionSpy<Int, Void, Never>(.success(()))
        await spy.waitForCalls(1)
      }
    }
    #expect(issues.count == 3)
    let texts = issues.map { $0.comments.first?.rawValue ?? "" }
    #expect(texts.allSatisfy { $0.contains("nothing outside the test resumed one within 20 milliseconds") })
  }

  /// A helper that waits.
  enum Helper: CaseIterable {
    case spy, probe, expectation, condition, gate, subscribers, sleepers

    func waitForOutside(isolation: isolated (any Actor)? = #isolation) async throws {
      switch self {
      case .spy:
        let spy = FunctionSpy<Int, Void, Never>(.success(()))
        later { spy.call(1) }
        await spy.waitForCalls(1)
      case .probe:
        let source = StreamSource<Int>()
        await withProbe(of: source.makeStream()) { probe in
          later { source.send(1) }
          await probe.expectNext(1)
          later { source.finish() }
          await probe.expectFinish()
        }
      case .expectation:
        let source = StreamSource<Int>()
        await expect(source.makeStream(), delivers: [1, 2], then: .finish) {
          later {
            source.send(1)
            source.send(2)
            later { source.finish() }
          }
        }
      case .condition:
        let value = Locked(0)
        later { value.withLock { $0 = 1 } }
        await expectEventually { value.withLock { $0 } == 1 }
      case .gate:
        let gate = Gate()
        later { Task { await gate.wait() } }
        await gate.waitUntilReached()
        gate.open()
      case .subscribers:
        let source = StreamSource<Int>()
        let stream = Locked<AsyncStream<Int>?>(nil)
        later { stream.withLock { $0 = source.makeStream() } }
        await source.waitForSubscribers()
      case .sleepers:
        let clock = TestClock()
        later { Task { try await clock.sleep(for: .seconds(1)) } }
        await clock.waitForSleepers()
        clock.cancelSleepers()
      }
    }
  }
}

private func later(_ action: @escaping @Sendable () -> Void) {
  DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(10), execute: action)
}
