import Testing
import TestingSupportCore

@testable import DeterministicScheduling

@Suite("What older runtimes call", .enabled(if: DeterministicSupport.current == .ordered, "needs hooks alone"))
struct OlderRuntimeTests {
  @Test("When yields come through a hook then they are in one order")
  func whenYieldsComeThroughHook_thenTheyAreInOrder() async throws {
    for _ in 0..<20 {
      let log = EventLog()
      try await withDeterministicScheduling {
        await withTaskGroup(of: Void.self) { group in
          for child in 0..<3 {
            group.addTask {
              for step in 0..<3 {
                log.add("\(child) \(step)")
                await handOver { enqueueGlobal($0) }
              }
            }
          }
        }
      }
      #expect(log.events == (0..<3).flatMap { step in (0..<3).map { "\($0) \(step)" } })
    }
  }

  @Test("When sleeps come through hooks then they take as long as they say")
  func whenSleepsComeThroughHooks_thenTheyAreReal() async throws {
    let start = ContinuousClock.now
    let (delayed, delayedJob) = try newTask()
    enqueueGlobal(after: 20_000_000, delayedJob)
    #expect(await delayed.value - start >= .milliseconds(20))
    let (due, dueJob) = try newTask()
    enqueueGlobal(0, 0, 0, 0, 1, dueJob)
    #expect(await due.value >= start)
  }

  @Test("When a test skips its sleeps then they end when it is idle, the first to be due first, and clocks stay real")
  func whenTestSkipsSleeps_thenTheyEndWhenItIsIdle() async throws {
    let start = ContinuousClock.now
    let log = EventLog()
    let elapsed = Locked<Duration?>(nil)
    // The runtime of this process does not show sleeps, which is warned of once.
    let issues = await capturingIssues {
      try await withDeterministicScheduling(sleeps: .skipped) {
        await withTaskGroup(of: Void.self) { group in
          group.addTask {
            await handOver { enqueueGlobal(after: 3_600_000_000_000, $0) }
            log.add("an hour")
          }
          group.addTask {
            let deadline = continuousTime() + 60
            await handOver { enqueueGlobal(deadline, 0, 0, 0, 1, $0) }
            log.add("a minute")
          }
          group.addTask {
            for _ in 0..<10 { await Task.yield() }  // conventions:ignore yielding - it is not idle yet
            log.add("awake")
          }
        }
        elapsed.withLock { $0 = VirtualTime.elapsed }
      }
    }
    #expect(issues.filter(\.isFailure).isEmpty)
    #expect(log.events == ["awake", "a minute", "an hour"])
    #expect(elapsed.withLock { $0 } == .seconds(3600))
    #expect(ContinuousClock.now - start < .seconds(3600))
  }

  @Test("When orders are explored with skipped sleeps then each run skips them")
  func whenOrdersAreExplored_thenSleepsAreSkipped() async throws {
    let ends = EventLog()
    let outcome = try await explore(.interleavings(5, seed: 1, sleeps: .skipped)) {
      async let hour: Void = sleep(for: .seconds(3600))
      async let day: Void = sleep(for: .seconds(86_400))
      _ = await (hour, day)
      ends.add("\(VirtualTime.elapsed ?? .zero)")
    }
    #expect(outcome.issues.isEmpty)
    #expect(ends.events == Array(repeating: "86400.0 seconds", count: 5))
  }

  @Test("When a test that skips its sleeps contains one that does not then only its own are skipped")
  func whenNestedTestDoesNotSkip_thenItsSleepsAreReal() async throws {
    let (outer, inner) = (Locked<Duration?>(nil), Locked<Duration?>(nil))
    let start = ContinuousClock.now
    _ = await capturingIssues {
      try await withDeterministicScheduling(sleeps: .skipped) {
        async let hour: Void = sleep(for: .seconds(3600))
        try await withDeterministicScheduling {
          await sleep(for: .milliseconds(20))
          inner.withLock { $0 = VirtualTime.elapsed }
        }
        await hour
        outer.withLock { $0 = VirtualTime.elapsed }
      }
    }
    #expect(ContinuousClock.now - start >= .milliseconds(20))
    #expect(inner.withLock { $0 } == .zero)
    #expect(outer.withLock { $0 } == .seconds(3600))
  }

  @Test("When a test contains one that skips its sleeps then its own are real")
  func whenNestedTestSkips_thenOuterSleepsAreReal() async throws {
    let (outer, inner) = (Locked<Duration?>(nil), Locked<Duration?>(nil))
    let start = ContinuousClock.now
    _ = await capturingIssues {
      try await withDeterministicScheduling {
        try await withDeterministicScheduling(sleeps: .skipped) {
          await sleep(for: .seconds(3600))
          inner.withLock { $0 = VirtualTime.elapsed }
        }
        await sleep(for: .milliseconds(20))
        outer.withLock { $0 = VirtualTime.elapsed }
      }
    }
    #expect(ContinuousClock.now - start >= .milliseconds(20))
    #expect(inner.withLock { $0 } == .seconds(3600))
    #expect(outer.withLock { $0 } == .zero)
  }

