// conventions:ignore-file yielding, sleeping - tests that poll are the subject

import Dispatch
import Foundation
import Testing
import TestingSupportCore

@testable import DeterministicScheduling

// Time stands still for work outside; where that begins again and again, there is always some.
@Suite(
  "Loops beside work outside that begins again and again",
  .serialized,
  .exactOnly,
  .enabled(if: Runtime.seesStartedWork),
  .timeLimit(.minutes(15))
)
struct PollsBesideOutsideWorkTests {
  @Test(
    "When a task polls beside one that is outside again and again then sleeps end about when they natively would",
    arguments: Pause.allCases,
    Outside.allCases
  )
  func whenTaskPolls_thenSleepsEnd(pause: Pause, outside: Outside) async throws {
    try await withDeterministicScheduling(outside: .seconds(60)) {
      let elapsed = await timeUntilSleepEnds(pause, outside)
      #expect(Self.expected.contains(elapsed))
    }
  }

  @Test("When the test does not wait for the outside then sleeps end, too", arguments: Outside.allCases)
  func whenTestDoesNotWait_thenSleepsEnd(outside: Outside) async throws {
    try await withDeterministicScheduling {
      let elapsed = await timeUntilSleepEnds(.yield, outside)
      #expect(Self.expected.contains(elapsed))
    }
  }

  @Test(
    "When nothing ends the loops then the test fails, and does not hang",
    arguments: Outside.allCases,
    [false, true]
  )
  func whenNothingEndsLoops_thenTestFails(outside: Outside, isOutsideAwaited: Bool) async throws {
    let texts = await failures(isOutsideAwaited: isOutsideAwaited) { await poll(.yield, outside) { false } }
    #expect(texts.contains { $0.contains("does not end") || $0.contains("wake endlessly") }, "\(texts)")
  }

  @Test("When nothing ends a loop that waits for outside work in each turn then the test fails, and does not hang")
  func whenLoopWaitsForOutsideWork_thenTestFails() async throws {
    let texts = await failures(isOutsideAwaited: true) {
      while true { await withOutsideWork { await Outside.queue.wait() } }
    }
    #expect(texts.contains { $0.contains("does not end") }, "\(texts)")
  }

  @Test("When outside work never ends beside a loop then the test fails, and does not hang", arguments: Pause.allCases)
  func whenOutsideWorkNeverEnds_thenTestFails(pause: Pause) async throws {
    let line = #line + 4
    let texts = await failures(isOutsideAwaited: false) {
      let end = ContinuousClock.now + .seconds(1)
      Task {
        await withOutsideWork { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
      }
      while ContinuousClock.now < end {
        // Without a pause, the loop would keep its thread.
        if pause == .none { await MainActor.run {} } else { await pause() }
      }
    }
    let text = try #require(texts.first { $0.contains("does not end") }, "\(texts)")
    #expect(text.contains("1 call of `withOutsideWork` at PollsBesideOutsideWorkTests.swift:\(line):"))
  }

  @Test("When a block takes long then a loop beside it does not make a short sleep wait for it")
  func whenBlockTakesLong_thenSleepEnds() async throws {
    try await withDeterministicScheduling(outside: .seconds(60)) {
      let (hasWorked, isDone) = (Locked(false), Locked(false))
      DispatchQueue.global().async {
        Thread.sleep(forTimeInterval: 1)  // sleep-is-the-subject
        hasWorked.withLock { $0 = true }
      }
      Task {
        try await Task.sleep(for: .milliseconds(1))  // sleep-is-the-subject
        isDone.withLock { $0 = true }
      }
      while !isDone.withLock(\.self) { await Task.yield() }
      #expect(!hasWorked.withLock(\.self) && VirtualTime.elapsed == .milliseconds(1))
    }
  }
}

// MARK: - makeSUT and Helper Factory Methods

extension PollsBesideOutsideWorkTests {
  enum Pause: CaseIterable {
    case yield, sleep, none

    func callAsFunction() async {
      switch self {
      case .yield: await Task.yield()
      case .sleep: try? await Task.sleep(for: .zero)  // sleep-is-the-subject
      case .none: break
      }
    }
  }

  /// What a task does outside, for a moment.
  enum Outside: CaseIterable {
    case queue, queueAndSleep, timer, thread
    #if os(Linux)
      case executorYield, executorSleep, executorClock
    #endif

    func wait() async {
      switch self {
      case .queue:
        await withCheckedContinuation { continuation in DispatchQueue.global().async { continuation.resume() } }
      case .queueAndSleep:
        await Self.queue.wait()
        try? await Task.sleep(for: .nanoseconds(1))  // sleep-is-the-subject
      case .timer:
        await withCheckedContinuation { continuation in
          DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(100)) { continuation.resume() }
        }
      case .thread:
        await withCheckedContinuation { continuation in Thread.detachNewThread { continuation.resume() } }
      #if os(Linux)
        case .executorYield: await Task.yield()
        case .executorSleep: try? await Task.sleep(for: .zero)  // sleep-is-the-subject
        case .executorClock:
          _ = ContinuousClock.now
          await Task.yield()
      #endif
      }
    }

    func poll(until condition: @escaping @Sendable () -> Bool) async {
      #if os(Linux)
        if [.executorYield, .executorSleep, .executorClock].contains(self) {
          return await Task(executorPreference: QueueTaskExecutor()) { while !condition() { await wait() } }.value
        }
      #endif
      while !condition() { await wait() }
    }
  }

  fileprivate func poll(_ pause: Pause, _ outside: Outside, until condition: @escaping @Sendable () -> Bool) async {
    await withTaskGroup(of: Void.self) { group in
      if pause != .none { group.addTask { while !condition() { await pause() } } }
      group.addTask { await outside.poll(until: condition) }
    }
  }

  fileprivate static var expected: Range<Duration> { .milliseconds(1) ..< .milliseconds(10) }

  /// How much time has passed once loops have ended that wait for a sleep of a millisecond.
  fileprivate func timeUntilSleepEnds(_ pause: Pause, _ outside: Outside) async -> Duration {
    let isDone = Locked(false)
    Task {
      try await Task.sleep(for: .milliseconds(1))  // sleep-is-the-subject
      isDone.withLock { $0 = true }
    }
    await poll(pause, outside) { isDone.withLock(\.self) }
    return VirtualTime.elapsed ?? .zero
  }

  /// What a test records that is given less time than usual, for the sake of a quick suite.
  fileprivate func failures(isOutsideAwaited: Bool, _ body: () async -> Void) async -> [String] {
    await capturingIssues {
      let limit = Duration.milliseconds(20)
      var run = DeterministicRun(outsideLimit: isOutsideAwaited ? limit : nil)
      run.outsideLimit = limit
      run.wakesWithoutBody = 100
      run.endlessLimit = .milliseconds(50)
      run.cancellationLimit = .milliseconds(50)
      do {
        _ = try await run.perform(sourceLocation: #_sourceLocation) { await body() }
      } catch is AbandonedTest {} catch {}
    }.flatMap { $0.comments.map(\.rawValue) }
  }
}
