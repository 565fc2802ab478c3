import DeterministicScheduling
import Testing
import TestingSupportCore

@Suite("Actors that several deterministic tests use", .exactOnly)
struct SharedActorTests {
  @Test("When two tests use the same actor then it serves one after the other")
  func whenTestsUseSameActor_thenItServesOneAfterTheOther() async throws {
    let log = EventLog()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for name in ["a", "b", "c"] {
        group.addTask {
          try await withDeterministicScheduling {
            for _ in 0..<500 {
              await North.shared.add(name, to: log)
              try await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(log.events.count == 1_500)
    #expect(Set(log.events.chunks(of: 500).map { Set($0) }) == [["a"], ["b"], ["c"]])
  }

  @Test("When two tests each have the actor that the other one needs then both of them end", .timeLimit(.minutes(15)))
  func whenTestsNeedEachOthersActor_thenBothEnd() async throws {
    let log = EventLog()
    let meeting = Meeting(of: 2)
    async let northward: Void = withDeterministicScheduling {
      await South.shared.add("from the south", to: log)
      await meeting.arrive()
      await North.shared.add("in the north", to: log)
    }
    async let southward: Void = withDeterministicScheduling {
      await North.shared.add("from the north", to: log)
      await meeting.arrive()
      await South.shared.add("in the south", to: log)
    }
    _ = try await (northward, southward)
    #expect(Set(log.events) == ["from the south", "from the north", "in the north", "in the south"])
  }

  @Test("When a piece of a test has a schedule of its own then it shares the test's actors", .timeLimit(.minutes(15)))
  func whenScheduleIsInsideOfAnother_thenItSharesActors() async throws {
    let log = EventLog()
    try await withDeterministicScheduling {
      await North.shared.add("before", to: log)
      try await withDeterministicScheduling { await North.shared.add("inside", to: log) }
      await North.shared.add("after", to: log)
    }
    #expect(log.events == ["before", "inside", "after"])
  }
}

private protocol Logging: Actor {}

extension Logging {
  func add(_ event: String, to log: EventLog) { log.add(event) }
}

@globalActor private actor North: Logging {
  static let shared = North()
}

@globalActor private actor South: Logging {
  static let shared = South()
}

/// Everybody who arrives waits until all have.
private final class Meeting: Sendable {
  private let missing: Locked<(count: Int, waiting: [CheckedContinuation<Void, Never>])>

  init(of count: Int) {
    missing = Locked((count, []))
  }

  func arrive() async {
    await withCheckedContinuation { continuation in
      let complete = missing.withLock { missing in
        missing.count -= 1
        missing.waiting.append(continuation)
        return missing.count == 0 ? missing.waiting : []
      }
      for waiting in complete { waiting.resume() }
    }
  }
}

extension [String] {
  fileprivate func chunks(of size: Int) -> [[String]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}
