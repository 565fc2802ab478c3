import DeterministicScheduling
import Foundation
import LinearizabilityTesting
import Testing
import TestingSupportCore

@Suite("The planted races", .exactOnly)
struct PlantedRaceTests {
  @Test("are found within 500 scenarios", arguments: PlantedRace.all)
  func whenStructureIsFaulty_thenScenarioIsFound(race: PlantedRace) async {
    for seed in 0..<UInt64(longRun == nil ? 1 : 20) {
      let issues = await capturingIssues { await withSeed(seed) { await race.check(.faulty, .init()) } }

      #expect(issues.count == 1, "from seed \(seed)")
      if longRun != nil { print("\(race.name), seed \(seed): \(issues.first?.found ?? "not found")") }
    }
  }

  @Test("are gone from the corrected versions", arguments: PlantedRace.all)
  func whenStructureIsCorrect_thenNothingFails(race: PlantedRace) async {
    await race.check(.corrected, .init(scenarios: longRun ?? 20, orders: longRun == nil ? 10 : 5))
  }
}

/// How many scenarios a correct structure has to pass in a long run, asked for with the environment variable
/// `TESTING_SUPPORT_SCENARIOS`.
private let longRun = ProcessInfo.processInfo.environment["TESTING_SUPPORT_SCENARIOS"].flatMap { Int($0) }

extension Issue {
  /// In which scenario the mistake was found.
  fileprivate var found: String? {
    "\(self)".split(separator: "\n").first { $0.hasPrefix("Scenario ") }.map(String.init)
  }
}
