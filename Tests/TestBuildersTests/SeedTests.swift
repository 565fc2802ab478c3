import Foundation
import Testing
import TestingSupportCore

@testable import TestBuilders

@Suite("Seeds")
struct SeedTests {
  @Suite("The seed of the run")
  struct Run {
    @Test(
      "When the environment names a seed then it is taken",
      arguments: [("4129", 4129), ("0", 0), ("0xff", 255), ("1_000", 1000), ("18446744073709551615", .max)]
        as [(String, UInt64)]
    )
    func whenEnvironmentNamesSeed_thenItIsTaken(text: String, seed: UInt64) {
      let resolved = RunSeed.resolve(text)

      #expect(resolved.seed == seed)
      #expect(resolved.problem == nil)
    }

    @Test("When the environment names none then a random one is taken", arguments: [nil, ""])
    func whenEnvironmentNamesNone_thenRandomOneIsTaken(text: String?) {
      let seeds = Set((0..<20).map { _ in RunSeed.resolve(text).seed })

      #expect(seeds.count > 10)
      #expect(RunSeed.resolve(text).problem == nil)
    }

    @Test(
      "When the environment names no number then the problem is reported",
      arguments: ["abc", "-1", "1.5", "0xg", " 1"]
    )
    func whenEnvironmentNamesNoNumber_thenProblemIsReported(text: String) {
      let resolved = RunSeed.resolve(text)

      #expect(
        resolved.problem
          == "TESTING_SUPPORT_SEED=\(text) is not a number from 0 to 18446744073709551615: "
          + "seed \(resolved.seed) is used instead."
      )
    }

