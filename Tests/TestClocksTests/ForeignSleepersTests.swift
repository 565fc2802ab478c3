import DeterministicScheduling
import Dispatch
import TestClocks
import Testing
import TestingSupportCore

/// Sleepers whose wake-up is not in the hands of the test's schedule, because they run on an executor of their own.
@Suite("Sleepers that run elsewhere")
struct ForeignSleepersTests {
  @Test("a task cancelled between its wake-up and its next step throws")
  func whenCancelledWhileBeingWoken_thenThrows() async {
    guard #available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *) else { return }
    let (clock, executor) = (TestClock(), HeldExecutor())
    let victim = Task(executorPreference: executor) { try await clock.sleep(for: .seconds(1)) }
    await clock.waitForSleepers()
    executor.hold()
    async let advance: Void = clock.advance(by: .seconds(1))
    await executor.waitForHeldJob()
    #expect(clock.sleeperCount == 0)
    victim.cancel()
    executor.release()
    await advance
    await #expect(throws: CancellationError.self) { try await victim.value }
  }

  @Test("an advance returns only when a sleeper on another executor has woken")
  func whenSleeperRunsElsewhere_thenAdvanceWaitsForIt() async {
    guard #available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *) else { return }
    #expect(await eventsOfAdvance() == ["ran", "advanced"])
  }

  @Test("an advance in a deterministic test does so too", .deterministic)
  func whenSleeperRunsOutsideOfSchedule_thenAdvanceWaitsForIt() async {
    guard #available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *) else { return }
    #expect(await eventsOfAdvance() == ["ran", "advanced"])
  }

  @Test("an advance gives up on a sleeper that never gets to run")
  func whenWokenSleeperNeverRuns_thenAdvanceFails() async {
    guard #available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *) else { return }
    let (clock, executor) = (TestClock(), HeldExecutor())
    let sleeper = Task(executorPreference: executor) { try await clock.sleep(for: .seconds(1)) }
    await clock.waitForSleepers()
    executor.hold()
    let here = SourceLocation.here
    let issues = await capturingIssues {
      await WaitLimit.withValue(.milliseconds(5)) { await clock.advance(by: .seconds(1), sourceLocation: here) }
    }
    executor.release()
    await #expect(throws: Never.self) { try await sleeper.value }
    expect(issues, are: notResumed(after: "5 milliseconds"), at: here)
  }

  @Test("an advance in a deterministic part of a test gives up on a sleeper outside it that never runs", .exactOnly)
  func whenWokenSleeperOutsideNeverRuns_thenAdvanceFails() async throws {
    guard #available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *) else { return }
    let (clock, executor) = (TestClock(), HeldExecutor())
    let sleeper = Task(executorPreference: executor) { try await clock.sleep(for: .seconds(1)) }
    await clock.waitForSleepers()
    executor.hold()
    let here = SourceLocation.here
    let issues = await capturingIssues {
      try await withDeterministicScheduling(outside: .milliseconds(10)) {
        let other = Task { try await Task.sleep(for: .seconds(1)) }  // sleep-is-the-subject
        await WaitLimit.withValue(.milliseconds(300)) { await clock.advance(by: .seconds(1), sourceLocation: here) }
        #expect(VirtualTime.elapsed == .zero)
        other.cancel()
      }
    }
    executor.release()
    await #expect(throws: Never.self) { try await sleeper.value }
    expect(issues, are: notResumed(after: "300 milliseconds"), at: here)
  }

  @Test("an advance in a test in a test stops before a sleeper of the paused outer test", .exactOnly, .deterministic)
  func whenSleeperBelongsToPausedTest_thenAdvanceFails() async throws {
    let (clock, log) = (TestClock(), EventLog<String>())
    let sleeper = Task {
      try await (clock as any Clock<Duration>).sleep(for: .seconds(2))
      log.add("outer")
    }
    await clock.waitForSleepers()
    let here = SourceLocation.here
    let issues = await capturingIssues {
      try await withDeterministicScheduling {
        Task {
          try await clock.sleep(for: .seconds(1))
          log.add("inner")
        }
        await clock.advance(by: .seconds(3), sourceLocation: here)
      }
    }
    let text = """
      `advance(by: 3 seconds)` stopped
      The next sleeper belongs to a test that is paused for `withDeterministicScheduling`.
      1 task is still sleeping on the test clock at 1 second
      - wakes at 2 seconds (in 1 second)
      Start the sleeping task inside, or advance the clock outside.
      """
    expect(issues, are: text, at: here)
    #expect(log.events == ["inner"])
    await clock.advance(by: .seconds(1))
    #expect(log.events == ["inner", "outer"])
    try await sleeper.value
  }

  private func notResumed(after limit: String) -> String {
    """
    `advance(by: 1 second)` stopped after \(limit) of real time
    1 woken task has not run.
    Look for a blocked thread, an executor that does not run its jobs, or a test that is paused for \
    `withDeterministicScheduling`.
    """
  }

  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  private func eventsOfAdvance(sourceLocation: SourceLocation = #_sourceLocation) async -> [String] {
    let (clock, executor, log) = (TestClock(), HeldExecutor(), EventLog<String>())
    let sleeper = Task(executorPreference: executor) { try await clock.sleep(for: .seconds(1)) }
    await clock.waitForSleepers(within: .seconds(10))
    executor.runSlowly { log.add("ran") }
    let advance = Task {
      await clock.advance(by: .seconds(1))
      log.add("advanced")
    }
    await advance.value
    await #expect(throws: Never.self, sourceLocation: sourceLocation) { try await sleeper.value }
    return log.events
  }
}

/// Runs a task's jobs on a queue, or keeps them for a while.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
private final class HeldExecutor: TaskExecutor {
  private struct State: Sendable {
    var isHolding = false
    var beforeRunning: (@Sendable () -> Void)?
    var held: [UnownedJob] = []
  }

  private let state = Locked(State())
  private let heldJob = Waiter()
  private let queue = DispatchQueue(label: "executor of the test")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let (isHeld, beforeRunning) = state.withLock { state in
      if state.isHolding { state.held.append(job) }
      return (state.isHolding, state.beforeRunning)
    }
    if isHeld {
      heldJob.signal()
    } else if let beforeRunning {
      run(job, afterHops: 2000, beforeRunning)
    } else {
      run(job)
    }
  }

  /// Keeps jobs from now on. Runs after the current job has ended: a sleeper that is woken before it has quite suspended
  /// goes on without a new job.
  func hold() {
    queue.sync { state.withLock { $0.isHolding = true } }
  }

  /// Runs jobs late from now on, and tells so before.
  func runSlowly(_ beforeRunning: @escaping @Sendable () -> Void) {
    queue.sync { state.withLock { $0.beforeRunning = beforeRunning } }
  }

  func waitForHeldJob(sourceLocation: SourceLocation = #_sourceLocation) async {
    #expect(await heldJob.wait(within: .seconds(10)) == .signaled, sourceLocation: sourceLocation)
  }

  func release() {
    let held = state.withLock { state in
      defer { state = State() }
      return state.held
    }
    for job in held { run(job) }
  }

  private func run(_ job: UnownedJob, afterHops hops: Int, _ beforeRunning: @escaping @Sendable () -> Void) {
    guard hops == 0 else { return queue.async { self.run(job, afterHops: hops - 1, beforeRunning) } }
    beforeRunning()
    run(job)
  }

  private func run(_ job: UnownedJob) {
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
