import Foundation
import Testing

@testable import DeterministicScheduling

@Suite("The planted bugs", .exactOnly)
struct PlantedBugTests {
  static let strategies: [InterleavingStrategy] = [.mixed, .random, .pct(depth: 2), .pct(depth: 3), .pos]

  @Test("are hidden by the plain order", arguments: PlantedBug.all)
  func whenTheOrderIsPlain_thenTheBugIsHidden(bug: PlantedBug) async throws {
    for version in [PlantedBug.Version.buggy, .corrected] {
      #expect(try await withDeterministicScheduling { await bug.keepsItsPromise(version) })
    }
  }

  @Test("are found within 200 schedules", arguments: PlantedBug.all, strategies)
  func whenOrdersAreExplored_thenTheBugIsFound(bug: PlantedBug, strategy: InterleavingStrategy) async throws {
    for firstSeed in 0..<UInt64(isLongRun ? 50 : 2) {
      let needed = try await schedulesNeeded(to: bug, .buggy, strategy, firstSeed: firstSeed * 1_000)
      #expect(needed != nil, "from seed \(firstSeed * 1_000)")
    }
  }

  @Test("are gone from the corrected versions", arguments: PlantedBug.all, strategies)
  func whenTheCodeIsCorrect_thenNoOrderFails(bug: PlantedBug, strategy: InterleavingStrategy) async throws {
    let limit = isLongRun ? 1_000 : 30
    #expect(try await schedulesNeeded(to: bug, .corrected, strategy, firstSeed: 1, limit: limit) == nil)
  }

  @Test("need this many schedules", .enabled(if: isLongRun))
  func whenAsked_thenTheTableIsPrinted() async throws {
    let firstSeeds = 200
    var table = "| bug | " + Self.strategies.map { "`\($0)`" }.joined(separator: " | ") + " |\n"
    table += "| --- |" + String(repeating: " ---: |", count: Self.strategies.count) + "\n"
    for bug in PlantedBug.all {
      table += "| \(bug.name)"
      for strategy in Self.strategies {
        var needed: [Int] = []
        for index in 0..<firstSeeds {
          needed.append(
            try await schedulesNeeded(to: bug, .buggy, strategy, firstSeed: UInt64(index) * 1_000, limit: 999) ?? 999
          )
        }
        needed.sort()
        table += " | \(needed[firstSeeds / 2]), \(needed[firstSeeds - 1])"
      }
      table += " |\n"
    }
    print(table)
  }
}

/// Asked for with the environment variable `TESTING_SUPPORT_MODEL_STEPS`.
private let isLongRun = ProcessInfo.processInfo.environment["TESTING_SUPPORT_MODEL_STEPS"] != nil
