// conventions:ignore-file yielding - the order of tasks that yield is the subject

import Dispatch
import Foundation
import Testing
import TestingSupportCore

@testable import DeterministicScheduling

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

// One after the other: tasks that spin keep processors from other tests until their own test goes on.
@Suite("A job that keeps its thread", .exactOnly, .serialized)
struct BlockedLaneTests {
  #if compiler(>=6.2)  // for the names of tasks
    @Test("When a task spins until it is cancelled then the test goes on, cancels it, and is warned")
    func whenTaskSpinsUntilCancelled_thenTestGoesOn() async throws {
      let line = #line + 2
      let issues = await capturingIssues {
        try await withImpatientScheduling {
          let spinner = Task(name: "spinner") {
            while !Task.isCancelled {}
            return 42
          }
          await Task.yield()
          spinner.cancel()
          #expect(await spinner.value == 42)
        }
      }
      #expect(issues.count == 1)
      #expect(issues.first?.isFailure == false)
      #expect(issues.first?.sourceLocation?.line == line)
      let text = issues.first?.comments.first?.rawValue ?? ""
      let lines = text.split(separator: "\n")
      #expect(lines.first == "A task blocked its thread, so the test continued on another")
      #expect(text.contains("\"spinner\""))
      #expect(text.contains("whenTaskSpinsUntilCancelled_thenTestGoesOn"))
    }
  #endif

  @Test("When a task waits on a semaphore that another task signals then both end")
  func whenTaskWaitsOnSemaphore_thenBothEnd() async throws {
    let issues = await capturingIssues {
      try await withImpatientScheduling {
        let semaphore = DispatchSemaphore(value: 0)
        let waiter = Task { waitBlocking(semaphore) }
        let signaller = Task {
          for _ in 0..<10 { await Task.yield() }
          semaphore.signal()
        }
        await waiter.value
        await signaller.value
      }
    }
    #expect(issues.map(\.isFailure) == [false])
  }

  @Test("When a task blocks on a lock that another task holds over a suspension then both end")
  func whenTaskBlocksOnLock_thenBothEnd() async throws {
    let log = EventLog()
    let issues = await capturingIssues {
      try await withImpatientScheduling {
        let lock = DispatchSemaphore(value: 1)
        let tasks = ["a", "b"].map { name in
          Task {
            waitBlocking(lock)
            try? await Task.sleep(for: .milliseconds(10))  // sleep-is-the-subject
            log.add(name)
            lock.signal()
          }
        }
        for task in tasks { await task.value }
      }
    }
    #expect(log.events == ["a", "b"])
    #expect(issues.map(\.isFailure) == [false])
  }

  @Test("When a task blocks in a read that another task ends then both end")
  func whenTaskBlocksInRead_thenBothEnd() async throws {
    let issues = await capturingIssues {
      try await withImpatientScheduling {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        let (reading, writing) = (ends[0], ends[1])
        let reader = Task { readByte(from: reading) }
        try await Task.sleep(for: .milliseconds(500))  // sleep-is-the-subject
        var byte: UInt8 = 7
        #expect(write(writing, &byte, 1) == 1)
        #expect(await reader.value == 7)
        close(reading)
        close(writing)
      }
    }
    #expect(issues.map(\.isFailure) == [false])
  }

  @Test("When the body blocks until its own task is done then both end")
  func whenBodyBlocks_thenBothEnd() async throws {
    let issues = await capturingIssues {
      try await withImpatientScheduling {
        let semaphore = DispatchSemaphore(value: 0)
        Task {
          try? await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
          semaphore.signal()
        }
        waitBlocking(semaphore)
      }
    }
    #expect(issues.map(\.isFailure) == [false])
    #expect(issues.first?.comments.first?.rawValue.contains("The test body") == true)
  }

