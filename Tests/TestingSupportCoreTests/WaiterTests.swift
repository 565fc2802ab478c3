// conventions:ignore-file yielding - the code under test yields

import Testing
import TestingSupportCore

@Suite("Waiting for one event")
struct WaiterTests {
  @Suite("The event comes")
  struct Arrival {
    @Test("When the event came before then the wait ends at once")
    func whenEventCameBefore_thenWaitEndsAtOnce() async {
      let sut = Waiter()
      sut.signal()
      sut.signal()
      #expect(await sut.wait() == .signaled)
    }

    @Test("When the event comes while somebody waits then the wait ends with it")
    func whenEventComesDuringWait_thenWaitEnds() async {
      let sut = Waiter()
      async let outcome = sut.wait()
      await Task.yield()
      sut.signal()
      #expect(await outcome == .signaled)
    }

    @Test("When the event comes after the wait has ended then nothing changes")
    func whenEventComesAfterWait_thenNothingChanges() async {
      let sut = Waiter()
      let outcome = await sut.wait(within: .milliseconds(1))
      sut.signal()
      #expect(outcome == .timedOut(.milliseconds(1)))
      #expect(await sut.wait() == outcome)
    }

    @Test("When the event comes from a thread of its own then the wait ends with it")
    @MainActor
    func whenEventComesFromElsewhere_thenWaitEnds() async {
      let sut = Waiter()
      Task.detached { sut.signal() }
      #expect(await sut.wait() == .signaled)
      MainActor.assertIsolated()
    }
  }

  @Suite("The event does not come")
  struct Limits {
    @Test("When the limit has passed then the wait says how long it was")
    func whenLimitHasPassed_thenWaitSaysHowLong() async {
      let outcome = await WaitLimit.withValue(.milliseconds(5)) { await Waiter().wait() }
      #expect(outcome == .timedOut(.milliseconds(5)))
      #expect("\(outcome)" == "Timed out after 5 milliseconds.")
    }

    @Test("When the limit is far away then an event that takes many turns ends the wait")
    func whenLimitIsFarAway_thenLateEventEndsWait() async {
      let sut = Waiter()
      Task.detached {
        for _ in 0..<300 {
          await Task.yield()
          await MainActor.run {}
        }
        sut.signal()
      }
      #expect(await sut.wait(within: .seconds(3_600)) == .signaled)
    }

    @Test("When a limit is out of bounds then the wait still ends", arguments: [Duration.zero, .seconds(-1)])
    func whenLimitIsOutOfBounds_thenWaitEnds(limit: Duration) async {
      #expect(await Waiter().wait(within: limit) == .timedOut(limit))
    }

    @Test("When a limit is negative then the text of the outcome says that it cannot be")
    func whenLimitIsNegative_thenTextSaysSo() async {
      let outcome = await Waiter().wait(within: .seconds(-5))
      #expect("\(outcome)" == "The wait limit must not be negative, but is -5 seconds.")
    }

    @Test("When a limit is endless then the event ends the wait")
    func whenLimitIsEndless_thenEventEndsWait() async {
      let sut = Waiter()
      async let outcome = sut.wait(within: .seconds(Int64.max))
      await Task.yield()
      sut.signal()
      #expect(await outcome == .signaled)
    }
  }

  @Suite("The waiting task is cancelled")
  struct Cancellation {
    @Test("When the task is cancelled during the wait then the wait ends")
    func whenTaskIsCancelledDuringWait_thenWaitEnds() async {
      let waiting = Task { await Waiter().wait() }
      await Task.yield()
      waiting.cancel()
      #expect(await waiting.value == .cancelled)
    }

    @Test("When the task was cancelled before then an event that came all the same counts")
    func whenTaskWasCancelledBefore_thenEventCounts() async {
      let outcomes = await Task {
        withUnsafeCurrentTask { $0?.cancel() }
        let arrived = Waiter()
        arrived.signal()
        return await (Waiter().wait(), arrived.wait())
      }.value
      #expect(outcomes == (.cancelled, .signaled))
    }

    @Test("When arrival and cancellation race then one of them ends the wait, 10,000 times")
    func whenArrivalAndCancellationRace_thenOneEndsWait() async {
      var ends: [Waiter.Outcome: Int] = [:]
      for _ in 0..<10_000 {
        let sut = Waiter()
        let waiting = Task { await sut.wait() }
        async let arrival: Void = sut.signal()
        waiting.cancel()
        await arrival
        await ends[waiting.value, default: 0] += 1
      }
      #expect(ends[.signaled, default: 0] + ends[.cancelled, default: 0] == 10_000)
    }
  }

