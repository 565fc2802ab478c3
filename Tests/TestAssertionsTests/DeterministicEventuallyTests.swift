import DeterministicScheduling
import Dispatch
import TestAssertions
import Testing
import TestingSupportCore

@Suite("Expecting something to come about in a deterministic test", .exactOnly, .deterministic)
struct DeterministicEventuallyTests {
  @Suite("As long as the test can run")
  struct Inside {
    @Test("When a condition becomes true once all has run then no time passes")
    func whenConditionBecomesTrue_thenNoTimePasses() async {
      let sut = Machine()
      Task { for _ in 0..<100 { await sut.increase() } }
      var checks = 0
      await expectEventually {
        checks += 1
        return await sut.count == 100
      }
      #expect(checks == 2)
      #expect(virtualSeconds == 0)
    }

    @Test("When a condition becomes true after a sleep then time goes there at once")
    func whenConditionBecomesTrueAfterSleep_thenTimeGoesThere() async {
      let sut = Machine()
      Task { await sut.increase(times: 1, every: .seconds(3_600)) }
      await expectEventually(equals: 1) { await sut.count }
      #expect(virtualSeconds == 3_600)
    }

    @Test("When a condition is true between two sleeps only then it is seen")
    func whenConditionIsTrueBetweenSleeps_thenItIsSeen() async {
      let sut = Machine()
      Task { await sut.increase(times: 3, every: .seconds(1)) }
      await expectEventually { await sut.count == 2 }
      #expect(virtualSeconds == 2)
    }

    @Test("When sleepers share a deadline then the condition is checked between them")
    func whenSleepersShareDeadline_thenConditionIsCheckedBetween() async {
      let sut = Machine()
      for _ in 0..<3 { Task { await sut.increase(times: 1, every: .seconds(1)) } }
      await expectEventually { await sut.count == 2 }
      #expect(virtualSeconds == 1)
    }

    @Test("When a value is required then it comes at its virtual time")
    func whenValueIsRequired_thenItComes() async throws {
      let sut = Machine()
      Task { await sut.increase(times: 1, every: .seconds(5)) }
      let count = try await requireEventually { await sut.count == 0 ? nil : await sut.count }
      #expect(count == 1)
      #expect(virtualSeconds == 5)
    }

    @Test("When somebody waits for the test then the failure says who")
    func whenSomebodyWaitsForTest_thenFailureSaysWho() async {
      let room = Room()
      CurrentTestSchedule.schedule?.remember(room)
      let text = """
        The condition never became true
        Checked 3 times.
        No task in this test can make progress.
        Still waiting: 1 sleeper on the test clock at 0 seconds.
        Pass `within:` to wait for an event outside the test.
        """
      await expectOneIssue(text) {
        await expectEventually { false }
      }
      withExtendedLifetime(room) {}
    }

    @Test(
      "When the code under test ticks for ever then a condition is still seen after a thousand sleeps, however short the limit",
      .waitLimit(.milliseconds(1))
    )
    func whenCodeTicksForEver_thenConditionIsSeen() async {
      let sut = Machine()
      let ticking = Task { await sut.increase(times: .max, every: .seconds(1)) }
      await expectEventually { await sut.count == 1_000 }
      #expect(virtualSeconds == 1_000)
      ticking.cancel()
    }

    @Test("When a task only yields beside it then a condition is still seen, long before the limit")
    func whenTaskOnlyYields_thenConditionIsSeen() async {
      let isDone = Locked(false)
      // conventions:ignore yielding - a task that yields is the subject
      let yielding = Task { while !Task.isCancelled { await Task.yield() } }
      Task { isDone.withLock { $0 = true } }
      await expectEventually(within: .seconds(600)) { isDone.withLock { $0 } }
      yielding.cancel()
    }

    @Test("When the caller is on the main actor then so is the condition")
    @MainActor
    func whenCallerIsOnMainActor_thenConditionIsToo() async {
      var isLoaded = false
      Task {
        try await Task.sleep(for: .seconds(2))  // sleep-is-the-subject
        isLoaded = true
      }
      await expectEventually {
        MainActor.assertIsolated()
        return isLoaded
      }
      #expect(virtualSeconds == 2)
    }
  }

  @Suite("When it does not come")
  struct Failure {
    @Test("When nothing can run any more then the test fails at once")
    func whenNothingCanRun_thenTestFails() async {
      let text = """
        The condition never became true
        Checked 3 times.
        No task in this test can make progress.
        Pass `within:` to wait for an event outside the test.
        """
      await expectOneIssue(text) {
        await expectEventually { false }
      }
      #expect(virtualSeconds == 0)
    }

    @Test("When time has passed until then, the failure says how much")
    func whenTimeHasPassed_thenFailureSaysHowMuch() async {
      let sut = Machine()
      Task { await sut.increase(times: 2, every: .seconds(60)) }
      let issues = await recordedIssues {
        await expectEventually(equals: 3) { await sut.count }
      }
      let text = """
        The value never became 3
        Checked 5 times. Seen: 0, 1, 2.
        No task in this test can make progress after 120 seconds of virtual time.
        Pass `within:` to wait for an event outside the test.
        """
      #expect(issues.map(\.comments) == [[Comment(rawValue: text)]])
    }

