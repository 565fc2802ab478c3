import Testing
import TestingSupportCore

@testable import TestBuilders

@Suite("Telling the seed of a test that fails")
struct SeedTraitTests {
  @Test("When a test with random values fails then its first issue tells the seed, once")
  func whenTestWithRandomValuesFails_thenFirstIssueTellsSeedOnce() async throws {
    let issues = await issues(of: SeedTrait(seed: 4129)) {
      _ = anyInt()
      Issue.record("first")
      Issue.record("second")
    }

    #expect(
      issues.map(\.text) == [
        "first\nRandom values of this test come from the seed chosen for it: 4129", "second",
      ]
    )
    #expect(issues.map(\.sourceLocation?.line) == [#line - 9, #line - 8])
  }

  @Test("When the run decides the seed then it is reported how to get the same values again")
  func whenRunDecidesSeed_thenItIsReportedHowToGetSameValues() async throws {
    let issues = await issues(of: SeedTrait(seed: nil)) {
      _ = anyInt()
      #expect(Bool(false))
    }

    let seed = RunSeed.value
    #expect(
      issues.map(\.text) == [
        "Random values of this test come from seed \(seed)\n"
          + "Reproduce them with `.seed(\(seed))` on the test or `TESTING_SUPPORT_SEED=\(seed)` in the environment."
      ]
    )
  }

  @Test("When a test fails that used no random value then no seed is reported")
  func whenTestFailsThatUsedNoRandomValue_thenNoSeedIsReported() async throws {
    let issues = await issues(of: SeedTrait(seed: 1)) { Issue.record("mine") }

    #expect(issues.map(\.text) == ["mine"])
  }

  @Test("When a test throws then the seed is reported beside the error")
  func whenTestThrows_thenSeedIsReportedBesideError() async throws {
    let (issues, error) = await outcome(of: SeedTrait(seed: 4129)) {
      _ = anyInt()
      throw Unexpected()
    }

    #expect(error is Unexpected)
    #expect(issues.map(\.text) == ["Random values of this test come from the seed chosen for it: 4129"])
    #expect(issues.first?.sourceLocation == Test.current?.sourceLocation)
    #if compiler(>=6.3)
      #expect(issues.first?.severity == .warning)
    #endif
  }

  @Test("When a test throws after an issue, or is cancelled, then the seed is not told beside the error")
  func whenTestThrowsAfterIssue_thenSeedIsNotToldBesideError() async throws {
    let (required, _) = await outcome(of: SeedTrait(seed: 4129)) {
      _ = anyInt()
      try #require(Bool(false))
    }
    let (cancelled, _) = await outcome(of: SeedTrait(seed: 4129)) {
      _ = anyInt()
      throw CancellationError()
    }

    // conventions:ignore count-only - that no second issue tells the seed is what is asked
    #expect(required.count == 1)
    #expect(cancelled.isEmpty)
  }

  @Test("When traits are nested then the inner one decides, and tells")
  func whenTraitsAreNested_thenInnerOneDecides() async throws {
    let test = try #require(Test.current)
    let issues = await issues(of: SeedTrait(seed: 1)) {
      try await SeedTrait(seed: 2).provideScope(for: test, testCase: nil) {
        _ = anyInt()
        Issue.record("mine")
      }
    }

    #expect(issues.map(\.text) == ["mine\nRandom values of this test come from the seed chosen for it: 2"])
  }

  @Test("When the schedule decides the seed then the schedule is what to replay")
  func whenScheduleDecidesSeed_thenScheduleIsWhatToReplay() {
    #expect(
      SeedOrigin.schedule(7).replayAdvice
        == "Random values of this test come from the seed of its schedule: 0x7\n"
        + "The same schedule has the same values."
    )
  }

  @Test("When there is no test to put a trait on then the function is told that gives the same values again")
  func whenThereIsNoTest_thenFunctionIsTold() async {
    let (advice, values) = await Task.detached {
      let values = { [withSeed(RunSeed.value) { valueOutside() }, valueOutside()] }
      return (SeedOrigin.run(4129).replayAdvice, values())
    }.value

    #expect(
      advice == "Random values of this test come from seed 4129\n"
        + "Reproduce them with `withSeed(4129) { }` around the code or `TESTING_SUPPORT_SEED=4129` in the environment."
    )
    #expect(values.first == values.last)
  }

  @Suite("On a suite", .seed(11), .tellsSeed)
  struct OnSuite {
    let made = anyString()

    @Test("When a suite has the trait then each test's values come from the seed, those of its properties too")
    func whenSuiteHasTrait_thenValuesComeFromSeed() {
      #expect(SeedScope.current != nil)
      #expect(made == "string-de42")
    }

    @Test("When a trait is on a suite then its tests get it")
    func whenTraitIsOnSuite_thenItsTestsGetIt() {
      #expect(SeedTrait.seed(1).isRecursive)
      #expect(SeedTrait.tellsSeed.seed == nil)
    }
  }
}

/// A value of a line outside of any test.
private func valueOutside() -> Int { anyInt() }

// MARK: - Running under a trait

private func issues(
  of trait: SeedTrait,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: @escaping @Sendable () async throws -> Void
) async -> [Issue] {
  let (issues, error) = await outcome(of: trait, body)
  #expect(error == nil, sourceLocation: sourceLocation)
  return issues
}

// MARK: - Errors

private struct Unexpected: Error {}
