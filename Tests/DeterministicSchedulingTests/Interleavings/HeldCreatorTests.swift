// conventions:ignore-file yielding - the order of tasks that yield is the subject

import Foundation
import Testing
import TestingSupportCore

@testable import DeterministicScheduling

@Suite("A new task", .serialized, .exactOnly)
struct HeldCreatorTests {
  @Test("may begin before its creator goes on, and may not", arguments: CreatorProgram.all)
  func whenOrdersAreExplored_thenEitherGoesOnFirst(program: CreatorProgram) async throws {
    for strategy in [.random, .pct(depth: 3)] as [InterleavingStrategy] {
      var explored: Set<[Int]> = []
      for seed in 0..<60 as Range<UInt64> {
        let log = Numbers()
        try await withDeterministicScheduling(seed: seed, strategy: strategy) { await program.run(log) }
        explored.insert(log.all)
      }
      #expect(explored == program.orders, "\(strategy)")
    }
  }

  @Test("begins when its creator suspends in the plain order", arguments: CreatorProgram.all)
  func whenTheOrderIsPlain_thenTheCreatorGoesOn(program: CreatorProgram) async throws {
    for strategy in [nil, FIFOStrategy()] {
      let log = Numbers()
      let run = DeterministicRun(strategy: strategy)
      _ = try await run.perform(sourceLocation: #_sourceLocation) { await program.run(log) }
      #expect(log.all == program.orders.min { $0.lexicographicallyPrecedes($1) })
    }
  }

  @Test("that begins first is told as one deviation, and can be replayed")
  func whenTheNewTaskMustNotBeginFirst_thenTheReportSaysThatItDid() async throws {
    let outcome = try await explore(.interleavings(200, seed: 1)) {
      let log = Numbers()
      await CreatorProgram.detached.run(log)
      #expect(log.all == [1, 2])
    }
    let report = try #require(outcome.report?.withoutFunctions)
    #expect(report.contains(": 1 of 3 steps differs from FIFO"), "\(report)")
    #expect(
      report.contains(
        "     1  test body  starts; creates task 1\n▸    2  task 1     starts (created in step 1) before the test body\n"
      )
    )
    #expect(report.contains("\n     3  test body  resumes after step 1\n"))
    let replay = try #require(outcome.replay)
    for _ in 0..<20 {
      let log = Numbers()
      try await withDeterministicScheduling(seed: replay.seed, strategy: replay.strategy) {
        await CreatorProgram.detached.run(log)
      }
      #expect(log.all == [2, 1])
    }
  }

  @Test("takes the same steps for the same seed, however many tasks create others")
  func whenTasksCreateOthers_thenTheSameSeedGivesTheSameSteps() async throws {
    var orders: Set<[Int]> = []
    for seed in 0..<30 as Range<UInt64> {
      let runs = try await [treeOfTasks(seed), treeOfTasks(seed)]
      #expect(runs[0].0 == runs[1].0)
      #expect(runs[0].1 == runs[1].1)
      orders.insert(runs[0].1)
    }
    #expect(orders.count > 20)
  }

  @Test("that takes a lock that its creator has does not keep the creator from going on")
  func whenTheCreatorHasALock_thenBothEnd() async throws {
    for seed in 0..<20 as Range<UInt64> {
      let issues = await capturingIssues {
        try await withDeterministicScheduling(seed: seed) {
          let values = Locked<[Int]>([])
          let task = values.withLock { list in
            let task = Task.detached { values.withLock { $0.append(2) } }
            list.append(1)
            return task
          }
          await task.value
          #expect(values.withLock { $0 } == [1, 2])
        }
      }
      #expect(issues.isEmpty, "\(issues)")
    }
  }

  @Test("that waits for a lock of another thread does not change the order")
  func whenTheTaskWaitsForALockOfAnotherThread_thenTheOrderIsTheSame() async throws {
    for seed in 0..<20 as Range<UInt64> {
      var orders: Set<[Int]> = []
      for pause in [0, 60_000] as [UInt32] {
        let (log, lock, isLocked) = (Numbers(), NSLock(), DispatchSemaphore(value: 0))
        Thread.detachNewThread {
          lock.withLock {
            isLocked.signal()
            usleep(pause)  // sleep-is-the-subject
          }
        }
        waitBlocking(isLocked)
        try await withDeterministicScheduling(seed: seed) {
          let task = Task.detached { lock.withLock { log.add(1) } }
          log.add(2)
          await task.value
        }
        orders.insert(log.all)
      }
      #expect(orders.count == 1, "seed \(seed): \(orders)")
    }
  }

