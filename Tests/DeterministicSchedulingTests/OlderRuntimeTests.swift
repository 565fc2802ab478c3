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
      _ = try await DeterministicRun(sleeps: .skipped).perform(sourceLocation: #_sourceLocation) {
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
