import DeterministicScheduling
import TestClocks
import Testing
import TestingSupportCore

@Suite("A test clock in a test that never comes to rest", .scheduledOnly, .deterministic)
struct RestlessTests {
  @Test("an advance gives up on a task that never pauses")
  func whenTaskNeverPauses_thenAdvanceFails() async {
    let clock = TestClock()
    let here = SourceLocation.here
    let issues = await issuesBesideRestlessTask { await clock.advance(by: .seconds(1), sourceLocation: here) }
    expect(issues, are: text("advance(by: 1 second)", "advance"), at: here)
    #expect(clock.now.offset == .zero)
  }

  @Test("so does a run")
  func whenTaskNeverPauses_thenRunFails() async {
    let clock = TestClock()
    let here = SourceLocation.here
    let issues = await issuesBesideRestlessTask { await clock.run(sourceLocation: here) }
    expect(issues, are: text("run()", "run"), at: here)
  }

  @Test("a check for sleepers fails, as it cannot tell")
  func whenTaskNeverPauses_thenCheckFails() async {
    let clock = TestClock()
    let here = SourceLocation.here
    let issues = await issuesBesideRestlessTask { try await clock.checkSuspension(sourceLocation: here) }
    expect(issues, are: text("checkSuspension()", "check"), at: here)
  }

  @Test("the failure lists the tasks that sleep")
  func whenTasksSleepBesideIt_thenFailureListsThem() async {
    let clock = TestClock()
    let sleeper = Task { try await (clock as any Clock<Duration>).sleep(for: .seconds(2)) }
    await clock.waitForSleepers()
    let here = SourceLocation.here
    let issues = await issuesBesideRestlessTask { await clock.advance(by: .seconds(1), sourceLocation: here) }
    let sleepers = "1 task is still sleeping on the test clock at 0 seconds\n- wakes at 2 seconds (in 2 seconds)\n"
    expect(issues, are: text("advance(by: 1 second)", "advance", sleepers: sleepers), at: here)
    sleeper.cancel()
  }

  private func issuesBesideRestlessTask(_ body: () async throws -> Void) async -> [Issue] {
    // conventions:ignore yielding - a task that yields on and on is the subject
    let busy = Task { while !Task.isCancelled { await Task.yield() } }
    defer { busy.cancel() }
    return await WaitLimit.withValue(.milliseconds(5)) { await capturingIssues { try await body() } }
  }

  private func text(_ call: String, _ verb: String, sleepers: String = "") -> String {
    """
    `\(call)` stopped
    The test never became idle; a task keeps resuming.
    \(sleepers)Cancel the repeating task before you \(verb) the clock.
    """
  }
}
