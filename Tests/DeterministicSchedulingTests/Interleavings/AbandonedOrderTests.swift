// conventions:ignore-file yielding - the order of tasks that yield is the subject

import Testing
import TestingSupportCore

@testable import DeterministicScheduling

@Suite("An order that does not even end by cancellation", .exactOnly)
struct AbandonedOrderTests {
  @Test("is told step by step")
  func whenAnOrderDeadlocks_thenTheSimplestIsTold() async throws {
    let outcome = try await WaitLimit.withValue(.seconds(1000)) {
      try await explore(.interleavings(50, seed: 0x1F, strategy: .random, outside: .milliseconds(10))) {
        await missAWakeUp()
      }
    }
    #expect(
      outcome.report?.withoutFunctions == """
        \(Self.hang)
        Interleaving 1 of 50 failed
        Replay it with `.deterministic(seed: 0x1F)`.
        Simplest interleaving with this failure: 3 of 5 steps differ from FIFO
        Marked ▸ below; in the original, 3 steps differ.
        \(Self.steps)
        """
    )
  }

  @Test("is simplified by runs that do not end either")
  func whenMoreDepartedThanNeeded_thenWhatIsLeftIsNeeded() async throws {
    let outcome = try await WaitLimit.withValue(.seconds(1000)) {
      try await explore(.interleavings(50, seed: 1, strategy: .random, outside: .milliseconds(10))) {
        await missAWakeUp(among: 2)
      }
    }
    let report = try #require(outcome.report)
    let differences = /3 of 11 steps differ from FIFO\nMarked ▸ below; in the original, (\d+) steps differ\.\n/
    let counts = try #require(report.firstMatch(of: differences))
    #expect(Int(counts.1) ?? 0 > 3)
  }

  @Test("is not run again where that takes longer than a helper waits, and the report says how to make it shorter")
  func whenItsRunIsLong_thenItIsToldAsItFailed() async throws {
    let runs = Locked(0)
    let outcome = try await WaitLimit.withValue(.milliseconds(1)) {
      try await explore(.interleavings(50, seed: 0x1F, strategy: .random, outside: .milliseconds(10))) {
        runs.withLock { $0 += 1 }
        await missAWakeUp()
      }
    }
    #expect(
      outcome.report?.withoutFunctions == """
        \(Self.hang)
        Interleaving 1 of 50 failed
        Replay it with `.deterministic(seed: 0x1F)`.
        No simpler interleaving was searched for
        Each run that never finishes takes longer than the `outside:` limit.
        Shorten it if nothing outside the test takes part: `.interleavings(50, outside: .milliseconds(100))`.
        The failing interleaving, in 5 steps (▸ differs from FIFO):
        \(Self.steps)
        """
    )
    #expect(runs.withLock { $0 } == 1)
  }

  @Test("fails with what was recorded, and no error besides")
  func whenAnOrderIsAbandoned_thenItsIssuesAreRecordedOnce() async throws {
    let leaked = Locked<[CheckedContinuation<Void, Never>]>([])
    let outcome = try await explore(.interleavings(50, seed: 1, strategy: .random, outside: .milliseconds(10))) {
      await withCheckedContinuation { continuation in leaked.withLock { $0.append(continuation) } }
    }
    let lines = outcome.issues.map { $0.comments.first?.rawValue.split(separator: "\n").first ?? "" }
    #expect(lines == ["No task in this test can make progress"])
    #expect(outcome.issues.first?.sourceLocation == Test.current?.sourceLocation)
    #expect(outcome.error == nil)
  }

  @Test("says in which function each task waits")
  func whenAnOrderHangs_thenFunctionsAreNamed() async throws {
    let outcome = try await explore(.interleavings(50, seed: 0x1F, strategy: .random, outside: .milliseconds(10))) {
      await missAWakeUp()
    }
    let report = try #require(outcome.report)
    #expect(
      report.contains("\(title(ofTask: 1, named: "listener")) in `closure #1 in missAWakeUp(among:)`"),
      "\(report)"
    )
  }

  @Test("is run again in less time than it was given first, if nothing outside takes part")
  func whenAnOrderHangs_thenItIsSimplifiedInLessTime() async throws {
    let outcome = try await WaitLimit.withValue(.seconds(1000)) {
      try await explore(.interleavings(50, seed: 0x1F, strategy: .random, outside: .milliseconds(500))) {
        await missAWakeUp()
      }
    }
    let report = try #require(outcome.report)
    #expect(report.contains("within 500 milliseconds, so the test was cancelled"))
    #expect(report.contains("3 of 5 steps differ"), "\(report)")
  }

  private static let hang = """
    No task in this test can make progress
    Nothing outside the test resumed it within 10 milliseconds, so the test was cancelled.
    Suspended: test body, \(title(ofTask: 1, named: "listener"))
    Look for a continuation that is never resumed, a stream that never finishes, a gate that is never opened, a clock \
    that is never advanced, or tasks that wait for each other.
    Allow more time for I/O or a dispatch queue: `.interleavings(50, outside: .seconds(30))`.
    The test did not finish within 10 milliseconds of being cancelled
    Suspended and ignoring cancellation: test body
    Suspended and not cancelled: \(title(ofTask: 1, named: "listener")). The test was abandoned.
    Handle cancellation where a task ignores it. `await task.value` does not cancel the task: `withTaskCancellationHandler` can.
    """

  private static let steps = """
         1  test body   starts; creates "listener", "sender"
    ▸  2–4  "sender"    starts (created in step 1) before "listener"; yields twice
         5  "listener"  starts (created in step 1)
            ✘ No task in this test can make progress
            ✘ The test did not finish within 10 milliseconds of being cancelled
    """
}

/// A sender that does not care whether the listener listens yet: what comes too early is lost.
private func missAWakeUp(among bystanders: Int = 0) async {
  let waiting = Locked<CheckedContinuation<Void, Never>?>(nil)
  let listener = start("listener") {
    await withCheckedContinuation { continuation in waiting.withLock { $0 = continuation } }
  }
  let sender = start("sender") {
    for _ in 1...2 { await Task.yield() }
    waiting.withLock { $0 }?.resume()
  }
  for number in 0..<bystanders {
    start("bystander \(number)") {
      for _ in 1...2 { await Task.yield() }
    }
  }
  _ = await (listener.value, sender.value)
}
