// conventions:ignore-file yielding, sleeping - tests that poll are the subject

import Dispatch
import Foundation
import Testing
import TestingSupportCore

@testable import DeterministicScheduling

// One after the other, since each of them takes a processor for itself.
@Suite("Tests whose loops do not end", .serialized, .exactOnly, .timeLimit(.minutes(15)))
struct EndlessLoopTests {
  // MARK: Polls

  @Test("When a test polls in vain then it fails, and never runs again", arguments: Poll.allCases)
  func whenTestPollsInVain_thenItFails(poll: Poll) async {
    let turns = Locked(0)
    let line = #line + 1
    let issues = await recordedIssues {
      await poll {
        turns.withLock { $0 += 1 }
        return false
      }
    }
    #expect(issues.map(\.headline) == ["The test waits in a loop that does not end"])
    #expect(issues.map { $0.sourceLocation?.line } == [line])
    let last = turns.withLock { $0 }
    #expect(last > 1_000)
    try? await withDeterministicScheduling { try await Task.sleep(for: .seconds(1)) }  // sleep-is-the-subject
    #expect(turns.withLock { $0 } == last)
  }

  @Test("When a test polls in vain then the failure says how, and where")
  func whenTestPollsInVain_thenFailureSaysHow() async throws {
    let issues = await recordedIssues { await Poll.throwingSleep { false } }
    let text = try #require(issues.first?.comments.first?.rawValue.withoutFunctions)
    #expect(
      text.replacing(/\d+ times in [\d.]+ seconds/, with: "… times in … seconds") == """
        The test waits in a loop that does not end
        The body has slept or yielded … times in … seconds of virtual time, and nothing else resumed it. The test was \
        abandoned.
        Suspended: test body
        Look for a condition that no task can make true any more. Await a continuation or a stream in place of a poll.
        Allow more time for I/O or a dispatch queue: `withDeterministicScheduling(outside: .seconds(30))`.
        """
    )
  }

  @Test("When a test polls for what happens outside then it passes if that comes in time", arguments: Poll.allCases)
  func whenOutsideEndsPoll_thenItPasses(poll: Poll) async {
    let isDone = Locked(false)
    let issues = await recordedIssues(limit: .seconds(60)) {
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(200)) { isDone.withLock { $0 = true } }
      await poll { isDone.withLock(\.self) }
    }
    #expect(issues.isEmpty, "\(issues)")
  }

  @Test("When a test polls until a real deadline then it passes", arguments: RealDeadline.allCases, Poll.allCases)
  func whenTestPollsUntilRealDeadline_thenItPasses(deadline: RealDeadline, poll: Poll) async {
    let issues = await recordedIssues(endlessLimit: .seconds(60)) {
      let isReached = deadline(in: 0.2)
      await poll(until: isReached)
      #expect(isReached())
    }
    #expect(issues.isEmpty, "\(issues)")
  }

  @Test("When a test that sleeps very often is resumed by another task now and then then it does not poll")
  func whenAnotherTaskResumesTest_thenItPasses() async {
    let issues = await recordedIssues(endlessLimit: .seconds(60)) {
      let (ticks, source) = AsyncStream.makeStream(of: Void.self)
      let ticker = Task {
        for _ in 0..<20 {
          try await Task.sleep(for: .milliseconds(500))  // sleep-is-the-subject
          source.yield()
        }
        source.finish()
      }
      for await _ in ticks {
        for _ in 0..<400 { try? await Task.sleep(for: .milliseconds(1)) }  // sleep-is-the-subject
      }
      ticker.cancel()
    }
    #expect(issues.isEmpty, "\(issues)")
  }

  @Test("When an order leads to a poll in vain then exploring finds it, in one issue")
  func whenOrderLeadsToPollInVain_thenItIsReported() async throws {
    // Each order that fails takes its time, and so does each try to find a simpler one.
    let outcome = try await WaitLimit.withValue(.seconds(1)) {
      try await explore(.interleavings(20, seed: 1, strategy: .random, outside: .milliseconds(20))) {
        let counter = Counter()
        let first = start("first") { await counter.addUnlessThereIsOne() }
        let second = start("second") { await counter.add() }
        while await counter.value < 2 { try await Task.sleep(for: .milliseconds(1)) }  // sleep-is-the-subject
        await first.value
        await second.value
      }
    }
    let report = try #require(outcome.report)
    #expect(outcome.issues.map(\.comments.first?.rawValue) == [report])
    #expect(report.hasPrefix("The test waits in a loop that does not end\n"), "\(report)")
    #expect(!report.contains("reproducible"), "\(report)")
  }

  // MARK: Tests that do more

  @Test("When a test takes steps without end then it fails after a minute", arguments: EndlessTest.allCases)
  func whenTestDoesNotEnd_thenItFails(test: EndlessTest) async throws {
    let issues = await recordedIssues { await test() }
    let text = try #require(issues.first?.comments.first?.rawValue)
    #expect(issues.count == 1)
    let lines = text.split(separator: "\n")
    #expect(lines.first == "The test has run for 50 milliseconds and does not end")
    let count = /It has taken \d+ steps in [\d.]+ (?:milli)?seconds of virtual time\. The test was abandoned\./
    #expect(lines.dropFirst().first?.wholeMatch(of: count) != nil, "\(text)")
    #expect(text.contains("\nSuspended: test body"))
    #expect(
      lines.suffix(2) == [
        "Look for a loop whose condition no task can make false, such as a poll or a timer that is never cancelled.",
        "Allow more time: `withDeterministicScheduling(outside: .seconds(120))`.",
      ]
    )
  }

  // MARK: Polls of an actor

  @Test("When a task polls an actor without suspending then other tasks run all the same")
  func whenTaskPollsActor_thenOthersRun() async {
    let issues = await recordedIssues(limit: .seconds(60)) {
      let counter = Counter()
      Task { await counter.add() }
      while await counter.value == 0 {}
    }
    #expect(issues.isEmpty, "\(issues)")
  }

  // MARK: Tests that were cancelled

  @Test("When a test polls although it was cancelled then it is abandoned", arguments: Poll.withoutCancellation)
  func whenTestPollsAfterCancellation_thenItIsAbandoned(poll: Poll) async {
    let turns = Locked(0)
    let issues = await recordedIssues(limit: .milliseconds(100)) {
      for await _ in AsyncStream.makeStream(of: Void.self).stream {}
      await poll {
        turns.withLock { $0 += 1 }
        return false
      }
    }
    #expect(
      issues.filter(\.isFailure).map(\.headline) == [
        "No task in this test can make progress", "The test did not finish within 100 milliseconds of being cancelled",
      ]
    )
    let last = turns.withLock { $0 }
    try? await withDeterministicScheduling { try await Task.sleep(for: .seconds(1)) }  // sleep-is-the-subject
    #expect(turns.withLock { $0 } == last)
  }

  @Test("When the caller of a test is cancelled, which polls, then it is abandoned")
  func whenCallerIsCancelled_thenTestIsAbandoned() async {
    let isPolling = Locked(false)
    let issues = await capturingIssues {
      let test = Task {
        var run = DeterministicRun(outsideLimit: .milliseconds(20))
        run.wakesWithoutBody = 1_000
        _ = try await run.perform(sourceLocation: #_sourceLocation) {
          // Something else resumes it, so that it would not count as a poll.
          while true {
            isPolling.withLock { $0 = true }
            await Task { await Task.yield() }.value
          }
        }
      }
      while !isPolling.withLock(\.self) { await Task.yield() }
      test.cancel()
      _ = await test.result
    }
    #expect(issues.map(\.headline) == ["The test did not finish within 20 milliseconds of being cancelled"])
  }

  @Test("When a task that was left behind polls without end then its test ends", arguments: Poll.withoutCancellation)
  func whenLeftoverPolls_thenTestEnds(poll: Poll) async {
    let turns = Locked(0)
    let issues = await recordedIssues {
      Task {
        await poll {
          turns.withLock { $0 += 1 }
          return false
        }
      }
    }
    #expect(issues.filter(\.isFailure).isEmpty, "\(issues)")
    let last = turns.withLock { $0 }
    try? await withDeterministicScheduling { try await Task.sleep(for: .seconds(1)) }  // sleep-is-the-subject
    #expect(turns.withLock { $0 } == last)
  }
}

