// conventions:ignore-file yielding, settling - settling and the order of tasks that yield are the subject

import DeterministicScheduling
import Testing
import TestingSupportCore

@Suite("Settling")
struct SettleTests {
  @Suite("Inside a deterministic test", .scheduledOnly, .deterministic)
  struct Inside {
    @Test("When other tasks have work then settling waits for all of it")
    func whenOthersHaveWork_thenSettlingWaits() async {
      let log = EventLog()
      for task in 0..<10 {
        Task {
          for _ in 0..<task { await Task.yield() }
          log.add("done \(task)")
        }
      }
      await settle()
      let isInOrder = DeterministicSupport.current == .exact
      #expect((isInOrder ? log.events : log.events.sorted()) == (0..<10).map { "done \($0)" })
    }

    @Test("When a task sleeps for no time then settling waits for it", .exactOnly)
    func whenTaskSleepsForNoTime_thenSettlingWaits() async {
      let log = EventLog()
      Task {
        try await Task.sleep(for: .zero)  // sleep-is-the-subject
        log.add("awake")
        try await ContinuousClock().sleep(until: .now)
        log.add("awake again")
      }
      await settle()
      #expect(log.events == ["awake", "awake again"])
      #expect(VirtualTime.elapsed == .zero)
    }

    @Test("When a task sleeps then settling does not wait for it and time stands still", .exactOnly)
    func whenTaskSleeps_thenTimeStandsStill() async {
      let log = EventLog()
      Task {
        log.add("before")
        try await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
        log.add("after")
      }
      await settle()
      #expect(log.events == ["before"])
      #expect(VirtualTime.elapsed == .zero)
    }

    @Test("When several tasks settle at once then each resumes alone, the one that asked last first")
    func whenSeveralSettle_thenOneResumesAtATime() async {
      let log = EventLog()
      await withTaskGroup(of: Void.self) { group in
        for child in 0..<4 {
          group.addTask {
            await settle()
            log.add("\(child)")
            await Task.yield()
            log.add("\(child) again")
          }
        }
      }
      #expect(log.events == (0..<4).reversed().flatMap { ["\($0)", "\($0) again"] })
    }

    @Test("When the main actor settles then it waits for work on other actors")
    @MainActor
    func whenMainActorSettles_thenItWaitsForOthers() async {
      let log = EventLog()
      let counter = CounterActor(log: log)
      Task.detached { await counter.increment("detached") }
      Task { await counter.increment("main") }
      await settle()
      #expect(Set(log.events.map { $0.prefix { $0 != ":" } }) == ["detached", "main"])
      MainActor.assertIsolated()
    }

    @Test("When an actor's own executor runs the code then settling waits for the test", .exactOnly)
    func whenExecutorIsCustom_thenSettlingWaits() async {
      let log = EventLog()
      let actor = QueueActor()
      let task = Task {
        for _ in 0..<5 { await Task.yield() }
        log.add("work")
      }
      await actor.run {
        await settle()
        log.add("settled")
      }
      await task.value
      #expect(log.events == ["work", "settled"])
    }
  }

  @Suite("At its limit", .scheduledOnly)
  struct Limit {
    @Test("When tasks never pause then settling fails at its caller's line")
    func whenTasksNeverPause_thenSettlingFails() async throws {
      let line = #line + 7
      let issues = await capturingIssues {
        try await withDeterministicScheduling {
          let spinner = Task {
            while !Task.isCancelled { await Task.yield() }
          }
          await WaitLimit.withValue(.milliseconds(20)) {
            await settle()
          }
          spinner.cancel()
        }
      }
      #expect(issues.count == 1)
      #expect(issues.first?.sourceLocation?.line == line)
      #expect(
        issues.first?.comments.first?.rawValue.withoutFunctions == """
          The test did not become idle within 20 milliseconds
          \(DeterministicSupport.current == .exact ? "Still running or yielding: unnamed task 1" : "Some of its tasks keep running or yielding.")
          Cancel them, or wait for a specific event.
          """
      )
    }
  }

  @Suite("On a machine that stands still")
  struct OnMachineThatStandsStill {
    @Test("When time is up before the test has had steps enough then settling goes on", .exactOnly, .deterministic)
    func whenTimeIsUpBeforeSteps_thenSettlingGoesOn() async {
      let turns = Locked(0)
      Task {
        for _ in 0..<500 {
          await Task.yield()
          turns.withLock { $0 += 1 }
        }
      }
      await WaitLimit.withValue(.zero) { await settle() }
      #expect(turns.withLock { $0 } == 500)
    }
  }

  @Suite("Outside of a deterministic test")
  struct Outside {
    @Test("When there is no schedule then settling returns after others had a chance")
    func whenThereIsNoSchedule_thenSettlingReturns() async {
      let task = Task { 42 }
      await settle()
      #expect(await task.value == 42)
    }
  }
}