  @Test("that waits in the system is waited for by settle() and by time, although its creator goes on")
  func whenTheTaskWaitsInTheSystem_thenTheTestIsNotIdle() async throws {
    for seed in 0..<40 as Range<UInt64> {
      let log = Numbers()
      try await withDeterministicScheduling(seed: seed) {
        let task = Task.detached {
          usleep(30_000)  // sleep-is-the-subject
          log.add(1)
        }
        if seed % 4 < 2 { await settle() } else { try await Task.sleep(for: .seconds(1)) }  // sleep-is-the-subject
        log.add(2)
        await task.value
      }
      #expect(log.all == [1, 2], "seed \(seed)")
    }
  }

  @Test("that waits for what only the test can do is not waited for any longer than a job that blocks")
  func whenTheTaskWaitsForTheTest_thenTheTestIsIdle() async throws {
    for seed in 0..<6 as Range<UInt64> {
      let log = Numbers()
      let run = Self.impatientRun(seed)
      _ = await capturingIssues {
        _ = try await run.perform(sourceLocation: #_sourceLocation) {
          let gate = DispatchSemaphore(value: 0)
          let task = Task.detached {
            waitBlocking(gate)
            log.add(2)
          }
          await settle()
          log.add(1)
          gate.signal()
          await task.value
        }
      }
      #expect(log.all == [1, 2], "seed \(seed)")
    }
  }

  @Test("is not waited for by a loop that creates a thousand")
  func whenThousandTasksAreCreated_thenFewAreWaitedFor() async throws {
    let run = DeterministicRun(strategy: RandomStrategy(seed: 1), isRecording: true)
    let log = try await run.perform(sourceLocation: #_sourceLocation) {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<1_000 { group.addTask {} }
      }
    }
    let steps = try #require(log?.steps)
    #expect(steps.count { $0.kind == .creation } >= 32)
    #expect(Set(steps.compactMap(\.task)).count == 1_001)
  }

  private static func impatientRun(_ seed: UInt64) -> DeterministicRun {
    var run = DeterministicRun(strategy: RandomStrategy(seed: seed))
    run.blockingLimit = .milliseconds(100)
    return run
  }

  private func treeOfTasks(_ seed: UInt64) async throws -> (ScheduleLog?, [Int]) {
    let numbers = Numbers()
    let run = DeterministicRun(strategy: RandomStrategy(seed: seed), isRecording: true)
    let log = try await run.perform(sourceLocation: #_sourceLocation) {
      await withTaskGroup(of: Void.self) { group in
        for number in 1...3 {
          group.addTask {
            async let leaf: Void = numbers.add(10 * number)
            numbers.add(number)
            await Task.yield()
            await leaf
          }
          numbers.add(-number)
        }
      }
    }
    return (log, numbers.all)
  }
}

@Suite("A scheduler that is asked to hold a task")
struct SchedulerHoldTests {
  @Test("does not, where nothing else could run, or no strategy decides")
  func whenNothingElseCanRun_thenTheTaskGoesOn() {
    var alone = Scheduler(strategy: LastStrategy())
    alone.enqueue(0, task: 1, on: .own, isInside: false)
    _ = alone.next()
    #expect(alone.hold(0, task: 1) == nil)
    #expect(alone.stepCount == 1)
    var plain = Scheduler()
    plain.enqueue(1, task: 2, on: .own, isInside: false)
    #expect(plain.hold(0, task: 1) == nil)
  }

  @Test("runs what was chosen in its place, and releases it when that is chosen")
  func whenAnotherIsChosen_thenItRunsFirst() throws {
    var sut = Scheduler(strategy: FirstStrategy(), isRecording: true)
    sut.enqueue(0, task: 1, on: .own, isInside: false)
    _ = sut.next()
    sut.enqueue(1, task: 2, on: .own, isInside: true)
    let held = sut.hold(0, task: 1)
    let key = try #require(held)
    #expect(sut.next().text == "run 1 on own")
    #expect(sut.next().text == "release \(key)")
    #expect(sut.next().text == "rest")
    #expect(sut.log?.steps.map(\.kind) == [.job, .job, .creation])
    #expect(sut.log?.steps.map(\.task) == [0, 1, 0])
    #expect(sut.log?.steps.map(\.origin) == [nil, 0, 0])
  }