/// How a test waits for a condition.
enum Poll: CaseIterable {
  case throwingSleep, sleep, sleepInNanoseconds, sleepOnMain, sleepAtActor, hops, yieldsBesideTimer

  static var withoutCancellation: [Poll] { [.sleep, .sleepInNanoseconds, .sleepOnMain, .sleepAtActor] }

  func callAsFunction(until condition: @Sendable () -> Bool) async {
    switch self {
    case .throwingSleep:
      do {
        while !condition() { try await Task.sleep(for: .milliseconds(1)) }  // sleep-is-the-subject
      } catch { return }
    case .sleep:
      while !condition() { try? await Task.sleep(for: .milliseconds(1)) }  // sleep-is-the-subject
    case .sleepInNanoseconds:
      while !condition() { try? await Task.sleep(nanoseconds: 1_000_000) }  // sleep-is-the-subject
    case .sleepOnMain: await pollOnMain(until: condition)
    case .sleepAtActor: await Counter().poll(until: condition)
    case .hops:
      let counter = Counter()
      while await counter.value == 0, !condition() {
        try? await Task.sleep(for: .milliseconds(1))  // sleep-is-the-subject
      }
    case .yieldsBesideTimer:
      let timer = Task { while true { try await Task.sleep(for: .seconds(1)) } }  // sleep-is-the-subject
      while !condition() { await Task.yield() }
      timer.cancel()
    }
  }
}