  @Test("When a job blocks the main actor then tasks elsewhere go on")
  func whenMainActorIsBlocked_thenOthersGoOn() async throws {
    let log = EventLog()
    let issues = await capturingIssues {
      try await withImpatientScheduling {
        let semaphore = DispatchSemaphore(value: 0)
        let waiter = Task { @MainActor in
          waitBlocking(semaphore)
          log.add("released")
        }
        let other = Task { @MainActor in log.add("main again") }
        await Task.yield()
        semaphore.signal()
        await waiter.value
        await other.value
      }
    }
    #expect(log.events == ["released", "main again"])
    #expect(issues.map(\.isFailure) == [false])
  }

  @Test("When several tasks spin at once then each lets go of the schedule and all end")
  func whenSeveralSpin_thenAllEnd() async throws {
    let log = EventLog()
    let issues = await capturingIssues {
      try await withImpatientScheduling {
        let spinners = (0..<3).map { number in
          Task {
            while !Task.isCancelled {}
            await Task.yield()
            log.add("\(number)")
          }
        }
        await Task.yield()
        for spinner in spinners { spinner.cancel() }
        for spinner in spinners { await spinner.value }
      }
    }
    #expect(log.events.sorted() == ["0", "1", "2"])
    #expect(issues.map(\.isFailure) == [false])
  }

  @Test("When a task that has blocked goes on then it sleeps, hops and starts tasks under the schedule again")
  func whenBlockedTaskGoesOn_thenItIsScheduledAgain() async throws {
    let log = EventLog()
    _ = await capturingIssues {
      try await withImpatientScheduling {
        let actor = CounterActor(log: log)
        let task = Task {
          while !Task.isCancelled {}
          await actor.increment("hop")
          await Task { try? await Task.sleep(for: .seconds(3600)) }.value  // sleep-is-the-subject
          await MainActor.run { log.add("main") }
          log.add("virtual: \(VirtualTime.elapsed.map { $0 >= .seconds(3600) } ?? false)")
        }
        await Task.yield()
        task.cancel()
        await task.value
      }
    }
    #expect(log.events == ["hop: count 1", "main", "virtual: true"])
  }

  @Test("When orders of a test with a spinning task are explored then the exploration ends")
  func whenOrdersAreExplored_thenExplorationEnds() async throws {
    let runs = Locked(0)
    let outcome = try await explore(.interleavings(8, seed: 1)) {
      runs.withLock { $0 += 1 }
      let spinner = Task {
        while !Task.isCancelled {}
      }
      await Task.yield()
      spinner.cancel()
      await spinner.value
    }
    #expect(runs.withLock { $0 } == 8)
    #expect(outcome.issues.isEmpty)
    #if compiler(>=6.2)
      #expect(outcome.harmless.count == 1, "\(outcome.harmless)")
    #endif
  }

