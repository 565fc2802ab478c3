// conventions:ignore-file yielding - work that yields is the subject

import Testing
import TestingSupportCore

@testable import DeterministicScheduling

@Suite("Work that has an end, beside a timeout", .serialized, .exactOnly, .timeLimit(.minutes(15)))
struct WorkThatMeasuresTests {
  @Test("When work takes many steps then a long timeout does not end first", arguments: Work.allCases, [nil, 7])
  func whenWorkTakesManySteps_thenTimeoutDoesNotEndFirst(work: Work, seed: UInt64?) async throws {
    try await withDeterministicScheduling(seed: seed) {
      let first = await withTaskGroup(of: String.self) { group in
        group.addTask {
          await work.perform()
          return "work"
        }
        group.addTask {
          try? await Task.sleep(for: .seconds(10))  // sleep-is-the-subject
          return "timeout"
        }
        defer { group.cancelAll() }
        return await group.next()
      }
      #expect(first == "work")
      let elapsed = try #require(VirtualTime.elapsed)
      #expect(elapsed < .seconds(1))
    }
  }

  @Test("When work follows a loop that waited for time then a long timeout does not end first either", .deterministic)
  func whenWorkFollowsLoop_thenTimeoutDoesNotEndFirst() async throws {
    let isOver = Locked(false)
    let short = Task { try? await Task.sleep(for: .milliseconds(10)) }  // sleep-is-the-subject
    let long = Task {
      try await Task.sleep(for: .seconds(60))  // sleep-is-the-subject
      isOver.withLock { $0 = true }
    }
    while VirtualTime.elapsed == .zero { await Task.yield() }
    await short.value
    for _ in 0..<6_000 { await Task {}.value }
    #expect(!isOver.withLock { $0 })
    long.cancel()
  }

  @Test("When a busy task ends because it is cancelled then a timeout does not end first", .interleavings(5, seed: 1))
  func whenBusyTaskIsCancelled_thenTimeoutDoesNotEndFirst() async {
    let (started, ended) = (AsyncStream.makeStream(of: Void.self), AsyncStream.makeStream(of: Void.self))
    let busy = Task {
      started.continuation.yield()
      while !Task.isCancelled {}
      ended.continuation.yield()
    }
    for await _ in started.stream { break }
    busy.cancel()
    let hasEnded = await withTaskGroup(of: Bool.self) { group in
      group.addTask {
        for await _ in ended.stream { return true }
        return false
      }
      group.addTask {
        try? await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
        return false
      }
      defer { group.cancelAll() }
      return await group.next() ?? false
    }
    #expect(hasEnded)
  }

  @Test("When tasks yield then they may do so millions of times before that counts as a livelock")
  func whenTasksYield_thenTheyMayDoSoMillionsOfTimes() {
    // Two steps each, in the five seconds that a test is given.
    let (plain, seeded) = (Scheduler(), Scheduler(strategy: RandomStrategy(seed: 1)))
    #expect(5_000 * plain.yieldingStepsPerMillisecond / 2 >= 3_000_000)
    #expect(5_000 * seeded.yieldingStepsPerMillisecond / 2 >= 1_000_000)
  }

  @Test("When a task polls with sleeps of a nanosecond then its deadline comes", .deterministic, arguments: [1, 100])
  func whenTaskPollsWithShortestSleeps_thenDeadlineComes(milliseconds: Int) async throws {
    let clock = ContinuousClock()
    let start = clock.now
    var polls = 0
    while clock.now - start < .milliseconds(milliseconds) {
      await Task.yield()
      try await clock.sleep(for: clock.minimumResolution)
      polls += 1
    }
    #expect(polls < 5_000)
    #expect(clock.now - start < .milliseconds(milliseconds + 1))
  }

  @Test("When an actor measures thousands of calls then hardly any time has passed", .interleavings(5, seed: 1))
  func whenActorMeasuresCalls_thenHardlyAnyTimeHasPassed() async {
    let throttle = Throttle()
    for _ in 0..<11_000 { await throttle.event() }
    let emitted = await throttle.emitted
    #expect(emitted == 1)
  }

  @Test("When code measures without suspending then hardly any time passes", .deterministic)
  func whenCodeMeasuresWithoutSuspending_thenHardlyAnyTimePasses() async throws {
    let start = ContinuousClock.now
    var latest = start
    for _ in 0..<50_000 { latest = .now }
    #expect(latest - start < .milliseconds(41))
    let elapsed = try #require(VirtualTime.elapsed)
    #expect(elapsed < .milliseconds(41))
  }

  @Test("When a test fails and time has passed for a loop then a warning says so")
  func whenTimeHasPassedForLoopAndTestFails_thenWarningSaysSo() async throws {
    let issues = await capturingIssues {
      try? await withDeterministicScheduling {
        let timeout = Task { try? await Task.sleep(for: .seconds(3600)) }  // sleep-is-the-subject
        let isOver = Locked(false)
        Task {
          await timeout.value
          isOver.withLock { $0 = true }
        }
        while !isOver.withLock({ $0 }) { await Task.yield() }
        throw CancellationError()
      }
    }
    #expect(
      issues.map { $0.comments.first?.rawValue } == [
        """
        Virtual time went from 0 seconds to 3600 seconds while tasks were ready
        They had done nothing but yield, 100000 times, as a loop does that waits for time to pass.
        If they do not wait, a timeout in the test may have come too early. Let it sleep on a clock that the test advances, \
        such as `TestClock`.
        """
      ]
    )
  }

  enum Work: CaseIterable {
    case yields, measuredYields, measuredCalls, tasks

    func perform() async {
      switch self {
      case .yields: for _ in 0..<60_000 { await Task.yield() }
      case .measuredYields:
        for _ in 0..<10_000 {
          _ = ContinuousClock.now
          await Task.yield()
        }
      case .measuredCalls:
        let throttle = Throttle()
        for _ in 0..<3_000 {
          _ = ContinuousClock.now
          await Task.yield()
          await throttle.event()
        }
      case .tasks: for _ in 0..<20_000 { await Task {}.value }
      }
    }
  }

  private actor Throttle {
    private var last: ContinuousClock.Instant?
    private(set) var emitted = 0

    func event() {
      let now = ContinuousClock.now
      if let last, now - last < .milliseconds(100) { return }
      last = now
      emitted += 1
    }
  }
}
