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

@_silgen_name("swift_task_enqueueMainExecutor")
private func enqueueMain(_ job: UnownedJob)