  @Test("When the others of a blocked task rest too then the test waits for it without a word")
  func whenNothingElseCanRun_thenTestWaits() async throws {
    let issues = await capturingIssues {
      try await withImpatientScheduling {
        let semaphore = DispatchSemaphore(value: 0)
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1500)) { semaphore.signal() }
        await Task { waitBlocking(semaphore) }.value
      }
    }
    #expect(issues.isEmpty)
  }

  @Test("When a task blocks for long while nothing else can run then a warning says so, and the test waits")
  func whenTaskBlocksForLong_thenWarningSaysSo() async throws {
    let semaphore = DispatchSemaphore(value: 0)
    let signal: @Sendable (Issue) -> Bool = { _ in
      semaphore.signal()
      return true
    }
    let line = #line + 2
    let issues = await capturingIssues(where: signal) {
      try await withImpatientScheduling(longLimit: .milliseconds(200)) {
        await Task { waitBlocking(semaphore, for: 60) }.value
      }
    }
    let lines = issues.first?.comments.first?.rawValue.split(separator: "\n") ?? []
    #expect(lines.first == "A task has blocked its thread for 200 milliseconds")
    #expect(lines.dropFirst().first?.hasPrefix("Unnamed task 1 has not suspended since it continued") == true)
    #expect(lines.dropFirst().first?.hasSuffix(". Everything else in the test waits for it.") == true)
    #expect(
      lines.last
        == "Look for a semaphore that is never signaled, a lock that is never released, or a loop that never ends."
    )
    #expect(issues.map(\.isFailure) == [false])
    #expect(issues.first?.sourceLocation?.line == line)
  }

  @Test("When a task blocks without end then the test fails, and is abandoned")
  func whenTaskBlocksWithoutEnd_thenTestFails() async throws {
    let semaphore = DispatchSemaphore(value: 0)
    let issues = await capturingIssues {
      await #expect(throws: AbandonedTest.self) {
        try await withImpatientScheduling(longLimit: .milliseconds(200), idleLimit: .milliseconds(300)) {
          await Task { waitBlocking(semaphore) }.value
        }
      }
    }
    semaphore.signal()
    let texts = issues.filter(\.isFailure).compactMap { $0.comments.first?.rawValue }
    #expect(texts.count == 2)
    #expect(texts.first?.hasPrefix("No task in this test can make progress\n") == true)
    for text in texts { #expect(text.contains("\nBlocking a thread: unnamed task 1")) }
    #expect(texts.last?.hasPrefix("The test did not finish within 300 milliseconds of being cancelled\n") == true)
  }

  @Test("When a task that was left behind works or sleeps longer than the limit then the test waits for it")
  func whenTaskLeftBehindWorksOn_thenTestWaits() async throws {
    let issues = await capturingIssues {
      for work in [spin(for:), sleepBlocking(for:)] {
        try await withImpatientScheduling(outside: .milliseconds(200)) {
          let other = Task { 1 }
          workUntilLeftBehind(with: work)
          work(.seconds(1))
          #expect(await other.value == 1)
        }
      }
    }
    #expect(issues.map(\.isFailure) == [false, false])
  }

  @Test("When a task works beside a time-out then the time-out ends no earlier than it natively would")
  func whenTaskWorksBesideTimeout_thenTimeKeepsPace() async throws {
    let log = EventLog()
    let mostTicks = Locked(0)
    let issues = await capturingIssues {
      for work in [spin(for:), sleepBlocking(for:)] {
        try await withImpatientScheduling {
          let timeout = Task {
            try await Task.sleep(for: .seconds(60))  // sleep-is-the-subject
            log.add("time-out")
          }
          let ticker = Task {
            while true {
              try await Task.sleep(for: .milliseconds(400))  // sleep-is-the-subject
              log.add("tick")
            }
          }
          await Task.yield()
          let start = DispatchTime.now().uptimeNanoseconds
          var elapsed: Duration { .nanoseconds(Int64(DispatchTime.now().uptimeNanoseconds - start)) }
          work(.seconds(1))
          workUntilLeftBehind(with: work)
          timeout.cancel()
          ticker.cancel()
          mostTicks.withLock { [elapsed] in $0 += Int(elapsed / .milliseconds(400)) }
        }
      }
    }
    #expect(log.events.count <= mostTicks.withLock { $0 } && !log.events.contains("time-out"), "\(log.events)")
    #expect(issues.map(\.isFailure) == [false, false])
  }

  @Test("When a task works for longer than time keeps pace then time goes on")
  func whenTaskWorksForLong_thenTimeGoesOn() async throws {
    let issues = await capturingIssues {
      try await withImpatientScheduling(pacingLimit: .milliseconds(200)) {
        let spinner = Task { while !Task.isCancelled {} }
        try await Task.sleep(for: .seconds(3600))  // sleep-is-the-subject
        spinner.cancel()
        await spinner.value
      }
    }
    #expect(issues.map(\.isFailure) == [false])
  }

  @Test("When a task that outlives its test waits in the system then it finds itself cancelled")
  func whenLeftoverBlocks_thenItStaysCancelled() async {
    let isCancelled = Locked<Bool?>(nil)
    _ = await capturingIssues {
      try await withImpatientScheduling {
        Task {
          while !Task.isCancelled { sleepBlocking(for: .milliseconds(20)) }
          sleepBlocking(for: .seconds(1))
          isCancelled.withLock { $0 = Task.isCancelled }
        }
      }
    }
    #expect(isCancelled.withLock(\.self) == true)
  }

  @Test("When tests block that have nothing else to do then they keep none from running")
  func whenTestsBlockWithNothingElseToDo_thenNoneIsKept() async throws {
    let (semaphore, count) = (DispatchSemaphore(value: 0), ProcessInfo.processInfo.activeProcessorCount)
    let issues = await capturingIssues {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<count {
          // However long the other test waits for its turn among all tests.
          group.addTask { try await withImpatientScheduling(longLimit: .seconds(3600)) { waitBlocking(semaphore) } }
        }
        group.addTask {
          try await Task.sleep(for: .milliseconds(300))  // sleep-is-the-subject
          try await withImpatientScheduling {
            await Task.yield()
            for _ in 0..<count { semaphore.signal() }
          }
        }
        try await group.waitForAll()
      }
    }
    #expect(issues.isEmpty, "\(issues)")
  }

  @Test("When many tests block at once then none keeps another from running")
  func whenManyTestsBlock_thenNoneKeepsAnother() async throws {
    let issues = await capturingIssues {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            try await withImpatientScheduling {
              let semaphore = DispatchSemaphore(value: 0)
              let waiter = Task { waitBlocking(semaphore) }
              await Task.yield()
              await Task { _ = semaphore.signal() }.value
              await waiter.value
            }
          }
        }
        try await group.waitForAll()
      }
    }
    #expect(issues.filter(\.isFailure).isEmpty)
  }
}

