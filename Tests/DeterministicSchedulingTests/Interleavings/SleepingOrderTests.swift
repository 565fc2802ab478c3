import Testing
import TestingSupportCore

@testable import DeterministicScheduling

@Suite("A test that sleeps, in many orders", .exactOnly)
struct SleepingOrderTests {
  @Test("runs once in each order that its tasks can have", arguments: SleepingProgram.all)
  func whenTheOrdersAreFew_thenEachRunsOnce(program: SleepingProgram) async throws {
    for strategy in [.mixed, .random, .pos, .pct(depth: 3)] as [InterleavingStrategy] {
      let runs = Locked(0)
      let outcome = try await explore(.interleavings(50, seed: 1, strategy: strategy)) {
        runs.withLock { $0 += 1 }
        try await program.run()
      }
      #expect(outcome.issues.isEmpty)
      #expect(runs.withLock { $0 } == program.orderCount, "\(strategy)")
    }
  }

  @Test("has a trace in which a sleep is no outside event")
  func whenASleepEnds_thenTheTraceSaysSo() async throws {
    let outcome = try await explore(.interleavings(10, seed: 1)) {
      let task = start("late") { try? await Task.sleep(for: .seconds(1)) }  // sleep-is-the-subject
      await task.value
      #expect(Bool(false))
    }
    let report = try #require(outcome.report)
    #expect(report.contains("1 second elapsed"), "\(report)")
    #expect(!report.contains("outside"), "\(report)")
  }
}

/// A program that sleeps, and the number of its orders.
struct SleepingProgram: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let orderCount: Int
  let run: @Sendable () async throws -> Void

  static let all = [
    SleepingProgram(testDescription: "a body that sleeps", orderCount: 1) { try await pause(1) },
    SleepingProgram(testDescription: "a body that sleeps twice", orderCount: 1) {
      try await pause(1)
      try await pause(1)
    },
    SleepingProgram(testDescription: "a body that sleeps on the main actor", orderCount: 1) { try await sleepOnMain() },
    SleepingProgram(testDescription: "a body that yields", orderCount: 1) {
      for _ in 0..<2 { await Task.yield() }  // conventions:ignore yielding - a yield is the subject
    },
    // The child may start before the body goes on, and that is all.
    SleepingProgram(testDescription: "a child that sleeps", orderCount: 2) {
      async let child: Void = pause(1)
      try await child
    },
    SleepingProgram(testDescription: "a child and a body that sleep at different times", orderCount: 2) {
      async let child: Void = pause(1)
      try await pause(2)
      try await child
    },
  ]

  private static func pause(_ seconds: Int) async throws {
    try await Task.sleep(for: .seconds(seconds))  // sleep-is-the-subject
  }

  @MainActor private static func sleepOnMain() async throws { try await pause(1) }
}