  @Suite("Inside of a deterministic test")
  struct Scheduled {
    @Test("When nothing can run any more then the wait ends")
    func whenNothingCanRun_thenWaitEnds() async {
      let schedule = ScheduleStub(isStalled: true)
      let outcome = await Waiter().wait(in: schedule)
      #expect(outcome == .stalled(beside: ""))
      #expect("\(outcome)".contains("`within:`"))
      #expect(schedule.log == ["stalledWithoutOutside?", "withdraw 1"])
    }

    @Test("When the event comes then the request to the schedule is taken back")
    func whenEventComes_thenRequestIsTakenBack() async {
      let schedule = ScheduleStub(isStalled: false)
      let sut = Waiter()
      async let outcome = sut.wait(in: schedule)
      await Task.yield()
      sut.signal()
      #expect(await outcome == .signaled)
      #expect([[], ["stalledWithoutOutside?", "withdraw 1"]].contains(schedule.log))
    }

    @Test("When the wait has a limit then the schedule knows that it is for the outside")
    func whenWaitHasLimit_thenScheduleKnows() async {
      let schedule = ScheduleStub(isStalled: true)
      let outcome = await Waiter().wait(within: .milliseconds(1), in: schedule)
      #expect(outcome == .timedOut(.milliseconds(1)))
      #expect(schedule.log == ["outside", "inside"])
    }

    @Test("When a schedule cannot stop at each sleeper then the wait ends when none is left")
    func whenScheduleCannotStop_thenWaitEndsAtEnd() async {
      let schedule = ScheduleStub(isStalled: true)
      let sut = Waiter()
      schedule.withdraw(schedule.whenTimePassed { sut.signal() })
      #expect(await sut.wait(in: schedule) == .stalled(beside: ""))
    }

    @Test("When a test is not deterministic then it has no schedule")
    func whenTestIsNotDeterministic_thenThereIsNoSchedule() {
      #expect(CurrentTestSchedule.schedule == nil)
    }
  }

  @Test("When an outcome is described then it says why the event did not arrive, and what to do")
  func whenOutcomeIsDescribed_thenItSaysWhy() {
    #expect("\(Waiter.Outcome.signaled)" == "It arrived.")
    #expect("\(Waiter.Outcome.cancelled)" == "The waiting task was cancelled.")
    #expect(
      "\(Waiter.Outcome.neverIdle(.seconds(60)))" == """
        The test never became idle.
        Stopped after 60 seconds of virtual time; a task keeps resuming.
        Cancel the repeating task before you wait.
        """
    )
    #expect(
      "\(Waiter.Outcome.stalled(beside: "\nStill waiting: 1 call."))" == """
        No task in this test can make progress.
        Still waiting: 1 call.
        Pass `within:` to wait for an event outside the test.
        """
    )
    #expect(
      "\(Waiter.Outcome.outsideLimit(.seconds(5), beside: ""))" == """
        No task in this test can make progress, and nothing outside the test resumed one within 5 seconds.
        Pass a longer `outside:` limit if the event takes longer.
        """
    )
  }

  @Test("When a wait limit is what ended a wait then the advice is about that limit")
  func whenWaitLimitEndedWait_thenAdviceIsAboutIt() async {
    let text = await WaitLimit.withValue(.seconds(5)) { "\(Waiter.Outcome.outsideLimit(.seconds(5), beside: ""))" }
    #expect(
      text == """
        No task in this test can make progress, and nothing outside the test resumed one within 5 seconds.
        Pass `within:`, or set a longer wait limit, if the event takes longer.
        """
    )
  }
}

/// A schedule that has nothing to run, and is out of sleepers or never will be.
private final class ScheduleStub: TestSchedule {
  let isStalled: Bool
  private let calls = Locked<[String]>([])

  init(isStalled: Bool) { self.isStalled = isStalled }

  var log: [String] { calls.withLock { $0 } }
  var elapsed: Duration { .zero }
  var seed: UInt64? { nil }

  func whenIdle(_ idleness: Idleness, _ action: @escaping @Sendable () -> Void) -> IdleRequest {
    calls.withLock { $0.append("\(idleness)?") }
    if isStalled { action() }
    return IdleRequest(id: 1)
  }

  func withdraw(_ request: IdleRequest) { calls.withLock { $0.append("withdraw \(request.id)") } }
  func beginWaitingForOutside() { calls.withLock { $0.append("outside") } }
  func endWaitingForOutside() { calls.withLock { $0.append("inside") } }
}
