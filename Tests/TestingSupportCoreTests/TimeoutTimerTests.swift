import Dispatch
import Foundation
import Testing

@testable import TestingSupportCore

@Suite("The timer of all limits")
struct TimeoutTimerTests {
  @Test("When limits are given then their actions are called")
  func whenLimitsAreGiven_thenActionsAreCalled() async {
    let sut = TimeoutTimer()
    let given = sut.given
    for limit in [Duration.milliseconds(2), .zero, .seconds(-1), .milliseconds(1)] {
      let waiter = Waiter()
      _ = sut.set(limit) { reason in
        #expect(reason == .reached)
        waiter.signal()
      }
      #expect(await waiter.wait() == .signaled)
    }
    #expect(sut.given > given)
  }

  @Test("When a round has not returned then no limit is reached, and all are once rounds do")
  func whenRoundHasNotReturned_thenNoLimitIsReached() async {
    let rounds = Locked<[@Sendable () -> Void]>([])
    let started = Locked<[Waiter]>([])
    let sut = TimeoutTimer { _, completion in
      rounds.withLock { $0.append(completion) }
      for waiter in started.withLock({ $0 }) { waiter.signal() }
    }
    let isReached = Locked(false)
    let reached = Waiter()
    _ = sut.set(.milliseconds(1)) { _ in
      isReached.withLock { $0 = true }
      reached.signal()
    }
    for round in 1...TimeoutState.fewestRounds {
      let hasStarted = Waiter()
      started.withLock { $0 = [hasStarted] }
      if rounds.withLock({ $0.isEmpty }) { #expect(await hasStarted.wait() == .signaled) }
      #expect(!isReached.withLock { $0 }, "before round \(round)")
      let completion = rounds.withLock { $0.removeFirst() }
      completion()
    }
    #expect(await reached.wait() == .signaled)
  }

  @Test("When a round comes further on any executor then it says so")
  func whenRoundComesFurther_thenItSaysSo() async {
    let steps = Locked(0)
    await withCheckedContinuation { continuation in
      let lanes = FIFOSemaphore(count: 1)
      ExecutorRound.start(lanes: lanes, { steps.withLock { $0 += 1 } }, { continuation.resume() })
    }
    // Twenty yields at each of four priorities are 80; four hops to the main actor, and as many back, are 8.
    #expect(steps.withLock(\.self) == 88)
  }

  #if os(Linux)
    @Test("When more threads run than there are processors then the process is known to be interrupted")
    func whenMoreThreadsRun_thenProcessIsInterrupted() async {
      let before = TimeoutTimer.use
      let fewest = before.interruptions + TimeoutState.fewestInterruptions
      let latest = before.processorTime + TimeoutState.longestRound
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<2 * ProcessInfo.processInfo.activeProcessorCount {
          group.addTask {
            await withCheckedContinuation { ended in
              Thread.detachNewThread {
                var use = before
                while use.interruptions < fewest, use.processorTime < latest { use = TimeoutTimer.use }
                ended.resume()
              }
            }
          }
        }
      }
      #expect(TimeoutTimer.use.interruptions >= fewest)
      #expect(TimeoutTimer.use.processorTime > before.processorTime)
    }
  #endif

  @Test("When lanes wait for a slot then each has had its turns before a round returns")
  func whenLanesWait_thenEachHasHadItsTurnsBeforeRoundReturns() async {
    let (lanes, hasReturned) = (FIFOSemaphore(count: 1), Locked(false))
    lanes.acquire {}
    let busy = (0..<3).map { _ in BusyLane(lanes) }
    ExecutorRound.start(lanes: lanes, {}, { hasReturned.withLock { $0 = true } })
    lanes.release()
    while !hasReturned.withLock(\.self) { _ = await Waiter.pause(for: .milliseconds(1)) }
    for lane in busy {
      lane.end()
      #expect(lane.turns >= 4)
    }
  }

  @Test("When the cooperative pool has a backlog then a limit is reached only after what is ready has run")
  func whenPoolHasBacklog_thenLimitIsReachedAfterIt() async {
    let waiter = Waiter()
    let done = Locked(0)
    for _ in 0..<200 {
      Task.detached {
        for _ in 0..<50 { await Task.yield() }  // conventions:ignore yielding - the backlog yields
        let isLast = done.withLock { count in
          count += 1
          return count == 200
        }
        if isLast { waiter.signal() }
      }
    }
    #expect(await waiter.wait(within: .milliseconds(1)) == .signaled)
  }

  @Test("When a timeout is cleared then what its action holds is released at once")
  func whenTimeoutIsCleared_thenItsActionIsReleased() {
    let sut = TimeoutTimer()
    weak var held: Waiter?
    do {
      let waiter = Waiter()
      held = waiter
      let timeout = sut.set(.seconds(3600)) { _ in waiter.signal() }
      sut.clear(timeout)
      sut.clear(timeout)
    }
    #expect(held == nil)
  }

  @Test("When the limit of a deadline is given then it has passed, and one far away has not")
  func whenLimitIsGiven_thenDeadlineHasPassed() async {
    let far = WaitDeadline(after: .seconds(3600))
    let sut = WaitDeadline(after: .milliseconds(1))
    while !sut.hasPassed { _ = await Waiter.pause(for: .milliseconds(1)) }
    #expect(sut.reason == .reached)
    #expect(!far.hasPassed)
  }

  @Test("When a deadline has passed then its action is called, unless the deadline was released")
  func whenDeadlineHasPassed_thenActionIsCalled() async {
    let releasedFired = Locked(false)
    _ = WaitDeadline(after: .milliseconds(1)) { _ in releasedFired.withLock { $0 = true } }
    let waiter = Waiter()
    let sut = WaitDeadline(after: .milliseconds(5)) { _ in waiter.signal() }
    #expect(await waiter.wait() == .signaled)
    #expect(sut.hasPassed)
    #expect(!releasedFired.withLock { $0 })
  }

  @Test("When a pause is cancelled then it ends")
  func whenPauseIsCancelled_thenItEnds() async {
    let pausing = Task { await Waiter.pause(for: .seconds(3600)) }
    pausing.cancel()
    #expect(await !pausing.value)
    #expect(await Waiter.pause(for: .zero))
  }

  @Test("When a limit ends then the text says how long it was, and whether anything ran")
  func whenLimitEnds_thenTextSaysHowLong() {
    #expect("\(Waiter.Outcome.timedOut(.seconds(10)))" == "Timed out after 10 seconds.")
    #expect(
      "\(Waiter.Outcome.blocked(.seconds(10)))" == """
        Timed out after 10 seconds, while tasks or the main thread no longer ran.
        Look for code that blocks a thread.
        """
    )
  }
}

/// Takes a slot for a while, and asks for the next one as it gives it back, again and again.
private final class BusyLane: Sendable {
  private let lanes: FIFOSemaphore
  private let state = Locked((turns: 0, isOver: false))

  init(_ lanes: FIFOSemaphore) {
    self.lanes = lanes
    takeTurn()
  }

  var turns: Int { state.withLock(\.turns) }

  func end() { state.withLock { $0.isOver = true } }

  private func takeTurn() {
    lanes.acquire {
      // Longer than a round takes otherwise.
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(20)) {
        let isOver = self.state.withLock { state in
          state.turns += 1
          return state.isOver
        }
        if !isOver { self.takeTurn() }
        self.lanes.release()
      }
    }
  }
}
