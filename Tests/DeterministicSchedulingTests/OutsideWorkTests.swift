import DeterministicScheduling
import Dispatch
import TestAssertions
import Testing
import TestingSupportCore

@Suite("Work outside a deterministic test")
struct OutsideWorkTests {
  @Suite("While virtual time stands still", .exactOnly)
  struct WhileTimeStandsStill {
    @Test("When a time-out is raced against the outside then the outside wins", arguments: [0, 30])
    func whenTimeoutRacesOutside_thenOutsideWins(delay: Int) async throws {
      try await withDeterministicScheduling {
        let winner = await withOutsideWork { await race(delay: delay) }
        #expect(winner == "outside")
        #expect(VirtualTime.elapsed == .zero)
      }
    }

    @Test("When other tasks sleep meanwhile then they wake afterwards, in their order", .interleavings(5))
    func whenOthersSleep_thenTheyWakeAfterwards() async throws {
      let log = Locked<[String]>([])
      let sleeper = Task {
        try await Task.sleep(for: .seconds(60))  // sleep-is-the-subject
        log.withLock { $0.append("awake") }
      }
      await withOutsideWork { await answer(after: 20) }
      log.withLock { $0.append("answered") }
      #expect(VirtualTime.elapsed == .zero)
      try await sleeper.value
      #expect(log.withLock { $0 } == ["answered", "awake"])
      #expect(VirtualTime.elapsed == .seconds(60))
    }

    @Test("When a task polls meanwhile then no time passes afterwards", .deterministic, arguments: [1, 25_000, 60_000])
    func whenATaskPollsMeanwhile_thenNoTimePassesAfterwards(polls: Int) async {
      let sleeper = Task { try await Task.sleep(for: .seconds(60)) }  // sleep-is-the-subject
      await withOutsideWork {
        // conventions:ignore yielding - what a poll does meanwhile is the subject
        for _ in 0..<polls { await Task.yield() }
      }
      await Task { await Task {}.value }.value
      #expect(VirtualTime.elapsed == .zero)
      sleeper.cancel()
    }

    @Test("When tasks run, settle and sleep for no time meanwhile then they do", .deterministic)
    func whenTasksRunMeanwhile_thenTheyRun() async {
      let log = Locked<[String]>([])
      await withOutsideWork {
        await settle()
        log.withLock { $0.append("settled") }
        try? await Task.sleep(for: .zero)  // sleep-is-the-subject
        log.withLock { $0.append("awake") }
        await answer(after: 1)
      }
      #expect(log.withLock { $0 } == ["settled", "awake"])
    }

    @Test("When a helper waits meanwhile then it waits for what the outside brings", .deterministic)
    func whenHelperWaitsMeanwhile_thenItWaits() async {
      let event = Waiter()
      async let work: Void = withOutsideWork {
        await answer(after: 20)
        event.signal()
      }
      #expect(await event.wait() == .signaled)
      await work
    }

    @Test("When calls are nested and overlap then time stands still until the last has returned", .deterministic)
    func whenCallsOverlap_thenTimeStandsStillUntilLast() async throws {
      let sleeper = Task { try await Task.sleep(for: .seconds(1)) }  // sleep-is-the-subject
      await withTaskGroup(of: Void.self) { group in
        for delay in [10, 30, 20] {
          group.addTask {
            await withOutsideWork { await withOutsideWork { await answer(after: delay) } }
          }
        }
      }
      #expect(VirtualTime.elapsed == .zero)
      try await sleeper.value
      #expect(VirtualTime.elapsed == .seconds(1))
    }

    @Test("When the body throws then time goes on", .deterministic)
    func whenBodyThrows_thenTimeGoesOn() async throws {
      struct Failure: Error {}
      await #expect(throws: Failure.self) { try await withOutsideWork { throw Failure() } }
      try await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
      #expect(VirtualTime.elapsed == .seconds(1))
    }

