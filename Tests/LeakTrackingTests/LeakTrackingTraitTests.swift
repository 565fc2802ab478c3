import DeterministicScheduling
import LeakTracking
import Testing
import TestingSupportCore

@Suite("The trait that tracks memory leaks")
struct LeakTrackingTraitTests {
  @Test("When the trait is on a test then what the test tracks is looked at", .tracksMemoryLeaks)
  func whenTraitIsOnTest_thenWhatTestTracksIsLookedAt() {
    trackForMemoryLeaks(Screen())
  }

  @Test(
    "When the trait stands before the deterministic one then a sleeping task is no leak",
    .exactOnly,
    .tracksMemoryLeaks,
    .deterministic
  )
  func whenTraitStandsBefore_thenSleepingTaskIsNoLeak() {
    Screen.startLongWork()
  }

  @Test(
    "When the trait stands after the deterministic one then a sleeping task is no leak",
    .exactOnly,
    .deterministic,
    .tracksMemoryLeaks
  )
  func whenTraitStandsAfter_thenSleepingTaskIsNoLeak() {
    Screen.startLongWork()
  }

  @Test(
    "When a leaking test has the trait then it fails at the tracking line",
    arguments: [[tracking], [tracking, scheduling], [scheduling, tracking]]
  )
  func whenLeakingTestHasTrait_thenItFails(traits: [any TestScoping & Trait]) async throws {
    let leak = Screen()
    let line = Locked(0)
    let issues = await capturingIssues {
      try await run(traits) {
        line.withLock { $0 = #line + 1 }
        trackForMemoryLeaks(leak)
      }
    }

    #expect(issues.map(\.sourceLocation?.line) == [line.withLock { $0 }])
  }

  @Test("When a test with the trait tracks nothing then it fails at the test")
  func whenTestTracksNothing_thenItFails() async throws {
    let issues = await capturingIssues { try await run([tracking]) {} }

    #expect(
      issues.map(\.comments) == [
        [
          """
          No object was tracked, so nothing was checked
          Call `trackForMemoryLeaks(_:)` in `makeSUT()`, or remove the trait.
          """
        ]
      ]
    )
    #expect(issues.map(\.sourceLocation) == [Test.current?.sourceLocation])
  }

  @Test("When tracking is not needed then a test that tracks nothing passes", .tracksMemoryLeaks(needsTracking: false))
  func whenTrackingIsNotNeeded_thenTestPasses() {}

  @Suite("On a suite", .tracksMemoryLeaks)
  struct SuiteTests {
    private let screen = Screen()

    @Test("When a test of the suite tracks nothing then it passes")
    func whenTestTracksNothing_thenItPasses() {}

    @Test("When the suite's instance holds the object then it is gone in time")
    func whenSuiteInstanceHoldsObject_thenItIsGone() {
      trackForMemoryLeaks(screen)
    }

    @Test("When a test has the trait itself then it is looked at once", .tracksMemoryLeaks)
    func whenTestHasTraitItself_thenItIsLookedAtOnce() {
      trackForMemoryLeaks(screen)
    }
  }
}

// MARK: - makeSUT and Helper Factory Methods

private let tracking: any TestScoping & Trait = LeakTrackingTrait.tracksMemoryLeaks
private let scheduling: any TestScoping & Trait = DeterministicTrait.deterministic

/// Runs a body as if it were a test with these traits, the first one outside.
private func run(_ traits: [any TestScoping & Trait], _ body: @escaping @Sendable () async throws -> Void) async throws
{
  guard let trait = traits.first, let test = Test.current else { return try await body() }
  try await trait.provideScope(for: test, testCase: Test.Case.current) {
    try await run(Array(traits.dropFirst()), body)
  }
}

private final class Screen: Sendable {
  func touch() {}

  static func startLongWork() {
    let screen = trackForMemoryLeaks(Screen())
    Task.detached {
      try await Task.sleep(for: .seconds(3600))  // sleep-is-the-subject
      screen.touch()
    }
  }
}
