import DeterministicScheduling
import TestAssertions
import Testing
import TestingSupportCore

@Suite("Expecting something to stay so in a deterministic test", .exactOnly, .deterministic)
struct DeterministicAlwaysTests {
  @Test("When a condition holds then exactly the virtual time passes")
  func whenConditionHolds_thenExactlyVirtualTimePasses() async {
    let sut = Alarm()
    Task { await sut.ring(after: .seconds(3_601)) }
    await expectAlways(for: .seconds(3_600)) { await !sut.hasRung }
    #expect(virtualSeconds == 3_600)
    await expectEventually { await sut.hasRung }
    #expect(virtualSeconds == 3_601)
  }

  @Test("When a condition becomes false on the last instant then the test fails and tells when")
  func whenConditionBecomesFalse_thenTestFails() async {
    let sut = Alarm()
    Task { await sut.ring(after: .seconds(2)) }
    await expectOneIssue("no alarm\nThe condition became false after 2 seconds of virtual time\nCheck 3.") {
      await expectAlways("no alarm", for: .seconds(2)) { await !sut.hasRung }
    }
  }

  @Test("When a condition becomes false while everything settles then the test fails")
  func whenConditionBecomesFalseWhileSettling_thenTestFails() async {
    let sut = Alarm()
    Task { await sut.ring() }
    await expectOneIssue("The condition became false after 0 seconds of virtual time\nCheck 2.") {
      await expectAlways { await !sut.hasRung }
    }
  }

  @Test("When the task is cancelled then the test fails and tells how long the condition held")
  func whenTaskIsCancelled_thenTestFails() async {
    let issues = Task {
      await recordedIssues { await expectAlways(for: .seconds(60)) { true } }
    }
    Task {
      try await Task.sleep(for: .seconds(5))  // sleep-is-the-subject
      issues.cancel()
    }
    let text = """
      The condition was checked for 5 seconds of virtual time only, not for 60 seconds
      The task was cancelled.
      """
    #expect(await issues.value.map(\.comments) == [[Comment(rawValue: text)]])
  }

  @Test("When the time is zero then the condition is checked just once")
  func whenTimeIsZero_thenConditionIsCheckedOnce() async {
    var checks = 0
    await expectAlways(for: .zero) {
      checks += 1
      return true
    }
    #expect(checks == 1)
  }
}

private actor Alarm {
  private(set) var hasRung = false

  func ring() { hasRung = true }

  func ring(after pause: Duration) async {
    try? await Task.sleep(for: pause)  // sleep-is-the-subject
    hasRung = true
  }
}
