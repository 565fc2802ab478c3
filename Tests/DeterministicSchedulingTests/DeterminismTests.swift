import DeterministicScheduling
import Foundation
import Testing
import TestingSupportCore

@Suite("The order of a deterministic test", .exactOnly)
struct DeterminismTests {
  @Test(
    "When a program is run again and again then its events come in the same order",
    arguments: [nil, 1, 0xBEEF] as [UInt64?]
  )
  func whenProgramIsRunAgain_thenOrderIsTheSame(seed: UInt64?) async throws {
    let expected = try await withDeterministicScheduling(seed: seed) { await ProgramUnderTest.run() }
    for _ in 0..<20 {
      let actual = try await withDeterministicScheduling(seed: seed) { await ProgramUnderTest.run() }
      guard actual == expected else {
        Issue.record("\(zip(actual, expected).enumerated().first { $0.element.0 != $0.element.1 } as Any)")
        return
      }
    }
  }

  @Test(
    "When many tests run at once beside ordinary work then each has the same order",
    arguments: [nil, 42] as [UInt64?]
  )
  func whenManyTestsRunAtOnce_thenEachHasTheSameOrder(seed: UInt64?) async throws {
    let expected = try await withDeterministicScheduling(seed: seed) { await ProgramUnderTest.run() }
    let isOver = Locked(false)
    let differences = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<atOnce {
        group.addTask {
          var differences = 0
          for _ in 0..<(runs / atOnce) {
            let actual = try await withDeterministicScheduling(seed: seed) { await ProgramUnderTest.run() }
            if actual != expected {
              differences += 1
              if differences == 1 {
                print(zip(actual, expected).enumerated().first { $0.element.0 != $0.element.1 } as Any)
              }
            }
          }
          return differences
        }
      }
      let ordinary = Task {
        while !isOver.withLock({ $0 }) { _ = await ProgramUnderTest.run(usesGlobalActor: false) }
      }
      let differences = try await group.reduce(0, +)
      isOver.withLock { $0 = true }
      await ordinary.value
      return differences
    }
    #expect(differences == 0)
  }

  @Test("When the trait is used then the body runs under a schedule", .deterministic)
  func whenTraitIsUsed_thenBodyIsScheduled() async throws {
    #expect(VirtualTime.elapsed == .zero)
    let before = ContinuousClock.now
    try await Task.sleep(for: .seconds(60 * 60 * 24 * 365))  // sleep-is-the-subject
    #expect(VirtualTime.elapsed == .seconds(60 * 60 * 24 * 365))
    #expect(ContinuousClock.now - before == .seconds(60 * 60 * 24 * 365))
    #expect(DeterministicSupport.current == .exact)
  }
}

private let atOnce = 100
private let runs = ProcessInfo.processInfo.environment["TESTING_SUPPORT_RUNS"].flatMap { Int($0) } ?? 100
