import Testing
import TestingSupportCore

@testable import DeterministicScheduling

#if os(Linux)
  import Dispatch
  import Foundation
#endif

// One after the other, since each of them takes a processor for itself.
@Suite("Loops that wait for a time, and do not suspend", .serialized, .exactOnly, .timeLimit(.minutes(5)))
struct SpinningLoopTests {
  #if os(Linux)
    @Test(
      "When a loop waits for work outside then its timeout does not end first",
      .enabled(if: Runtime.seesStartedWork),
      .deterministic(outside: .seconds(60)),
      arguments: Start.allCases
    )
    func whenLoopWaitsForWork_thenTimeoutDoesNotEndFirst(start: Start) {
      let isDone = Locked(false)
      start {
        usleep(20_000)  // sleep-is-the-subject
        isDone.withLock { $0 = true }
      }
      loop(for: .seconds(30)) { isDone.withLock(\.self) }
      #expect(isDone.withLock { $0 })
    }

    @Test(
      "When the work begins after time has passed for the loop then its timeout does not end first either",
      .enabled(if: Runtime.seesStartedWork)
    )
    func whenWorkBeginsLater_thenTimeoutDoesNotEndFirst() async throws {
      try await withDeterministicScheduling(outside: .seconds(60)) {
        let isDone = Locked(false)
        loop(for: .seconds(30))
        Start.thread {
          usleep(20_000)  // sleep-is-the-subject
          isDone.withLock { $0 = true }
        }
        loop(for: .seconds(30)) { isDone.withLock(\.self) }
        #expect(isDone.withLock { $0 })
      }
    }

    @Test("When the work has ended then time passes without taking any")
    func whenWorkHasEnded_thenTimePasses() async throws {
      let beginning = DispatchTime.now()
      try await withDeterministicScheduling(outside: .seconds(60)) {
        Start.queue {}
        loop(for: .seconds(600))
        #expect(VirtualTime.elapsed.map { $0 >= .seconds(600) } == true)
      }
      #expect(DispatchTime.now() < beginning + 600)
    }

    @Test("When the work does not end then the timeout ends once the work was waited for")
    func whenWorkDoesNotEnd_thenTimeoutEnds() async throws {
      let (beginning, end) = (DispatchTime.now(), DispatchSemaphore(value: 0))
      var run = DeterministicRun(outsideLimit: .seconds(600))
      run.pacingLimit = .milliseconds(100)
      _ = try await run.perform(sourceLocation: #_sourceLocation) {
        Start.queue { end.wait() }
        loop(for: .seconds(600))
      }
      end.signal()
      #expect(DispatchTime.now() < beginning + 600)
    }

    @Test(
      "When a task runs meanwhile on an executor of the user's then the timeout does not end before the task",
      arguments: [0, 20]
    )
    func whenTaskRunsElsewhere_thenTimeoutDoesNotEndFirst(delayInMilliseconds: Int) async throws {
      try await withDeterministicScheduling {
        let isDone = Locked(false)
        let task = Task(executorPreference: DelayingExecutor(milliseconds: delayInMilliseconds)) {
          usleep(200_000)  // sleep-is-the-subject
          isDone.withLock { $0 = true }
        }
        loop(for: .seconds(30)) { isDone.withLock(\.self) }
        #expect(isDone.withLock { $0 })
        await task.value
      }
    }

    @Test(
      "When no task is waited for that runs elsewhere then time passes without taking any",
      arguments: [false, true]
    )
    func whenNoTaskElsewhereIsAwaited_thenTimePasses(isOneLeftBehind: Bool) async {
      let (beginning, end) = (DispatchTime.now(), DispatchSemaphore(value: 0))
      let issues = await capturingIssues {
        try await withImpatientScheduling(pacingLimit: .milliseconds(100)) {
          await Task(executorPreference: DelayingExecutor(milliseconds: 1)) {}.value
          if isOneLeftBehind { Task { waitBlocking(end) } }
          await Task { loop(for: .seconds(600)) }.value
          end.signal()
        }
      }
      #expect(issues.map(\.isFailure) == (isOneLeftBehind ? [false] : []))
      #expect(DispatchTime.now() < beginning + 600)
    }
  #endif

  @Test(
    "When it waits for another task then a failure says that none could run",
    arguments: [false, true]
  )
  func whenLoopWaitsForTask_thenFailureSaysThatNoneCouldRun(isAsleep: Bool) async throws {
    let issues = try await issuesAndWarnings {
      Task { if isAsleep { try await Task.sleep(for: .milliseconds(1)) } }  // sleep-is-the-subject
      if isAsleep { await settle() }
      loop(for: .seconds(5))
      Issue.record("wrong")
    }
    #expect(
      issues.map(\.comments) == [
        ["wrong"],
        [
          """
          Virtual time went from 0 seconds to 5 seconds while a task did not suspend
          It read the time thousands of times, as a loop does that waits for time to pass, and no other task could run.
          If it waits for another task, let it suspend in the loop, such as with `await Task.yield()`.
          """
        ],
      ]
    )
  }

  @Test("When no other task could have run then a failure does not say so")
  func whenNoOtherTaskCouldRun_thenFailureDoesNotSaySo() async throws {
    let issues = try await issuesAndWarnings {
      Task { try await Task.sleep(for: .seconds(60)) }  // sleep-is-the-subject
      await settle()
      loop(for: .seconds(5))
      Issue.record("wrong")
    }
    #expect(issues.map(\.comments) == [["wrong"]])
  }
}

/// Waits for a time by asking for it, without suspending.
func loop(for duration: Duration, until condition: () -> Bool = { false }) {
  let deadline = ContinuousClock.now + duration
  while ContinuousClock.now < deadline, !condition() {}
}