    #if compiler(>=6.2) && !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
      @Test("When a run makes its first random value then its seed is reported once, on standard error")
      func whenRunMakesFirstRandomValue_thenItsSeedIsReportedOnce() async throws {
        let result = try #require(
          await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            setenv("TESTING_SUPPORT_SEED", "4129", 1)
            _ = (anyString(), anyInt(), Int.fixture)
          }
        )

        let lines = String(decoding: result.standardErrorContent, as: UTF8.self).split(separator: "\n")
        #expect(
          lines.filter { $0.contains("seed") } == [
            "◇ Random values of this run come from seed 4129; reproduce them with TESTING_SUPPORT_SEED=4129"
          ]
        )
      }

      @Test("When the seed of the environment is no number then the first value that is drawn says so, once")
      func whenSeedOfEnvironmentIsNoNumber_thenFirstValueThatIsDrawnSaysSo() async {
        let issues = await recordedIssues {
          await #expect(processExitsWith: .success) {
            setenv("TESTING_SUPPORT_SEED", "abc", 1)
            _ = (anyString(), anyInt(), Int.fixture)
          }
        }

        #expect(issues.count == 1)
        #expect(issues.first?.text.hasPrefix("TESTING_SUPPORT_SEED=abc is not a number from 0 to ") == true)
      }
    #endif
  }

  @Suite("The values of a test")
  struct Values {
    @Test("When seed and test are the same then the values are the same, whatever else draws")
    func whenSeedAndTestAreSame_thenValuesAreSame() async {
      let alone = withSeed(7) { draws() }
      let besides = await withTaskGroup(of: [String].self) { group in
        for _ in 0..<4 { group.addTask { withSeed(7) { draws() } } }
        return await group.reduce(into: []) { $0.append($1) }
      }

      #expect(besides.allSatisfy { $0 == alone })
    }

    @Test("When the seeds differ then the values differ")
    func whenSeedsDiffer_thenValuesDiffer() {
      #expect(withSeed(7) { draws() } != withSeed(8) { draws() })
    }

    @Test("When values are made from a published seed then they never change between releases", .seed(4129))
    func whenValuesAreMadeFromKnownSeed_thenTheyNeverChange() {
      #expect(
        draws() == [
          "string-e9d2", "2701", "384660", "0FCE8C4F-A0F3-48F7-B3B1-171460AFB849", "2168.75",
          "2024-04-20 22:00:00 +0000", "[5649, 8636]", "8 bytes", "https://example.com/3b64", "0.4203805171793783",
        ]
      )
    }

    @Test("When a test has arguments then each has values of its own", .seed(1), arguments: [1, 2, 3])
    func whenTestHasArguments_thenEachHasValuesOfItsOwn(argument: Int) {
      #expect(anyString() == ["string-2d73", "string-ceee", "string-cea4"][argument - 1])
    }

    @Test("When the identities differ then the seeds differ")
    func whenIdentitiesDiffer_thenSeedsDiffer() throws {
      let identity = try #require(TestIdentity.current)

      #expect(SeedDerivation.seed(from: 1, for: identity) != SeedDerivation.seed(from: 2, for: identity))
      #expect(SeedDerivation.seed(from: 1, for: identity) != SeedDerivation.seed(from: 1, for: nil))
      #expect(SeedDerivation.seed(from: 1, for: identity) == SeedDerivation.seed(from: 1, for: identity))
      #expect(SeedDerivation.seed(from: 1, forPlace: "a") != SeedDerivation.seed(from: 1, forPlace: "b"))
    }

    @Test("When a body is async then it gets the same values")
    func whenBodyIsAsync_thenItGetsSameValues() async throws {
      let sync = withSeed(9) { draws() }
      let async = await withSeed(9) {
        // conventions:ignore yielding - to let other tasks in between
        await Task.yield()
        return draws()
      }

      #expect(sync == async)
      await #expect(throws: CancellationError.self) {
        try await withSeed(9) {
          // conventions:ignore yielding - to let other tasks in between
          await Task.yield()
          throw CancellationError()
        }
      }
      #expect(throws: CancellationError.self) { try withSeed(9) { throw CancellationError() } }
    }

    @Test("When a detached task draws then its values come from its line")
    func whenDetachedTaskDraws_thenItsValuesComeFromItsLine() async {
      let detached = await Task.detached { (0..<2).map { _ in anyString() } + ["\(anyInt())", "\(anyInt())"] }.value
      let own = anyString()

      #expect(Set(detached).count == 4)
      #expect(detached.map(\.count) == ["string-".count + 6, "string-".count + 6, 7, 7])
      // conventions:ignore count-only - the text is random, its length is not
      #expect(own.count == "string-".count + 4)
    }
  }

  @Suite("Under a deterministic schedule")
  struct Schedules {
    @Test("When the schedule has a seed then it decides the values, afresh in each run of the body")
    func whenScheduleHasSeed_thenItDecidesValues() {
      let (first, again, other) = (FixedSchedule(seed: 5), FixedSchedule(seed: 5), FixedSchedule(seed: 6))

      let values = draws(in: first)

      #expect(draws(in: again) == values)
      #expect(draws(in: other) != values)
      #expect(draws(in: first) != values)
    }

    @Test("When the schedule has no seed then the run's decides, afresh in each run of the body")
    func whenScheduleHasNoSeed_thenRunsDecides() {
      let (first, again) = (FixedSchedule(seed: nil), FixedSchedule(seed: nil))

      #expect(draws(in: first) == draws(in: again))
    }

    @Test("When the test has a seed of its own then the schedule's does not count")
    func whenTestHasSeedOfItsOwn_thenSchedulesDoesNotCount() {
      let (first, other) = (FixedSchedule(seed: 5), FixedSchedule(seed: 6))

      #expect(withSeed(1) { draws(in: first) } == withSeed(1) { draws(in: other) })
    }

    @Test("When a detached task of a schedule draws then it draws from the test's values")
    func whenDetachedTaskOfScheduleDraws_thenItDrawsFromTestsValues() async {
      let schedule = FixedSchedule(seed: 5)
      let early = FixedSchedule(seed: 5)

      let source = CurrentValueSource.source(at: "", in: schedule)
      let detached = await Task.detached { CurrentValueSource.source(at: "", in: schedule) }.value
      let beforeTheTest = await Task.detached { CurrentValueSource.source(at: "", in: early) }.value

      #expect(source === detached)
      #expect(beforeTheTest !== CurrentValueSource.source(at: "", in: early))
    }

    @Test("When a schedule is gone then its values are forgotten")
    func whenScheduleIsGone_thenItsValuesAreForgotten() {
      weak var forgotten: ScheduleSources?
      do {
        let schedule = FixedSchedule(seed: 1)
        forgotten = ScheduleSources.of(schedule)
        #expect(forgotten === ScheduleSources.of(schedule))
      }
      _ = ScheduleSources.of(FixedSchedule(seed: 2))

      #expect(forgotten == nil)
    }
  }
}

// MARK: - Drawing values

private func draws() -> [String] {
  [
    anyString(), "\(anyInt())", "\(anyInt(in: 0...1_000_000))", "\(anyUUID())", "\(anyDouble())", "\(anyDate())",
    "\(Int.fixtures(2))", "\(anyData())", "\(anyURL())", "\(anyDouble(in: 0...1))",
  ]
}

private func draws(in schedule: any TestSchedule) -> [Int] {
  var values = CurrentValueSource.source(at: "", in: schedule).values()
  return (0..<5).map { _ in values.int(in: 0...1_000_000) }
}

// MARK: - Test doubles

private final class FixedSchedule: TestSchedule {
  let elapsed = Duration.zero
  let seed: UInt64?

  init(seed: UInt64?) { self.seed = seed }

  func whenIdle(_ idleness: Idleness, _ action: @escaping @Sendable () -> Void) -> IdleRequest { IdleRequest(id: 0) }
  func withdraw(_ request: IdleRequest) {}
  func beginWaitingForOutside() {}
  func endWaitingForOutside() {}
}
