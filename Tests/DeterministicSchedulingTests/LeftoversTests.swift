import TestAssertions
import Testing
import TestingSupportCore

@testable import DeterministicScheduling

@Suite("What a deterministic test leaves behind", .exactOnly)
struct LeftoversTests {
  @Test("When a task sleeps at the end of the body then it is cancelled and ends in virtual time")
  func whenTaskSleepsAtEnd_thenItIsCancelled() async throws {
    let log = EventLog()
    try await withDeterministicScheduling {
      Task {
        do {
          try await Task.sleep(for: .seconds(60))  // sleep-is-the-subject
          log.add("slept")
        } catch {
          log.add("\(type(of: error))")
          let cleanUp = Task.detached { try? await Task.sleep(for: .seconds(5)) }  // sleep-is-the-subject
          await cleanUp.value
          log.add("\(VirtualTime.elapsed ?? .seconds(-1))")
        }
      }
      await settle()
    }
    #expect(log.events == ["CancellationError", "5.0 seconds"])
  }

  @Test("When a task waits at the end of the body then it ends by cancellation, also on the main actor")
  func whenTaskWaitsAtEnd_thenItEnds() async throws {
    let (stream, source) = AsyncStream.makeStream(of: Int.self)
    let task = try await withDeterministicScheduling {
      Task { @MainActor in
        for await element in stream {
          MainActor.assertIsolated()
          return element
        }
        return 0
      }
    }
    source.yield(42)
    #expect(await task.value == 0)
  }

  @Test("When what is left records an issue then it belongs to the test")
  func whenLeftoverRecordsIssue_thenItBelongsToTest() async throws {
    let issues = await capturingIssues {
      try await withDeterministicScheduling {
        Task {
          try? await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
          Issue.record("wrong")
        }
        await settle()
      }
    }
    #expect(issues.map { $0.comments.first?.rawValue } == ["wrong"])
  }

  @Test("When what is left starts a task then that one is cancelled too")
  func whenLeftoverStartsTask_thenThatIsCancelled() async throws {
    let log = EventLog()
    try await withDeterministicScheduling {
      Task {
        await waitUntilCancelled()
        Task {
          await waitUntilCancelled()
          log.add("cancelled: \(Task.isCancelled)")
        }
      }
      await settle()
    }
    #expect(log.events == ["cancelled: true"])
  }

  @Test("When a task takes no notice of cancellation then the test ends all the same, and the task never runs again")
  func whenTaskIgnoresCancellation_thenItNeverRunsAgain() async throws {
    let leaked = Locked<CheckedContinuation<Void, Never>?>(nil)
    let log = EventLog()
    try await withDeterministicScheduling {
      Task {
        await withCheckedContinuation { continuation in leaked.withLock { $0 = continuation } }
        log.add("went on")
      }
      await settle()
    }
    leaked.withLock { $0 }?.resume()
    try await withDeterministicScheduling { await settle() }
    #expect(log.events == [])
  }