  @Test("When sleeps are skipped then a sleep ends before work outside, unless that is awaited as outside work")
  func whenSleepsAreSkipped_thenOutsideWorkHoldsThem() async throws {
    func events(_ isHeld: Bool) async throws -> [String] {
      let log = EventLog()
      _ = await capturingIssues {
        try await withDeterministicScheduling(outside: .seconds(30), sleeps: .skipped) {
          async let timeout: Void = {
            await sleep(for: .seconds(3600))
            log.add("timeout")
          }()
          let answer: @Sendable () async -> Void = {
            await withUnsafeContinuation { continuation in
              _ = TimeoutTimer.shared.set(.milliseconds(200)) { _ in continuation.resume() }
            }
            log.add("answer")
          }
          if isHeld { await withOutsideWork { await answer() } } else { await answer() }
          await timeout
        }
      }
      return log.events
    }
    #expect(try await events(false) == ["timeout", "answer"])
    #expect(try await events(true) == ["answer", "timeout"])
  }

  @Suite("in a suite that skips them", .deterministic(sleeps: .skipped))
  struct SkippingSuite {
    @Test("When a test has no trait of its own then its sleeps are skipped")
    func whenTestHasNoTrait_thenSleepsAreSkipped() async {
      await sleep(for: .seconds(3600))
      #expect(VirtualTime.elapsed == .seconds(3600))
    }

    @Test("When a test has a trait of its own then that one decides", .deterministic)
    func whenTestHasTrait_thenItDecides() async {
      let start = ContinuousClock.now
      await sleep(for: .milliseconds(20))
      #expect(VirtualTime.elapsed == .zero)
      #expect(ContinuousClock.now - start >= .milliseconds(20))
    }
  }

  @Test("When a main-actor job comes through its hook then it runs on the main lane")
  func whenMainActorJobComesThroughHook_thenItIsOnTheMainLane() async throws {
    let log = try await DeterministicRun(isRecording: true).perform(sourceLocation: #_sourceLocation) {
      await handOver { enqueueMain($0) }
    }
    #expect(log?.steps.map(\.lane).contains(.main) == true)
  }
}

/// A task that was not enqueued, which tells when it began, and its job.
private func newTask(
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> (Task<ContinuousClock.Instant, Never>, UnownedJob) {
  var task: Task<ContinuousClock.Instant, Never>?
  let job = HookFindings.caught { task = Task.detached { ContinuousClock.now } }
  return (
    try #require(task, sourceLocation: sourceLocation),
    try #require(job, sourceLocation: sourceLocation)
  )
}

/// Suspends the running task, and gives away a job that resumes it.
private func handOver(_ enqueue: (UnownedJob) -> Void) async {
  await withUnsafeContinuation { continuation in
    enqueue(resumptionJob(Int(TaskPriority.medium.rawValue), continuation))
  }
}

/// Sleeps as older runtimes do.
private func sleep(for duration: Duration) async {
  let (seconds, attoseconds) = duration.components
  await handOver { enqueueGlobal(after: UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000), $0) }
}

@_silgen_name("swift_task_createNullaryContinuationJob")
private func resumptionJob(_ priority: Int, _ continuation: UnsafeContinuation<Void, Never>) -> UnownedJob

@_silgen_name("swift_task_enqueueGlobal")
private func enqueueGlobal(_ job: UnownedJob)

@_silgen_name("swift_task_enqueueGlobalWithDelay")
private func enqueueGlobal(after nanoseconds: UInt64, _ job: UnownedJob)

@_silgen_name("swift_task_enqueueGlobalWithDeadline")
private func enqueueGlobal(
  _ seconds: Int64,
  _ nanoseconds: Int64,
  _ leeway: Int64,
  _ leewayNanoseconds: Int64,
  _ clock: Int32,
  _ job: UnownedJob
)

/// The seconds that the continuous clock shows.
private func continuousTime() -> Int64 {
  var (seconds, nanoseconds): (Int64, Int64) = (0, 0)
  getTime(&seconds, &nanoseconds, 1)
  return seconds
}

@_silgen_name("swift_get_time")
private func getTime(_ seconds: inout Int64, _ nanoseconds: inout Int64, _ clock: Int32)

@_silgen_name("swift_task_enqueueMainExecutor")
private func enqueueMain(_ job: UnownedJob)
