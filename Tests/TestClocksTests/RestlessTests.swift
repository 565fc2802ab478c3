import DeterministicScheduling
import TestClocks
import Testing
import TestingSupportCore

@Suite("A test clock in a test that never comes to rest", .deterministic)
struct RestlessTests {
  @Test("an advance gives up on a task that never pauses", .exactOnly)
  func whenTaskNeverPauses_thenAdvanceFails() async {
    let clock = TestClock()
    let here = SourceLocation.here
    let issues = await issuesBesideRestlessTask { await clock.advance(by: .seconds(1), sourceLocation: here) }
    expect(issues, are: "`advance(by: 1 second)`" + reason, at: here)
  }

  @Test("a check for sleepers fails, as it cannot tell", .exactOnly)
  func whenTaskNeverPauses_thenCheckFails() async {
    let clock = TestClock()
    let here = SourceLocation.here
    let issues = await issuesBesideRestlessTask { try await clock.checkSuspension(sourceLocation: here) }
    expect(issues, are: "`checkSuspension()`" + reason, at: here)
  }

  private func issuesBesideRestlessTask(_ body: () async throws -> Void) async -> [Issue] {
    // conventions:ignore yielding - a task that yields on and on is the subject
    let busy = Task { while !Task.isCancelled { await Task.yield() } }
    defer { busy.cancel() }
    return await WaitLimit.withValue(.milliseconds(5)) { await capturingIssues { try await body() } }
  }

  private let reason = """
     stopped
    Tasks of this test never suspend.
    No task is sleeping on the test clock at 0 seconds
    Cancel the repeating task before you advance the clock, or advance it by less.
    """
}
