import Testing

@testable import TestBuilders

/// Tests/Benchmarks prints the same as a table, with the number of attempts.
@Suite("Shrinking challenges")
struct ShrinkingChallengesTests {
  @Test(
    "When a challenge is tried with many seeds then each finds the smallest input",
    arguments: ShrinkingChallenge.all
  )
  func whenChallengeIsTried_thenEachSeedFindsSmallestInput(challenge: ShrinkingChallenge.Entry) async {
    var others: [[String]] = []
    for seed in manySeeds {
      let issues = await recordedIssues { await withSeed(seed) { await challenge.check() } }
      let found = ShrinkingChallenge.Found(in: issues)
      if found.input != challenge.smallest { others.append(found.input) }
    }
    #expect(others == [])
  }

  @Test("When the challenges are counted then all thirteen are there")
  func whenChallengesAreCounted_thenAllAreThere() {
    #expect(Set(ShrinkingChallenge.all.map(\.testDescription)).count == 13)
  }
}
