import DeterministicScheduling
import Testing
import TestingSupportCore

@Suite("Deterministic tests beside many others that are busy", .exactOnly)
struct ManyBusyTestsTests {
  @Test("When a test waits for one that has few turns then it waits for as long as that needs")
  func whenTestWaitsForOneWithFewTurns_thenItWaitsAsLong() async throws {
    let (isOver, end) = (Locked(false), AsyncStream<Void>.makeStream())
    async let others: Void = withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<40 {
        group.addTask {
          try await withDeterministicScheduling { while !isOver.withLock(\.self) { try await workAndSleep() } }
        }
      }
      try await group.waitForAll()
    }
    async let waiting: Void = withDeterministicScheduling(outside: .milliseconds(700)) {
      for await _ in end.stream {}
    }
    try await withDeterministicScheduling { for _ in 0..<40 { try await workAndSleep() } }
    end.continuation.finish()
    isOver.withLock { $0 = true }
    _ = try await (waiting, others)
  }
}

private func workAndSleep() async throws {
  _ = (0..<10_000).reduce(0) { $0 &+ $1 }
  try await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
}
