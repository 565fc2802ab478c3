import Testing

@testable import DeterministicScheduling

@Suite("The classic bugs", .exactOnly)
struct ClassicBugTests {
  @Test("are gone from the corrected versions", arguments: PlantedBug.classics)
  func whenTheCodeIsCorrect_thenNoOrderFails(bug: PlantedBug) async throws {
    #expect(try await schedulesNeeded(to: bug, .corrected, .pct(depth: 3), firstSeed: 1, limit: 50) == nil)
    #expect(try await schedulesNeeded(to: bug, .corrected, .random, firstSeed: 1, limit: 50) == nil)
  }

  @Test("of three nested tasks are found by priorities of depth 3 from nine of ten seeds")
  func whenTasksAreNested_thenPrioritiesFindIt() async throws {
    var found = 0
    for seed in 0..<10 as Range<UInt64> {
      let needed = try await schedulesNeeded(
        to: .nested,
        .buggy,
        .pct(depth: 3),
        firstSeed: seed * 10_000,
        limit: 1_000
      )
      found += needed == nil ? 0 : 1
    }
    #expect(found >= 9)
  }
}