    @Test("When the outside never answers then the test fails and names the call")
    func whenOutsideNeverAnswers_thenTestFails() async throws {
      let line = #line + 3
      let issues = await capturingIssues {
        try await withDeterministicScheduling(outside: .milliseconds(50)) {
          await withOutsideWork {
            try? await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
          }
        }
      }
      let text = issues.first?.comments.first?.rawValue ?? ""
      #expect(issues.count == 1)
      #expect(text.contains("1 call of `withOutsideWork` at OutsideWorkTests.swift:\(line):"))
      #expect(text.contains(", during which virtual time stands still"))
    }
  }

  @Suite("When a helper waits in vain", .exactOnly, .timeLimit(.minutes(15)))
  struct InVain {
    @Test("When time stands still for the wait itself then it ends after the limit", arguments: [true, false])
    func whenHelperWaitsInsideWork_thenItEnds(hasOutside: Bool) async throws {
      let limit = Duration.milliseconds(50)
      let outcome = try await withDeterministicScheduling(outside: hasOutside ? limit : nil) {
        await withOutsideWork {
          hasOutside ? await Waiter().wait() : await withWaitLimit(limit) { await Waiter().wait() }
        }
      }
      guard case .outsideLimit(limit, _) = outcome else {
        Issue.record("\(outcome)")
        return
      }
    }

    @Test("When time stands still for another task then the wait ends after the limit", .deterministic)
    func whenHelperWaitsBesideWork_thenItEnds() async throws {
      let work = Task { await withOutsideWork { for await _ in AsyncStream.makeStream(of: Void.self).stream {} } }
      let sleeper = Task { try? await Task.sleep(for: .seconds(60)) }  // sleep-is-the-subject
      let outcome = await withWaitLimit(.milliseconds(50)) { await Waiter().wait() }
      guard case .outsideLimit(.milliseconds(50), _) = outcome else {
        Issue.record("\(outcome)")
        return
      }
      work.cancel()
      sleeper.cancel()
    }

    @Test("When another task waits for the outside with a limit then a wait without one goes on", .deterministic)
    func whenAnotherTaskWaitsWithLimit_thenWaitGoesOn() async {
      let (first, second) = (Waiter(), Waiter())
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(20)) { first.signal() }
      Task {
        #expect(await first.wait(within: .seconds(60)) == .signaled)
        second.signal()
      }
      #expect(await second.wait() == .signaled)
    }

    @Test("When another task waits for the outside in vain then a wait without a limit ends after it", .deterministic)
    func whenAnotherTaskWaitsInVain_thenWaitEndsAfterIt() async {
      let hasEnded = Locked(false)
      Task {
        #expect(await Waiter().wait(within: .milliseconds(20)) == .timedOut(.milliseconds(20)))
        hasEnded.withLock { $0 = true }
      }
      #expect(await Waiter().wait() == .stalled(beside: ""))
      #expect(hasEnded.withLock { $0 })
    }

    @Test("When a helper only waits until nothing can run then it does not wait for the outside", .deterministic)
    func whenHelperOnlyObserves_thenItDoesNotWait() async {
      let event = Waiter()
      let other = Task { await event.wait(within: .seconds(600)) }
      #expect(await Waiter().wait(waitsForOutside: false) == .stalled(beside: ""))
      event.signal()
      #expect(await other.value == .signaled)
    }
  }

  @Suite("Elsewhere")
  struct Elsewhere {
    @Test("When a test is not deterministic then the body is called, on any actor")
    @MainActor func whenTestIsNotDeterministic_thenBodyIsCalled() async throws {
      var count = 0
      let result = await withOutsideWork {
        MainActor.assertIsolated()
        count += 1
        return 42
      }
      #expect(result == 42)
      #expect(count == 1)
    }
  }
}

private func race(delay: Int) async -> String {
  await withTaskGroup(of: String.self) { group in
    group.addTask {
      try? await Task.sleep(for: .seconds(60))  // sleep-is-the-subject
      return "time-out"
    }
    group.addTask {
      await answer(after: delay)
      return "outside"
    }
    let first = await group.next() ?? ""
    group.cancelAll()
    return first
  }
}

private func answer(after milliseconds: Int) async {
  await withCheckedContinuation { continuation in
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { continuation.resume() }
  }
}