  @Test("tells that it goes on at once as a step of its own")
  func whenTheTaskGoesOn_thenThatIsAStep() {
    var sut = Scheduler(strategy: LastStrategy(), isRecording: true)
    sut.enqueue(0, task: 1, on: .own, isInside: false)
    _ = sut.next()
    sut.enqueue(1, task: 2, on: .own, isInside: true)
    #expect(sut.hold(0, task: 1) == nil)
    #expect(sut.log?.steps.map(\.kind) == [.job, .creation])
    #expect(sut.next().text == "run 1 on own")
  }

  @Test("holds none any more when one was in the way")
  func whenAHeldTaskIsReleasedNow_thenNoneIsHeldAnyMore() throws {
    var sut = Scheduler(strategy: FirstStrategy())
    sut.enqueue(1, task: 2, on: .own, isInside: false)
    sut.enqueue(2, task: 3, on: .own, isInside: false)
    let held = sut.hold(0, task: 1)
    let key = try #require(held)
    _ = sut.next()
    sut.releaseNow(key)
    #expect(sut.hold(0, task: 1) == nil)
    #expect(sut.next().text == "run 2 on own")
    #expect(sut.next().text == "rest")
  }
}

private struct FirstStrategy: ScheduleStrategy {
  func choose(among ready: ReadyJobs) -> Int { 0 }
}

private struct LastStrategy: ScheduleStrategy {
  func choose(among ready: ReadyJobs) -> Int { ready.count - 1 }
}

/// A creator that adds 1 to a log, and a task that adds 2.
struct CreatorProgram: Sendable, CustomTestStringConvertible {
  let testDescription: String
  var orders: Set<[Int]> = [[1, 2], [2, 1]]
  let run: @Sendable (Numbers) async -> Void

  static let detached = CreatorProgram(testDescription: "detached") { log in
    let task = Task.detached { log.add(2) }
    log.add(1)
    await task.value
  }

  static let all = [
    detached,
    CreatorProgram(testDescription: "async let") { log in
      async let value: Void = log.add(2)
      log.add(1)
      await value
    },
    CreatorProgram(testDescription: "of a group") { log in
      await withTaskGroup(of: Void.self) { group in
        group.addTask { log.add(2) }
        log.add(1)
      }
    },
    CreatorProgram(testDescription: "detached from an actor") { log in await Creator().startDetached(log) },
    CreatorProgram(testDescription: "of the main actor") { log in
      let task = Task { @MainActor in log.add(2) }
      log.add(1)
      await task.value
    },
    CreatorProgram(testDescription: "cancelled by its creator", orders: [[0, 0], [1, 0]]) { log in
      let task = Task.detached { log.add(Task.isCancelled ? 0 : 1) }
      task.cancel()
      await task.value
      log.add(0)
    },
    CreatorProgram(testDescription: "resumed", orders: [[1, 2], [2, 1]]) { log in
      let task = Task.detached {
        await withCheckedContinuation { continuation in
          Task.detached {
            await Task.yield()
            continuation.resume()
            log.add(1)
          }
        }
        log.add(2)
      }
      await task.value
      await settle()
    },
    CreatorProgram(testDescription: "of its creator's actor", orders: [[1, 2]]) { log in await Creator().start(log) },
    CreatorProgram(testDescription: "created on the main actor, which is not held", orders: [[1, 2]]) { log in
      await startOnMain(log)
    },
  ]

  @MainActor private static func startOnMain(_ log: Numbers) async {
    let task = Task.detached { log.add(2) }
    log.add(1)
    await task.value
  }

  private actor Creator {
    private var starts = 0

    func startDetached(_ log: Numbers) async {
      let task = Task.detached { log.add(2) }
      log.add(1)
      await task.value
    }

    func start(_ log: Numbers) async {
      let task = Task {
        starts += 1
        log.add(2)
      }
      log.add(1)
      await task.value
    }
  }
}
