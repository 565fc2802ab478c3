import Testing
import TestingSupportCore

@testable import DeterministicScheduling

@Suite("How long sleeps take")
struct SleepModeTests {
  @Test("When sleeps are skipped at `exact` then they take virtual time", .exactOnly, .deterministic(sleeps: .skipped))
  func whenSleepsAreSkippedAtExact_thenTheyAreVirtual() async throws {
    try await Task.sleep(for: .seconds(3600))  // sleep-is-the-subject
    #expect(VirtualTime.elapsed == .seconds(3600))
  }

  @Test("When the runtime does not show sleeps then the first test that skips them is warned")
  func whenRuntimeShowsNoSleeps_thenFirstTestIsWarned() async {
    let sut = OneTimeWarning { $0.textOfSleeps }
    let shown = Runtime.Level(support: .ordered, explanation: "", hooks: HookFindings())
    let hidden = Runtime.Level(
      support: .ordered,
      explanation: "Not seen: a sleep.",
      hooks: HookFindings(seesSleep: false)
    )
    let issues = await capturingIssues {
      sut.record(Runtime.Level(support: .exact, explanation: ""), sourceLocation: #_sourceLocation)
      sut.record(shown, sourceLocation: #_sourceLocation)
      sut.record(hidden, sourceLocation: #_sourceLocation)
      sut.record(hidden, sourceLocation: #_sourceLocation)
    }
    #expect(issues.map(\.isFailure) == [false])
    #expect(issues.first?.sourceLocation?.line == #line - 4)
    #expect(
      issues.first?.comments.first?.rawValue == """
        The sleeps of this test are not skipped
        They take real time, because the runtime does not show them.
        Not seen: a sleep.
        Inject a clock from `TestClocks` instead of sleeping.
        """
    )
  }
}
