import Testing
import TestingSupportCore

@testable import DeterministicScheduling

@Suite("A test that sleeps, in many orders", .exactOnly)
struct SleepingOrderTests {
  @Test("runs until there is no other order")
  func whenTheBodySleeps_thenItsOrdersRunOut() async throws {
    let runs = Locked(0)
    let outcome = try await explore(.interleavings(50)) {
      runs.withLock { $0 += 1 }
      try await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
    }
    #expect(outcome.issues.isEmpty)
    #expect(runs.withLock { $0 } < 5)
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
