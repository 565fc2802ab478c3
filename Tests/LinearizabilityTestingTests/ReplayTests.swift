import DeterministicScheduling
import Foundation
import Testing
import TestingSupportCore

@testable import LinearizabilityTesting
@testable import TestBuilders

@Suite("Scenarios that run again", .exactOnly)
struct ReplayTests {
  @Test("When a failing scenario is replayed then it fails again")
  func whenFailingScenarioIsReplayed_thenItFailsAgain() async throws {
    let first = try #require(await failure())
    let token = try #require(first.firstMatch(of: /replaying: "(.+)"/)?.output.1)

    let again = try #require(await failure(replaying: String(token)))

    #expect(first.steps == again.steps)
    #expect(again.contains("The replayed scenario failed in order "))
    #expect(again.hasSuffix("Replay it with `expectLinearizable(replaying: \"\(token)\")`."))
  }

  @Test("When the version is corrected then the replayed scenario passes")
  func whenVersionIsCorrected_thenReplayedScenarioPasses() async throws {
    let token = try #require(await failure()?.firstMatch(of: /replaying: "(.+)"/)?.output.1)

    #expect(await failure(replaying: String(token), of: .corrected) == nil)
  }

  @Test("When a token is none then an issue says so")
  func whenTokenIsNone_thenIssueSaysSo() async {
    #expect(await failure(replaying: "no token") == "\"no token\" is not a replay token\nNothing was checked.")
  }

  @Test("When a token has more choices than the scenario then an issue says so")
  func whenTokenHasMoreChoicesThanScenario_thenIssueSaysSo() async {
    #expect(
      await failure(replaying: "0.0.0.0.0.0.0.0.1") == """
        Replay token "0.0.0.0.0.0.0.0.1" no longer fits the operations
        An operation or a fixture has changed.
        Remove `replaying:`.
        """
    )
  }

  @Test("When failing inputs are kept then the scenario runs first next time")
  func whenFailingInputsAreKept_thenScenarioRunsFirstNextTime() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try await KeptInputs.$folder.withValue(folder.path) {
      let first = try #require(await failure())
      let again = try #require(await failure())
      let corrected = await failure(of: .corrected)
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)

      #expect(first.contains(" failed first, in order "))
      #expect(again.contains("\nIt is kept from an earlier run.\n"))
      #expect(corrected == nil)
      #expect(files == [])
    }
  }
}

@Suite("Scenarios that cannot be run")
struct ScenarioMisuseTests {
  struct Misuse: Sendable {
    var scenarios = 100
    var orders = 10
    var shrinkAttempts = 500
    var hasOperations = true
    let headline: String
  }

  @Test(
    "When there is nothing to run then an issue says so",
    arguments: [
      Misuse(hasOperations: false, headline: "`expectLinearizable` requires at least one operation"),
      Misuse(scenarios: 0, headline: "`scenarios` must be at least 1, not 0"),
      Misuse(orders: -1, headline: "`orders` must be at least 1, not -1"),
      Misuse(shrinkAttempts: -2, headline: "`shrinkAttempts` must not be negative, but is -2"),
    ]
  )
  func whenThereIsNothingToRun_thenIssueSaysSo(misuse: Misuse) async {
    let line = #line + 2
    let issues = await capturingIssues {
      await expectLinearizable(
        scenarios: misuse.scenarios,
        orders: misuse.orders,
        shrinkAttempts: misuse.shrinkAttempts,
        system: { PlantedCounter(version: .faulty) },
        model: { 0 },
        operations: misuse.hasOperations ? [.increment] : []
      )
    }

    #expect(issues.map(\.text) == ["\(misuse.headline)\nNothing was checked."])
    #expect(issues.map(\.sourceLocation?.line) == [line])
  }

  @Test("When the model is a class then an issue says so")
  func whenModelIsClass_thenIssueSaysSo() async {
    final class Model: Sendable {}
    let issues = await capturingIssues {
      await expectLinearizable(
        system: { PlantedCounter(version: .faulty) },
        model: { Model() },
        operations: [
          ModelOperation("counter.value()") { (counter: PlantedCounter) in
            await counter.value()
          } model: { (_: inout Model) in
            0
          }
        ]
      )
    }

    #expect(
      issues.map(\.text) == ["The model must be a struct or an enum, but `Model` is a class\nNothing was checked."]
    )
  }
}

/// What is reported of the counter; `nil` if nothing is.
// conventions:ignore source-location - what it expects is part of every test that calls it
private func failure(replaying token: String? = nil, of version: PlantedRace.Version = .faulty) async -> String? {
  let issues = await capturingIssues {
    await expectLinearizable(
      replaying: token,
      system: { PlantedCounter(version: version) },
      model: { 0 },
      operations: [.increment]
    )
  }
  return issues.first?.text
}

extension String {
  /// The steps of the story.
  fileprivate var steps: [Substring] { split(separator: "\n").filter { $0.hasPrefix("     ") || $0.hasPrefix("▸") } }
}
