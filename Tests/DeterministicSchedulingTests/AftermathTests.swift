// conventions:ignore-file yielding - the order of tasks that yield is the subject

import TestAssertions
import Testing
import TestingSupportCore

@testable import DeterministicScheduling

@Suite("After a deterministic test")
struct AftermathTests {
  @Test("When tasks are ready at the end of the body then they still run in the test", .scheduledOnly)
  func whenTasksAreReadyAtEnd_thenTheyRun() async throws {
    let log = EventLog()
    _ = try await withDeterministicScheduling {
      Task {
        for _ in 0..<5 { await Task.yield() }
        log.add("\(VirtualTime.elapsed != nil)")
      }
    }
    #expect(log.events == ["true"])
  }

  @Test("When a test is over then nothing of it is left in memory", arguments: [nil, 5] as [UInt64?])
  func whenTestIsOver_thenNothingIsLeft(seed: UInt64?) async throws {
    weak var object: Object?
    weak var schedule: Schedule?
    try await withDeterministicScheduling(seed: seed) {
      let strong = Object()
      object = strong
      schedule = CurrentTestSchedule.schedule as? Schedule
      let task = Task { [strong] in
        await Task.yield()
        return strong
      }
      _ = await task.value
      try await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
    }
    #expect(object == nil)
    // Those that let go of it just after the test: its lane, and whichever lane has given it its place.
    await expectEventually("the schedule is gone", within: .seconds(60)) { schedule == nil }
  }

  @Test("When a spinning task is left then the test still ends")
  func whenSpinnerIsLeft_thenTestEnds() async throws {
    let isOver = Locked(false)
    _ = try await withDeterministicScheduling {
      Task {
        while !isOver.withLock({ $0 }) { await Task.yield() }
      }
    }
    isOver.withLock { $0 = true }
  }
}

private final class Object: Sendable {}