    @Test("When the code under test ticks for ever then the limit of waits ends it", .waitLimit(.milliseconds(20)))
    func whenCodeTicksForEver_thenLimitEndsIt() async {
      let sut = Machine()
      let ticking = Task { await sut.increase(times: .max, every: .seconds(1)) }
      let issues = await recordedIssues { await expectEventually { false } }
      ticking.cancel()
      #expect(issues.count == 1)
      #expect(issues.first?.comments.first?.rawValue.hasSuffix("\nTimed out after 20 milliseconds.") == true)
    }

    @Test("When a task only yields beside it then the limit ends it", arguments: [true, false])
    func whenTaskOnlyYields_thenLimitEndsIt(hasLimit: Bool) async {
      // conventions:ignore yielding - a task that yields is the subject
      let yielding = Task { while !Task.isCancelled { await Task.yield() } }
      let issues = await recordedIssues {
        if hasLimit {
          await expectEventually(within: .milliseconds(20)) { false }
        } else {
          await withWaitLimit(.milliseconds(20)) { await expectEventually { false } }
        }
        yielding.cancel()
      }
      #expect(issues.count == 1)
      // When it was checked: at once, at the limit, and once more for the failure.
      let text = "The condition never became true\nChecked 2 times.\nTimed out after 20 milliseconds."
      #expect(issues.first?.comments.first?.rawValue == text)
    }

    @Test("When the task is cancelled then the test fails")
    func whenTaskIsCancelled_thenTestFails() async {
      let waiting = Task {
        await recordedIssues {
          await expectEventually { false }
        }
      }
      waiting.cancel()
      let text = await waiting.value.first?.comments.first?.rawValue
      #expect(text?.contains("\nThe waiting task was cancelled after") == true)
    }
  }

  @Suite("With a limit, for the outside")
  struct Outside {
    @Test("When something outside makes the condition true then the test passes")
    func whenOutsideMakesConditionTrue_thenTestPasses() async {
      let isDone = Locked(false)
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.02) { isDone.withLock { $0 = true } }
      await expectEventually(within: .seconds(60)) { isDone.withLock { $0 } }
      #expect(virtualSeconds == 0)
    }

    @Test("When virtual time stands still then what the outside does is seen", arguments: [true, false])
    func whenTimeStandsStill_thenOutsideIsSeen(isInside: Bool) async {
      let isDone = Locked(false)
      let start = Task {
        await withOutsideWork {
          DispatchQueue.global().asyncAfter(deadline: .now() + 0.02) { isDone.withLock { $0 = true } }
          if !isInside { await waitUntilCancelled() }
        }
      }
      if isInside {
        await withOutsideWork { await expectEventually { isDone.withLock { $0 } } }
      } else {
        await expectEventually { isDone.withLock { $0 } }
      }
      start.cancel()
      await start.value
      #expect(virtualSeconds == 0)
    }

    @Test("When virtual time stands still and nothing comes then the limit ends it")
    func whenTimeStandsStillForNothing_thenLimitEndsIt() async {
      let issues = await recordedIssues {
        await withOutsideWork { await expectEventually(within: .milliseconds(50)) { false } }
      }
      #expect(issues.count == 1)
      #expect(issues.first?.comments.first?.rawValue.hasSuffix("\nTimed out after 50 milliseconds.") == true)
    }

    @Test("When another task waits for the outside with a limit then the condition has as long")
    func whenAnotherTaskWaitsForOutside_thenConditionHasAsLong() async {
      let (event, isDone) = (Waiter(), Locked(false))
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.02) { event.signal() }
      Task {
        #expect(await event.wait(within: .seconds(60)) == .signaled)
        isDone.withLock { $0 = true }
      }
      await expectEventually { isDone.withLock { $0 } }
    }

    @Test("When the test itself makes the condition true then nothing is waited for")
    func whenTestMakesConditionTrue_thenNothingIsWaitedFor() async {
      let sut = Machine()
      Task { await sut.increase(times: 1, every: .seconds(1)) }
      await expectEventually(within: .seconds(600)) { await sut.count == 1 }
    }

    @Test("When nothing comes from outside then the test fails after the limit")
    func whenNothingComes_thenTestFails() async {
      let issues = await recordedIssues {
        await expectEventually(within: .milliseconds(5)) { false }
      }
      #expect(issues.first?.comments.first?.rawValue.hasSuffix(" times.\nTimed out after 5 milliseconds.") == true)
    }
  }
}

private func waitUntilCancelled() async {
  for await _ in AsyncStream.makeStream(of: Void.self).stream {}
}

private actor Machine {
  private(set) var count = 0

  func increase() { count += 1 }

  func increase(times: Int, every pause: Duration) async {
    for _ in 0..<times {
      do { try await Task.sleep(for: pause) } catch { return }  // sleep-is-the-subject
      count += 1
    }
  }
}

private final class Room: WaitPoint {
  let waiterSummary: String? = "1 sleeper on the test clock at 0 seconds"
}
