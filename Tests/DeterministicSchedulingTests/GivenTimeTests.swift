import Dispatch
import Testing
import TestingSupportCore

@testable import DeterministicScheduling

@Suite(
  "Limits while the process is given no time",
  .enabled(if: DeterministicSupport.current != .unavailable, "needs a schedule")
)
struct GivenTimeTests {
  @Test("When a test is idle then it is neither cancelled nor warned")
  func whenTestIsIdle_thenItIsNotReported() async {
    let issues = await capturingIssues {
      let mainThread = await BlockedMainThread.block()
      try await withDeterministicScheduling(outside: limit) {
        await withCheckedContinuation { continuation in mainThread.beforeItIsFree { continuation.resume() } }
      }
    }
    #expect(issues.isEmpty)
  }

  @Test("When a task keeps running then settling waits for it")
  func whenTaskKeepsRunning_thenSettlingWaits() async {
    let issues = await capturingIssues {
      let isOver = Locked(false)
      let mainThread = await BlockedMainThread.block()
      mainThread.beforeItIsFree { isOver.withLock { $0 = true } }
      try await withDeterministicScheduling {
        Task {
          while !isOver.withLock({ $0 }) { await Task.yield() }  // conventions:ignore yielding - it is always ready
        }
        await WaitLimit.withValue(limit) { await settle() }
      }
    }
    #expect(issues.isEmpty)
  }
}

/// Much less than the real time for which the main thread is blocked.
private let limit = Duration.milliseconds(20)

/// The main thread while it is blocked. No round of the timer of all limits returns meanwhile.
private final class BlockedMainThread: Sendable {
  // `nil` when the thread is about to be free.
  private let actions = Locked<[@Sendable () -> Void]?>([])

  /// Blocks the main thread, for half a second of real time.
  static func block(sourceLocation: SourceLocation = #_sourceLocation) async -> BlockedMainThread {
    let (thread, isBlocked, end) = (BlockedMainThread(), Waiter(), DispatchSemaphore(value: 0))
    DispatchQueue.main.async {
      isBlocked.signal()
      end.wait()
    }
    #expect(await isBlocked.wait() == .signaled, sourceLocation: sourceLocation)
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.5) {
      let actions = thread.actions.withLock { actions in
        defer { actions = nil }
        return actions ?? []
      }
      for action in actions { action() }
      end.signal()
    }
    return thread
  }

  /// Calls an action before the main thread is free, or immediately if it is free.
  func beforeItIsFree(_ action: @escaping @Sendable () -> Void) {
    let isFree = actions.withLock { actions in
      actions?.append(action)
      return actions == nil
    }
    if isFree { action() }
  }
}