@MainActor private func pollOnMain(until condition: @Sendable () -> Bool) async {
  while !condition() { try? await Task.sleep(for: .milliseconds(1)) }  // sleep-is-the-subject
}

/// A clock that shows the real time in a deterministic test.
enum RealDeadline: CaseIterable {
  case date, dispatch

  /// - Returns: Whether so many seconds have passed.
  func callAsFunction(in seconds: Double) -> @Sendable () -> Bool {
    switch self {
    case .date:
      let end = Date(timeIntervalSinceNow: seconds)
      return { Date() >= end }
    case .dispatch:
      let end = DispatchTime.now() + seconds
      return { DispatchTime.now() >= end }
    }
  }
}

/// A test that does more than to poll, without end.
enum EndlessTest: CaseIterable {
  case timeouts, children, hops, settling, settlingChild, realTime, realTimeOfChild

  func callAsFunction() async {
    switch self {
    case .timeouts:
      while true {
        await withTaskGroup(of: Void.self) { group in
          group.addTask { try? await Task.sleep(for: .seconds(1)) }  // sleep-is-the-subject
          group.addTask { try? await Task.sleep(for: .seconds(10)) }  // sleep-is-the-subject
          await group.next()
          group.cancelAll()
        }
      }
    case .children:
      while true { await Task {}.value }
    case .hops:
      let counter = Counter()
      while await counter.value == 0 {}
    case .settling:
      while true { await settle() }
    case .settlingChild:
      await Task { while true { await settle() } }.value
    case .realTime:
      while Date() < .distantFuture { await Task.yield() }
    case .realTimeOfChild:
      await Task { while Date() < .distantFuture { await Task.yield() } }.value
    }
  }
}

private actor Counter {
  private(set) var value = 0

  func add() { value += 1 }

  func addUnlessThereIsOne() { if value == 0 { value += 1 } }

  func poll(until condition: @Sendable () -> Bool) async {
    while !condition() { try? await Task.sleep(for: .milliseconds(1)) }  // sleep-is-the-subject
  }
}

extension EndlessLoopTests {
  @Test("When a loop yields beside a task that sleeps many times then it ends")
  func whenLoopYieldsBesideTicks_thenItEnds() async throws {
    try await withDeterministicScheduling {
      let isDone = Locked(false)
      Task {
        for _ in 1...60 { try await Task.sleep(for: .milliseconds(20)) }  // sleep-is-the-subject
        isDone.withLock { $0 = true }
      }
      while !isDone.withLock(\.self) { await Task.yield() }
      #expect(VirtualTime.elapsed == .milliseconds(1_200))
    }
  }

  @Test("When a loop awaits tasks that sleep for no time then a sleeper wakes")
  func whenLoopAwaitsSleepsOfNoTime_thenSleeperWakes() async throws {
    try await withDeterministicScheduling {
      let isDone = Locked(false)
      Task {
        for _ in 1...5 { try await Task.sleep(for: .milliseconds(100)) }  // sleep-is-the-subject
        isDone.withLock { $0 = true }
      }
      while !isDone.withLock(\.self) { await Task { try? await Task.sleep(for: .zero) }.value }  // sleep-is-the-subject
      #expect(VirtualTime.elapsed == .milliseconds(500))
    }
  }
}

// MARK: - makeSUT and Helper Factory Methods

/// What a test records that is given less time than usual, for the sake of a quick suite.
private func recordedIssues(
  limit: Duration = .milliseconds(20),
  endlessLimit: Duration = .milliseconds(50),
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () async -> Void
) async -> [Issue] {
  await capturingIssues {
    var run = DeterministicRun(outsideLimit: limit)
    run.wakesWithoutBody = 1_000
    run.endlessLimit = endlessLimit
    do {
      _ = try await run.perform(sourceLocation: sourceLocation) { await body() }
    } catch is AbandonedTest {}
  }
}

extension Issue {
  fileprivate var headline: Substring? { comments.first?.rawValue.split(separator: "\n").first }
}
