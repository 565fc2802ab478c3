import Testing

@testable import DeterministicScheduling

@Suite("The classic bugs", .exactOnly)
struct ClassicBugTests {
  @Test("are gone from the corrected versions", arguments: PlantedBug.classics)
  func whenTheCodeIsCorrect_thenNoOrderFails(bug: PlantedBug) async throws {
    #expect(try await schedulesNeeded(to: bug, .corrected, .mixed, firstSeed: 1, limit: 100) == nil)
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

  // An optimized build makes fewer steps, and has other orders.
  #if DEBUG
    @Test("are found by mixed strategies within so many orders, the median over ten seeds", arguments: limits)
    func whenStrategiesAreMixed_thenTheMedianIsSmall(bug: PlantedBug, limit: Int) async throws {
      var needed: [Int] = []
      for seed in 0..<10 as Range<UInt64> {
        needed.append(
          try await schedulesNeeded(to: bug, .buggy, .mixed, firstSeed: seed * 10_001, limit: 1_000) ?? .max / 2
        )
      }
      needed.sort()
      #expect((needed[4] + needed[5]) / 2 <= limit, "\(needed)")
    }

    private static let limits: [(PlantedBug, Int)] = [
      (.classicLostUpdate, 3), (.checkThenAct, 3), (.reusedNode, 5), (.lateRegistration, 5), (.twoGates, 10),
      (.outOfOrder, 3), (.heldBack, 10), (.nested, 200),
    ]
  #endif
}