  @Test("When a task is resumed on an actor after its test then the actor still serves others")
  func whenTaskIsResumedOnActorAfterTest_thenActorServesOthers() async throws {
    let leaked = Locked<CheckedContinuation<Void, Never>?>(nil)
    try await withDeterministicScheduling {
      Task { await Holder.shared.wait { continuation in leaked.withLock { $0 = continuation } } }
      await settle()
    }
    leaked.withLock { $0 }?.resume()
    try await withDeterministicScheduling { #expect(await Holder.shared.answer() == 42) }
    #expect(await Holder.shared.answer() == 42)
  }

  @Test("When a poll goes on though it is cancelled then the test ends all the same")
  func whenPollGoesOn_thenTestEnds() async throws {
    let count = Locked(0)
    try await withDeterministicScheduling {
      let poll = Task {
        while true {
          await Task { try? await Task.sleep(for: .seconds(1)) }.value  // sleep-is-the-subject
          count.withLock { $0 += 1 }
        }
      }
      _ = poll
      try await Task.sleep(for: .seconds(3))  // sleep-is-the-subject
    }
    let atEnd = count.withLock { $0 }
    #expect(atEnd > 2)
    try await withDeterministicScheduling { try await Task.sleep(for: .seconds(100)) }  // sleep-is-the-subject
    #expect(count.withLock { $0 } == atEnd)
  }

  @Test("When a spinning task is left then the test still ends")
  func whenSpinnerIsLeft_thenTestEnds() async throws {
    let turns = Locked(0)
    _ = try await withDeterministicScheduling {
      Task {
        while true {
          turns.withLock { $0 += 1 }
          // conventions:ignore yielding - the code under test yields
          await Task.yield()
        }
      }
    }
    let atEnd = turns.withLock { $0 }
    await settle()
    #expect(turns.withLock { $0 } == atEnd)
  }

  @Test("When a task on an executor of its own is left then it is cancelled and ends")
  func whenTaskOnOwnExecutorIsLeft_thenItEnds() async throws {
    let log = EventLog()
    try await withDeterministicScheduling {
      let actor = QueueActor()
      Task {
        await actor.run { await waitUntilCancelled() }
        log.add("ended")
      }
      await settle()
    }
    #expect(log.events == ["ended"])
  }

  #if compiler(>=6.2)  // for the names of tasks
    @Test("When no task may be left then those that are fail the test, which names them")
    func whenNoTaskMayBeLeft_thenTestFails() async throws {
      let line = #line + 2
      let issues = await capturingIssues {
        try await withDeterministicScheduling(leftovers: .fail) {
          Task(name: "poll") { await waitUntilCancelled() }
          Task {
            async let child: Void = waitUntilCancelled()
            await child
          }
          Task(name: "done") {}
          await settle()
        }
      }
      #expect(issues.map(\.sourceLocation?.line) == [line])
      #expect(
        issues.first?.comments.first?.rawValue.withoutFunctions == """
          2 tasks outlived the test
          Unfinished: "poll", unnamed task 2.
          Await or cancel each task before the test ends.
          """
      )
    }
  #endif

  @Test("When no task may be left then a test that ends its tasks passes", .deterministic(leftovers: .fail))
  func whenTestEndsItsTasks_thenItPasses() async {
    let task = Task { await waitUntilCancelled() }
    await settle()
    task.cancel()
  }

  @Test("When orders are explored then what is left fails each that leaves it", .interleavings(5, leftovers: .fail))
  func whenOrdersAreExplored_thenNothingIsLeft() async {
    // conventions:ignore yielding - the code under test yields
    async let child: Void = Task.yield()
    await child
  }

  @Test("When many tests leave tasks behind then none of their schedules stays in memory")
  func whenManyTestsLeaveTasks_thenNoScheduleStays() async throws {
    let leaked = Locked<[CheckedContinuation<Void, Never>]>([])
    let schedules = Locked<[Weak]>([])
    for _ in 0..<100 {
      try await withDeterministicScheduling {
        schedules.withLock { $0.append(Weak(object: CurrentTestSchedule.schedule)) }
        Task { await withCheckedContinuation { continuation in leaked.withLock { $0.append(continuation) } } }
        await settle()
      }
    }
    await expectEventually("no schedule is left", within: .seconds(60)) {
      schedules.withLock { $0.allSatisfy { $0.object == nil } }
    }
    for continuation in leaked.withLock({ $0 }) { continuation.resume() }
  }

  @Test("When what is left polls an actor without suspending then it stops with the test")
  func whenLeftoverPollsActor_thenItStops() async throws {
    // Two, since code that calls a single actor again and again may never leave it.
    let (actor, other, turns) = (PolledActor(), PolledActor(), Locked(0))
    try await withDeterministicScheduling {
      Task {
        while true {
          await actor.look()
          await other.look()
          turns.withLock { $0 += 1 }
        }
      }
      await Task.yield()  // conventions:ignore yielding - so that it has begun
    }
    let last = turns.withLock(\.self)
    #expect(last > 0)
    // As much as happens in another test.
    for _ in 0..<1_000 { await actor.look() }
    #expect(turns.withLock(\.self) - last <= 1)
  }
}

private struct Weak: Sendable {
  weak var object: (any TestSchedule)?
}

private actor Holder {
  static let shared = Holder()

  func wait(_ body: (CheckedContinuation<Void, Never>) -> Void) async {
    await withCheckedContinuation(body)
  }

  func answer() -> Int { 42 }
}

private func waitUntilCancelled() async {
  for await _ in AsyncStream.makeStream(of: Void.self).stream {}
}

private actor PolledActor {
  private(set) var looks = 0

  func look() { looks += 1 }
}
