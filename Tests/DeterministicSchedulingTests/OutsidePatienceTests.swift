import DeterministicScheduling
import Dispatch
import TestAssertions
import Testing
import TestingSupportCore

@Suite("Helpers of a test that waits for the outside", .exactOnly)
struct OutsidePatienceTests {
  @Suite("The outside answers")
  struct OutsideAnswers {
    @Test("When a dispatch queue brings an event then the wait ends with it", .deterministic(outside: .seconds(30)))
    func whenQueueBringsEvent_thenWaitEnds() async {
      let event = Waiter()
      later { event.signal() }
      #expect(await event.wait() == .signaled)
    }

    @Test(
      "When a dispatch queue changes a value then the condition becomes true",
      .deterministic(seed: 3, outside: .seconds(30))
    )
    func whenQueueChangesValue_thenConditionBecomesTrue() async throws {
      let value = Locked(0)
      later { value.withLock { $0 = 1 } }
      await expectEventually { value.withLock { $0 } == 1 }
      later { value.withLock { $0 = 2 } }
      await expectEventually(equals: 2) { value.withLock { $0 } }
      later { value.withLock { $0 = 3 } }
      let three = try await requireEventually { value.withLock { $0 == 3 ? $0 : nil } }
      #expect(three == 3)
    }

    @Test("When the answer takes several rests then each is waited for", .deterministic(outside: .seconds(30)))
    func whenAnswerTakesSeveralRests_thenEachIsWaitedFor() async {
      let event = Waiter()
      Task {
        for _ in 0..<5 { await answer() }
        try await Task.sleep(for: .seconds(60))  // sleep-is-the-subject
        event.signal()
      }
      #expect(await event.wait() == .signaled)
    }

    @Test("When a test has a wait limit then that says that it waits for the outside", .deterministic)
    func whenTestHasWaitLimit_thenItWaitsForOutside() async {
      let event = Waiter()
      later { event.signal() }
      await withWaitLimit(.seconds(30)) { #expect(await event.wait() == .signaled) }
    }

    @Test("When orders are explored then helpers wait too", .interleavings(5, outside: .seconds(30)))
    func whenOrdersAreExplored_thenHelpersWait() async {
      let event = Waiter()
      later { event.signal() }
      #expect(await event.wait() == .signaled)
    }
  }

  @Suite("The outside does not answer")
  struct OutsideDoesNotAnswer {
    @Test("When nothing comes then each helper fails after the limit, and says so")
    func whenNothingComes_thenHelpersFail() async throws {
      let outcomes = try await withDeterministicScheduling(outside: .milliseconds(20)) {
        async let first = Waiter().wait()
        async let second = Waiter().wait()
        return await [first, second]
      }
      #expect(outcomes == Array(repeating: .outsideLimit(.milliseconds(20), beside: ""), count: 2))
      #expect(
        "\(outcomes[0])" == """
          No task in this test can make progress, and nothing outside the test resumed one within 20 milliseconds.
          Pass a longer `outside:` limit if the event takes longer.
          """
      )
    }

    @Test("When a wait limit is set inside then it is the one that counts")
    func whenWaitLimitIsSetInside_thenItCounts() async throws {
      let outcome = try await withDeterministicScheduling(outside: .seconds(3600)) {
        await withWaitLimit(.milliseconds(10)) { await Waiter().wait() }
      }
      #expect(outcome == .outsideLimit(.milliseconds(10), beside: ""))
    }

    @Test("When the test says nothing of the outside then the answer comes at once", .deterministic)
    func whenTestSaysNothing_thenAnswerComesAtOnce() async {
      #expect(await Waiter().wait() == .stalled(beside: ""))
    }

    @Test("When the time for the outside is zero then the answer comes at once", .deterministic(outside: .zero))
    func whenTimeIsZero_thenAnswerComesAtOnce() async {
      #expect(await Waiter().wait() == .stalled(beside: ""))
    }

    @Test("When a condition stays false then it fails after the limit")
    func whenConditionStaysFalse_thenItFails() async throws {
      let issues = await capturingIssues {
        try await withDeterministicScheduling(outside: .milliseconds(20)) { await expectEventually { false } }
      }
      #expect(issues.count == 1)
      #expect(issues.first?.comments.first?.rawValue.contains("20 milliseconds") == true)
    }

    @Test("When a waiting task is cancelled then the wait ends", .deterministic(outside: .seconds(3600)))
    func whenTaskIsCancelled_thenWaitEnds() async {
      let task = Task { await Waiter().wait() }
      await settle()
      task.cancel()
      #expect(await task.value == .cancelled)
    }

    @Test("When a poller never ends then the wait does")
    func whenPollerNeverEnds_thenWaitDoes() async throws {
      let outcome = try await withDeterministicScheduling(outside: .milliseconds(20)) {
        let poller = Task {
          while !Task.isCancelled { try? await Task.sleep(for: .seconds(1)) }  // sleep-is-the-subject
        }
        defer { poller.cancel() }
        return await withWaitLimit(.milliseconds(20)) { await Waiter().wait() }
      }
      guard case .neverIdle = outcome else {
        Issue.record("\(outcome)")
        return
      }
    }
  }
}

/// Resumes its caller from a dispatch queue.
private func answer() async {
  await withCheckedContinuation { continuation in later { continuation.resume() } }
}

private func later(_ action: @escaping @Sendable () -> Void) {
  DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(20), execute: action)
}
