import Foundation
import Testing
import TestingSupportCore

@testable import TestClocks

/// What a test clock does in a test whose scheduling nobody controls.
@Suite("A test clock outside of a deterministic test")
struct UncontrolledTests {
  @Test("waits for a sleeper for as long as it takes, then wakes it")
  func whenWaitingForSleepers_thenAdvanceMeetsThem() async throws {
    let clock = TestClock()
    let task = Task {
      // conventions:ignore yielding - the code under test takes its time
      for _ in 0..<20 { await Task.yield() }
      try await clock.sleep(for: .seconds(1))
      return clock.now.offset
    }
    await clock.waitForSleepers()
    await clock.advance(by: .seconds(3))
    #expect(try await task.value == .seconds(1))
  }

  @Test("lets a chain of sleeps and actors run to its end, as each sleeper is waited for")
  func whenSleeperHopsAcrossActors_thenEachIsMet() async throws {
    let clock = TestClock()
    let counter = Counter()
    let task = Task {
      for _ in 1...5 {
        try await clock.sleep(for: .seconds(1))
        await counter.add()
      }
    }
    for _ in 1...5 {
      await clock.waitForSleepers()
      await clock.advance(by: .seconds(1))
    }
    try await task.value
    #expect(await counter.total == 5)
    #expect(clock.now.offset == .seconds(5))
  }

  @Test("runs until everybody who slept is awake")
  func whenSleepersAreWaitedFor_thenRunWakesAll() async throws {
    let clock = TestClock()
    let tasks = (1...5).map { number in Task { try await clock.sleep(for: .seconds(number)) } }
    await clock.waitForSleepers(5)
    await clock.run()
    for task in tasks { try await task.value }
    #expect(clock.now.offset == .seconds(5))
  }

  @Test("says after which real time too few slept")
  func whenTooFewSleep_thenFailsAtItsLimit() async {
    let clock = TestClock()
    let here = SourceLocation.here
    let issues = await capturingIssues {
      await clock.waitForSleepers(within: .milliseconds(5), sourceLocation: here)
      await WaitLimit.withValue(.milliseconds(5)) { await clock.waitForSleepers(sourceLocation: here) }
    }
    let text = "Expected 1 sleeper on the test clock, but there is none at 0 seconds\nTimed out after 5 milliseconds."
    #expect(issues.map { $0.comments.map(\.rawValue) } == [[text], [text]])
    #expect(issues.map(\.sourceLocation) == [here, here])
    #expect(clock.state.withLock { $0.watcherCount } == 0)
  }

  // On one actor they take turns. More tasks than the runtime has threads: one that the system preempts holds up only one.
  @Test("gives up where there is always something happening on the clock")
  @MainActor
  func whenClockNeverRests_thenFails() async {
    let clock = TestClock()
    let busy = (0...ProcessInfo.processInfo.activeProcessorCount).map { _ in
      Task {
        while !Task.isCancelled {
          _ = clock.now
          // conventions:ignore yielding - a task that never rests is the subject
          await Task.yield()
        }
      }
    }
    let here = SourceLocation.here
    let issues = await capturingIssues {
      await WaitLimit.withValue(.milliseconds(20)) {
        await clock.advance(by: .seconds(1), sourceLocation: here)
      }
    }
    for task in busy { task.cancel() }
    let text = """
      `advance(by: 1 second)` stopped after 20 milliseconds of real time
      The clock never became idle.
      Cancel the repeating task before you advance the clock.
      """
    expect(issues, are: text, at: here)
  }

  @Test("stops a run of a clock that has more sleepers than it may wake")
  func whenClockDoesNotEmpty_thenFails() async {
    let clock = TestClock()
    // All of them sleep before the run: nobody here can tell whether a task that was woken will sleep again.
    let sleepers = (1...21).map { number in Task { try await clock.sleep(for: .seconds(number)) } }
    await clock.waitForSleepers(21)
    let here = SourceLocation.here
    let issues = await capturingIssues { await clock.run(maximumWakeUps: 20, sourceLocation: here) }
    for sleeper in sleepers { sleeper.cancel() }
    #expect(issues.map(\.sourceLocation) == [here])
    #expect(issues.first?.comments.first?.rawValue.hasPrefix("`run()` stopped after 20 wake-ups\n1 task is") == true)
  }

  @Test("advances from many tasks at once neither trap nor hang, and add up")
  func whenManyTasksAdvance_thenTheyAddUp() async throws {
    let clock = TestClock()
    let sleepers = (0..<50).map { number in Task { try await clock.sleep(until: .init(offset: .seconds(number))) } }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<50 { group.addTask { await clock.advance(by: .seconds(1)) } }
    }
    #expect(clock.now.offset == .seconds(50))
    for sleeper in sleepers { try await sleeper.value }
  }

  @Test("sleeps, cancellations and advances from many tasks at once leave nobody behind")
  func whenManyTasksSleepAndAreCancelled_thenNobodyIsLeft() async {
    let clock = TestClock()
    let ended = EventLog<Int>()
    let time = Task {
      while ended.events.count < 400 { await clock.advance(by: .seconds(1)) }
    }
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<400 {
        group.addTask {
          let task = Task { try await clock.sleep(for: .seconds(number % 7)) }
          // conventions:ignore yielding - to vary how far the sleeper has come
          if number.isMultiple(of: 2) { await Task.yield() }
          if number.isMultiple(of: 3) { task.cancel() }
          _ = await task.result
          ended.add(number)
        }
      }
    }
    await time.value
    #expect(ended.events.sorted() == Array(0..<400))
    #expect(clock.sleeperCount == 0)
  }
}

private actor Counter {
  private(set) var total = 0

  func add() {
    total += 1
  }
}
