import DeterministicScheduling
import Testing

@Suite("The order of a deterministic test")
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

  @Test("When the trait is used then the body runs under a schedule", .deterministic)
  func whenTraitIsUsed_thenBodyIsScheduled() async throws {
    #expect(VirtualTime.elapsed == .zero)
    let before = ContinuousClock.now
    try await Task.sleep(for: .seconds(60 * 60 * 24 * 365))
    #expect(VirtualTime.elapsed == .seconds(60 * 60 * 24 * 365))
    #expect(ContinuousClock.now - before == .seconds(60 * 60 * 24 * 365))
    #expect(DeterministicSupport.current == .exact)
  }
}
