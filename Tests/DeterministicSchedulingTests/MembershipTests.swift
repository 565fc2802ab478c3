import DeterministicScheduling
import Dispatch
import TestAssertions
import Testing
import TestingSupportCore

#if canImport(Foundation)
  import Foundation
#endif

@Suite("Which tasks belong to a deterministic test", .exactOnly)
struct MembershipTests {
  @Test("When a deterministic test resumes an ordinary task then that task stays ordinary")
  func whenTestResumesOrdinaryTask_thenItStaysOrdinary() async throws {
    let ordinary = Locked<Task<Sighting, Never>?>(nil)
    try await withDeterministicScheduling(outside: .seconds(120)) {
      let (stream, source) = AsyncStream.makeStream(of: Void.self)
      // A dispatch queue makes the task: it is younger than the test, and none of it.
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          let task = Task {
            continuation.resume()
            for await _ in stream { break }
            return await Sighting()
          }
          ordinary.withLock { $0 = task }
        }
      }
      source.yield()
      try await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
    }
    let sighting = try #require(ordinary.withLock { $0 })
    #expect(await sighting.value == .ordinary)
  }

  @Test("When an ordinary task and a deterministic test wake each other then each keeps its own time")
  func whenTheyWakeEachOther_thenEachKeepsItsTime() async throws {
    let (toOrdinary, calls) = AsyncStream.makeStream(of: Int.self)
    let (toTest, answers) = AsyncStream.makeStream(of: Bool.self)
    let ordinary = Task {
      for await _ in toOrdinary { answers.yield(VirtualTime.elapsed == nil) }
      answers.finish()
    }
    try await withDeterministicScheduling(outside: .seconds(120)) {
      var iterator = toTest.makeAsyncIterator()
      for number in 0..<200 {
        calls.yield(number)
        #expect(await iterator.next() == true)
        #expect(VirtualTime.elapsed == .seconds(number))
        try await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
      }
      calls.finish()
    }
    await ordinary.value
  }

  @Test("When two deterministic tests wake each other's tasks then each task stays in its own test")
  func whenTwoTestsWakeEachOther_thenTasksStay() async throws {
    let (pings, ping) = AsyncStream.makeStream(of: Void.self)
    let (pongs, pong) = AsyncStream.makeStream(of: Void.self)
    async let first: Void = withDeterministicScheduling {
      var iterator = pongs.makeAsyncIterator()
      for number in 0..<50 {
        ping.yield()
        await iterator.next()
        #expect(VirtualTime.elapsed == .seconds(number))
        try await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
      }
      ping.finish()
    }
    async let second: Void = withDeterministicScheduling {
      try await Task.sleep(for: .seconds(1000))  // sleep-is-the-subject
      for await _ in pings {
        #expect((VirtualTime.elapsed ?? .zero) >= .seconds(1000))
        pong.yield()
      }
      pong.finish()
    }
    _ = try await (first, second)
  }

  @Test("When ordinary tasks and deterministic tests share a global actor then each job keeps the time of its own test")
  func whenTheyShareGlobalActor_thenJobsKeepTheirTime() async throws {
    let strays = Locked((ordinary: 0, deterministic: 0))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<1000 {
            if await Shared.isInTest() { strays.withLock { $0.ordinary += 1 } }
            if VirtualTime.elapsed != nil { strays.withLock { $0.ordinary += 1 } }
          }
        }
      }
      for _ in 0..<4 {
        group.addTask {
          try await withDeterministicScheduling(outside: .seconds(120)) {
            for number in 0..<250 {
              if await !Shared.isInTest() { strays.withLock { $0.deterministic += 1 } }
              if VirtualTime.elapsed != .seconds(number) { strays.withLock { $0.deterministic += 1 } }
              try await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(strays.withLock { $0 } == (0, 0))
  }

  @Test("When ordinary tasks share a global actor then tasks that start on it belong to those who made them")
  func whenTheyShareGlobalActor_thenNewTasksBelongToTheirMakers() async throws {
    let strays = Locked((ordinary: 0, deterministic: 0))
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for _ in 0..<500 {
          if await Shared.startTask().value { strays.withLock { $0.ordinary += 1 } }
        }
      }
      group.addTask {
        try await withDeterministicScheduling(outside: .seconds(120)) {
          for _ in 0..<500 {
            let task = await Shared.startTask()
            try await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
            if await !task.value { strays.withLock { $0.deterministic += 1 } }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(strays.withLock { $0 } == (0, 0))
  }

  @Test("When an ordinary task holds a shared actor then a test that waits for the actor is not idle")
  func whenOrdinaryTaskHoldsSharedActor_thenTestIsNotIdle() async throws {
    let log = EventLog()
    for round in 0..<50 {
      let isHeld = Waiter()
      let ordinary = Task { await Shared.block(until: isHeld) }
      #expect(await isHeld.wait() == .signaled)
      try await withDeterministicScheduling(outside: .seconds(120)) {
        let task = Task {
          await Shared.add("\(round) in the actor", to: log)
          log.add("\(round) in the test: \(VirtualTime.elapsed == .zero)")
        }
        await settle()
        log.add("\(round) settled")
        await task.value
      }
      await ordinary.value
    }
    let expected = (0..<50).flatMap { ["\($0) in the actor", "\($0) in the test: true", "\($0) settled"] }
    #expect(log.events == expected)
  }

  @Test("When an ordinary task is in the queue of a shared actor then a test that waits for the actor is not idle")
  func whenOrdinaryTaskWaitsForSharedActor_thenTestIsNotIdle() async throws {
    for _ in 0..<200 {
      let log = EventLog()
      let ordinary = Task { @Shared in _ = usleep(500) }  // sleep-is-the-subject
      try await withDeterministicScheduling(outside: .seconds(120)) {
        let task = Task { await Shared.add("in the actor", to: log) }
        await settle()
        log.add("settled")
        await task.value
      }
      await ordinary.value
      #expect(log.events == ["in the actor", "settled"])
    }
  }

  @Test("When a static initializer starts a task inside a test then the task belongs to the process")
  func whenStaticInitializerStartsTask_thenItBelongsToProcess() async throws {
    try await withDeterministicScheduling(outside: .seconds(120)) {
      #expect(await Singleton.sighting.value == .ordinary)
    }
  }

  @Test("When a task was made before the test then it stays ordinary, though it first runs inside")
  func whenTaskWasMadeBefore_thenItStaysOrdinary() async throws {
    let (stream, source) = AsyncStream.makeStream(of: Void.self)
    let older = Task {
      for await _ in stream { break }
      let child = Task { await Sighting() }
      return await [Sighting(), child.value]
    }
    try await withDeterministicScheduling(outside: .seconds(120)) {
      source.yield()
      #expect(await older.value == [.ordinary, .ordinary])
    }
  }

  @Test("When a thread of the test's starts a task then the task is ordinary, and a continuation goes on in the test")
  func whenThreadStartsTask_thenItIsOrdinary() async throws {
    try await withDeterministicScheduling(outside: .seconds(120)) {
      try await Task.sleep(for: .seconds(3))  // sleep-is-the-subject
      let task = await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: Task { await Sighting() }) }
      }
      #expect(VirtualTime.elapsed == .seconds(3))
      #expect(await task.value == .ordinary)
    }
  }

  @Test("When a test starts tasks of every kind then all of them are its own", .deterministic)
  func whenTestStartsTasksOfEveryKind_thenAllAreItsOwn() async throws {
    let log = EventLog()
    async let first: Void = look("async let", log)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await look("group", log) }
      group.addTask { await lookOnMainActor("group on the main actor", log) }
    }
    if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) {
      await withDiscardingTaskGroup { group in group.addTask { await look("discarding group", log) } }
    } else {
      await look("discarding group", log)
    }
    await first
    await Task { await look("task", log) }.value
    await Task.detached { await look("detached", log) }.value
    await Task { @MainActor in await look("main actor", log) }.value
    await Task { @Shared in await look("global actor", log) }.value
    await QueueActor().run { await Task { await look("on a queue's actor", log) }.value }
    await QueueActor().run { await Task.detached { await look("detached on a queue's actor", log) }.value }
    await QueueActor().run {
      async let child: Void = look("async let on a queue's actor", log)
      await child
    }
    #expect(log.events.count == 11)
    #expect(log.events.filter { !$0.hasSuffix(": true") } == [])
  }

  @Test("When a test waits for a task of a test that is over then it is told the name of that test")
  func whenTestWaitsForTaskOfFinishedTest_thenItIsTold() async throws {
    let worker = Locked<CheckedContinuation<Void, Never>?>(nil)
    try await withDeterministicScheduling {
      Task { await withCheckedContinuation { continuation in worker.withLock { $0 = continuation } } }
      await settle()
    }
    let issues = await capturingIssues {
      try await withDeterministicScheduling(outside: .milliseconds(30)) {
        worker.withLock { $0 }?.resume()
        for await _ in AsyncStream.makeStream(of: Void.self).stream {}
      }
    }
    #expect(issues.count == 1)
    #expect(
      issues.first?.comments.first?.rawValue.hasSuffix(
        """
        It resumed a task of the test "When a test waits for a task of a test that is over then it is told the name of \
        that test", which has finished: the task never runs again.
        Give each test its own instance, or start the shared task in the initializer of a static property.
        """
      ) == true
    )
  }

  @Test("When a relay has ended with the test that started it then a test that waits for it is told where it waits")
  func whenRelayHasEndedWithItsTest_thenTestIsToldWhereItWaits() async throws {
    let relay = Relay()
    try await withDeterministicScheduling {
      relay.start()
      #expect(await relay.request() == 42)
    }
    // The relay was cancelled with the first test, and its stream has finished: nothing is resumed that could be named.
    let issues = await capturingIssues {
      try await withDeterministicScheduling(outside: .milliseconds(30)) { _ = await relay.request() }
    }
    let text = issues.first?.comments.first?.rawValue ?? ""
    #expect(text.hasPrefix("No task in this test can make progress\n"))
    #if DEBUG
      #expect(text.contains("\nSuspended: test body in `Relay.request()` at MembershipDoubles.swift:63\n"))
    #endif
    relay.abandonRequests()
  }

  @Test("When two tests share a relay that a static property starts then it serves both of them")
  func whenTwoTestsShareRelay_thenItServesBoth() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          try await withDeterministicScheduling(outside: .seconds(120)) {
            for _ in 0..<20 { #expect(await Relay.shared.request() == 42) }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("When an executor waits for a job that it is given then starting a task ends", .timeLimit(.minutes(15)))
  func whenExecutorWaitsForItsJob_thenStartingTaskEnds() async throws {
    let log = EventLog()
    try await withDeterministicScheduling(outside: .seconds(120)) {
      let actor = WaitingActor()
      let task = await actor.start { log.add("ran") }
      await task.value
      await settle()
    }
    #expect(log.events == ["ran"])
  }
}
