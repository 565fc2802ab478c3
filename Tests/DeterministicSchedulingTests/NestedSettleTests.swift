// conventions:ignore-file yielding, settling - settling and the order of tasks that yield are the subject

import DeterministicScheduling
import TestAssertions
import Testing
import TestingSupportCore

@Suite("Settling while other tasks settle", .scheduledOnly)
struct NestedSettleTests {
  @Suite("In any order", .interleavings(50))
  struct InAnyOrder {
    @Test("When a task settles that the test has started then it has finished when the test has settled")
    func whenStartedTaskSettles_thenItFinishesFirst() async {
      let isDone = Locked(false)
      Task {
        await settle()
        isDone.withLock { $0 = true }
      }
      await settle()
      #expect(isDone.withLock { $0 })
    }

    @Test("When the task has asked before the test does then it still resumes before the test")
    func whenTaskHasAskedBefore_thenItFinishesFirst() async {
      let isDone = Locked(false)
      Task {
        await settle()
        isDone.withLock { $0 = true }
      }
      for _ in 0..<5 { await Task.yield() }
      await settle()
      #expect(isDone.withLock { $0 })
    }

    @Test("When settling is nested three deep then each has all that it started behind it")
    func whenNestedThreeDeep_thenInnermostIsFirst() async {
      let log = EventLog()
      Task {
        Task {
          Task {
            await settle()
            log.add("innermost")
            Task {
              await settle()
              log.add("its last")
            }
          }
          await settle()
          log.add("inner")
        }
        await settle()
        log.add("outer")
      }
      await settle()
      #expect(log.events == ["innermost", "its last", "inner", "outer"])
    }

    @Test("When a task settles several times then it has finished when the test has settled")
    func whenTaskSettlesSeveralTimes_thenItFinishesFirst() async {
      let log = EventLog()
      Task {
        for round in 0..<10 {
          await settle()
          Task { log.add("started in \(round)") }
          await settle()
        }
        log.add("end")
      }
      await settle()
      #expect(log.events.count == 11)
      #expect(log.events.last == "end")
    }

    @Test("When children of a group, a detached task and an async let settle then the test is last")
    func whenAllKindsOfTasksSettle_thenTestIsLast() async {
      let count = Locked(0)
      async let child: Void = {
        await settle(); count.withLock { $0 += 1 }
      }()
      Task.detached {
        await settle()
        count.withLock { $0 += 1 }
      }
      let parent = Task {
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<4 {
            group.addTask {
              await settle()
              count.withLock { $0 += 1 }
            }
          }
        }
        count.withLock { $0 += 1 }
      }
      await settle()
      #expect(count.withLock { $0 } == 7)
      await child
      await parent.value
    }

    @Test("When a task and what it started settle on the main actor and on actors then the task is later")
    @MainActor func whenTasksSettleOnActors_thenStarterIsLater() async {
      let isDone = Locked(false)
      Task { @MainActor in
        await settle()
        MainActor.assertIsolated()
        isDone.withLock { $0 = true }
      }
      await settle()
      #expect(isDone.withLock { $0 })
    }
  }

  @Suite("In vain", .exactOnly, .deterministic)
  struct InVain {
    @Test("When a task waits in vain then it has finished when a wait of the test ends in vain")
    func whenTaskWaitsInVain_thenItFinishesFirst() async {
      let event = Waiter()
      Task {
        _ = await Waiter().wait()
        event.signal()
      }
      #expect(await event.wait() == .signaled)
    }

    @Test("When a task waits in vain beside one that settles then settling is first")
    func whenOneSettlesAndOneWaitsInVain_thenSettlingIsFirst() async {
      let log = EventLog()
      let waiting = Task {
        _ = await Waiter().wait()
        log.add("waited")
      }
      Task {
        await settle()
        log.add("settled")
        try? await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
        await settle()
        log.add("settled again")
      }
      await waiting.value
      #expect(log.events == ["settled", "settled again", "waited"])
    }
  }

  // 30,000 rounds take long under a sanitizer.
  @Suite("Without end", .exactOnly, .deterministic, .waitLimit(.seconds(600)))
  struct WithoutEnd {
    @Test("When a task settles without end then the test still settles, sleeps and waits")
    func whenTaskSettlesWithoutEnd_thenTestGoesOn() async throws {
      let rounds = Locked(0)
      let task = Task {
        while !Task.isCancelled {
          await settle()
          rounds.withLock { $0 += 1 }
        }
      }
      await settle()
      await settle()
      try await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
      #expect(VirtualTime.elapsed == .seconds(1))
      #expect(rounds.withLock { $0 } >= 30_000)
      task.cancel()
      await task.value
    }
  }
}