// Where tasks have names and executors of their own.
#if os(Linux) && compiler(>=6.2)

  extension BlockedLaneTests {
    @Test("When a task blocks its executor's thread for another task then both end", arguments: [true, false])
    func whenTaskBlocksItsExecutor_thenBothEnd(isActor: Bool) async throws {
      let (hasBegun, semaphore) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let issues = await capturingIssues {
        let run = DeterministicRun(outsideLimit: .milliseconds(200))
        _ = try await run.perform(sourceLocation: #_sourceLocation) {
          if isActor {
            let blocked = Task(name: "blocked") { await QueueActor().block { waitBlocking(semaphore) } }
            Task { semaphore.signal() }
            await blocked.value
          } else {
            let blocked = Task(name: "blocked", executorPreference: ConcurrentExecutor()) {
              hasBegun.signal()
              waitBlocking(semaphore)
            }
            waitBlocking(hasBegun)
            Task {
              try? await Task.sleep(for: .seconds(60))  // sleep-is-the-subject
              semaphore.signal()
            }
            await blocked.value
          }
        }
      }
      #expect(issues.map(\.isFailure) == [false], "\(issues)")
      let text = try #require(issues.first?.comments.first?.rawValue)
      let lines = text.split(separator: "\n")
      #expect(lines.first == "A task blocked its executor's thread, so the test continued without it")
      #expect(lines.dropFirst().first?.hasPrefix("Blocking for 200 milliseconds: \"blocked\"") == true, "\(text)")
    }

    @Test("When a task blocks the main actor then the warning names the task and its function")
    func whenTaskBlocksMainActor_thenWarningNamesIt() async throws {
      let semaphore = DispatchSemaphore(value: 0)
      let issues = await capturingIssues {
        try await withImpatientScheduling {
          let blocked = Task(name: "ui") { @MainActor in waitBlocking(semaphore) }
          Task { semaphore.signal() }
          await blocked.value
        }
      }
      let text = try #require(issues.first?.comments.first?.rawValue)
      #expect(text.contains("\nTask \"ui\" waited for half a second in `"), "\(text)")
    }

    @Test("When a task blocks the main actor and polls for a sleeper then the sleeper wakes", arguments: [nil, 60])
    func whenMainActorPolls_thenSleeperWakes(outside: Int?) async throws {
      let issues = await capturingIssues {
        try await withImpatientScheduling(outside: outside.map { .seconds($0) }) {
          let isDone = Locked(false)
          Task.detached {
            try await Task.sleep(for: .milliseconds(500))  // sleep-is-the-subject
            isDone.withLock { $0 = true }
          }
          await Task { @MainActor in sleepBlocking(until: { isDone.withLock(\.self) }, for: .seconds(30)) }.value
          #expect(isDone.withLock { $0 })
        }
      }
      #expect(issues.map(\.isFailure) == [false], "\(issues)")
    }

    @Test("When a task waits for another one then that runs after half a second, in time for a limit of a second")
    func whenTaskWaitsWithLimit_thenOtherComesInTime() async throws {
      let issues = await capturingIssues {
        try await withDeterministicScheduling {
          let semaphore = DispatchSemaphore(value: 0)
          Task { semaphore.signal() }
          #expect(isSignaled(semaphore, within: 60))
          // In the time that its thread was given, however busy the machine is.
          let schedule = try #require(Schedule.current)
          let waited = try #require(schedule.state.withLock { $0.lane.displaced.first?.blockedTime })
          #expect(waited >= .milliseconds(500) && waited < .seconds(1))
        }
      }
      #expect(issues.map(\.isFailure) == [false], "\(issues)")
      let text = try #require(issues.first?.comments.first?.rawValue)
      #expect(text.contains("\nThe test body waited for half a second without suspending."), "\(text)")
    }

    @Test("When a test fails whose task has blocked the others for a short time then a warning says so")
    func whenTaskBlocksShortly_thenFailingTestIsWarned() async throws {
      let issues = await capturingIssues {
        try await withDeterministicScheduling {
          let schedule = try #require(Schedule.current)
          Task {}
          // A busy machine may take longer to see that.
          sleepBlocking(until: { schedule.state.withLock { $0.lane.longestWait != nil } }, for: .seconds(60))
          throw CancellationError()
        }
      }
      #expect(issues.map(\.isFailure) == [false, true], "\(issues)")
      let lines = try #require(issues.first?.comments.first?.rawValue).split(separator: "\n")
      try #require(lines.count == 3)
      #expect(lines[0] == "A task blocked its thread while other tasks of the test were ready")
      #expect(lines[1].firstMatch(of: /^The test body waited for at least [1-3]00 milliseconds/) != nil, "\(lines[1])")
    }

    @Test(
      "When a test fails whose task has run in a loop with a time limit then a warning says so",
      arguments: [true, false],
      [true, false]
    )
    func whenTaskRunsInLoop_thenFailingTestIsWarned(readsTime: Bool, endsInStep: Bool) async throws {
      let issues = await capturingIssues {
        try await withDeterministicScheduling {
          let schedule = try #require(Schedule.current)
          Task {}
          // A busy machine may take longer to see that.
          var turns = 0
          while turns < 100_000_000, schedule.state.withLock({ $0.lane.latestRun == nil }) {
            turns += 1
            if readsTime { _ = Date() }
          }
          if !endsInStep { await Task.yield() }
          throw CancellationError()
        }
      }
      #expect(issues.map(\.isFailure) == (readsTime ? [false, true] : [true]), "\(issues)")
      guard readsTime else { return }
      let lines = try #require(issues.first?.comments.first?.rawValue).split(separator: "\n")
      try #require(lines.count == 3)
      #expect(lines[0] == "A task blocked its thread while other tasks of the test were ready")
      #expect(lines[1].firstMatch(of: /^The test body ran for at least [1-3]00 milliseconds/) != nil, "\(lines[1])")
      #expect(lines[2].hasSuffix(" in place of a semaphore, a lock, or a loop with a time limit."))
    }

    @Test("When a test passes whose task has blocked the others for a short time then nothing is said")
    func whenTaskBlocksShortly_thenPassingTestIsNotWarned() async throws {
      let issues = await capturingIssues {
        try await withDeterministicScheduling {
          let task = Task {}
          sleepBlocking(for: .milliseconds(300))
          await task.value
        }
      }
      #expect(issues.isEmpty, "\(issues)")
    }

    @Test(
      "When a task polls an actor then time passes for the sleep that it waits for",
      .deterministic,
      arguments: [true, false]
    )
    func whenTaskPollsActor_thenTimePasses(isBody: Bool) async throws {
      // Two whose values are needed, since code that calls a single actor again and again may never leave it.
      let (flag, other) = (Flag(), Flag())
      if isBody {
        Task {
          try await Task.sleep(for: .seconds(30))  // sleep-is-the-subject
          await flag.set()
        }
        while await !flag.isSet, await !other.isSet {}
      } else {
        let poll = Task { while await !flag.isSet, await !other.isSet {} }
        try await Task.sleep(for: .seconds(30))  // sleep-is-the-subject
        await flag.set()
        await poll.value
      }
      #expect(VirtualTime.elapsed == .seconds(30))
    }
  }

  @Test("When a task blocks an actor that another one waits for then time passes elsewhere", .exactOnly)
  func whenTaskBlocksActor_thenTimePasses() async throws {
    let issues = await capturingIssues {
      try await withImpatientScheduling(outside: .seconds(2)) {
        let (flag, end) = (Flag(), DispatchSemaphore(value: 0))
        let blocker = Task.detached { await flag.set(after: end) }
        try await Task.sleep(for: .milliseconds(30))  // sleep-is-the-subject
        let second = Task.detached { await flag.set() }
        try await Task.sleep(for: .milliseconds(30))  // sleep-is-the-subject
        #expect(VirtualTime.elapsed == .milliseconds(60))
        end.signal()
        await blocker.value
        await second.value
      }
    }
    // That the first task blocks its thread.
    #expect(issues.map(\.isFailure) == [false])
  }

  private actor Flag {
    private(set) var isSet = false

    func set() { isSet = true }

    func set(after semaphore: DispatchSemaphore) {
      semaphore.wait()
      isSet = true
    }
  }

  private final class ConcurrentExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "concurrent executor", attributes: .concurrent)

    func enqueue(_ job: UnownedJob) {
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

#endif

// Goes on without a job that keeps its thread sooner than a test does, for the sake of a quick suite.
func withImpatientScheduling(
  outside limit: Duration? = nil,
  longLimit: Duration? = nil,
  idleLimit: Duration? = nil,
  pacingLimit: Duration? = nil,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () async throws -> Void
) async throws {
  var run = DeterministicRun(outsideLimit: limit ?? idleLimit)
  run.blockingLimit = .milliseconds(100)
  if let longLimit { run.longBlockingLimit = longLimit }
  if let idleLimit { run.idleLimit = idleLimit }
  run.pacingLimit = pacingLimit
  var result: Result<Void, any Error> = .success(())
  _ = try await run.perform(sourceLocation: sourceLocation) {
    do { try await body() } catch { result = .failure(error) }
  }
  try result.get()
}

// Not `async`, so that the compiler lets it block.
func waitBlocking(_ semaphore: DispatchSemaphore) { semaphore.wait() }

private func waitBlocking(_ semaphore: DispatchSemaphore, for seconds: Double) {
  _ = semaphore.wait(timeout: .now() + seconds)
}

private func isSignaled(_ semaphore: DispatchSemaphore, within seconds: Double) -> Bool {
  semaphore.wait(timeout: .now() + seconds) == .success
}

private func sleepBlocking(until condition: () -> Bool, for duration: Duration) {
  let end = DispatchTime.now() + .seconds(Int(duration / .seconds(1)))
  while !condition(), DispatchTime.now() < end { sleepBlocking(for: .milliseconds(10)) }
}

func sleepBlocking(for duration: Duration) {
  usleep(UInt32(duration / .microseconds(1)))  // sleep-is-the-subject
}

/// Works until the test goes on without the task: a busy machine may give it little of the time for which it works.
func workUntilLeftBehind(with work: (Duration) -> Void) {
  let end = DispatchTime.now() + .seconds(60)
  while Schedule.current?.hasBlockedJobs == false, DispatchTime.now() < end { work(.milliseconds(50)) }
}

func spin(for duration: Duration) {
  let start = DispatchTime.now().uptimeNanoseconds
  while DispatchTime.now().uptimeNanoseconds - start < UInt64(duration / .nanoseconds(1)) {}
}

private func readByte(from descriptor: Int32) -> UInt8 {
  var byte: UInt8 = 0
  return read(descriptor, &byte, 1) == 1 ? byte : 0
}
