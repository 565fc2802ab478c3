import TestAssertions
import Testing
import TestingSupportCore

@Suite("Expecting something to stay so")
struct AlwaysTests {
  @Test("When a condition holds then it is checked from the beginning to the end of the time")
  func whenConditionHolds_thenItIsCheckedToTheEnd() async {
    let start = SuspendingClock.now
    var checkedAfter: [Duration] = []
    await expectAlways(for: .milliseconds(20)) {
      checkedAfter.append(SuspendingClock.now - start)
      return true
    }
    #expect(checkedAfter.count > 1)
    #expect(checkedAfter.last ?? .zero >= .milliseconds(20))
  }

  @Test("When a condition is false at once then the test fails at the first check")
  func whenConditionIsFalseAtOnce_thenTestFails() async {
    await expectOneIssue("quiet\nThe condition became false at the first check") {
      await expectAlways("quiet") { false }
    }
  }

  @Test("When a condition becomes false then the test fails at once and tells when")
  func whenConditionBecomesFalse_thenTestFails() async {
    var checks = 0
    let issues = await recordedIssues {
      await expectAlways(for: .seconds(600)) {
        checks += 1
        return checks < 60
      }
    }
    let text = issues.first?.comments.first?.rawValue ?? ""
    #expect(text.hasPrefix("The condition became false after "))
    #expect(text.hasSuffix("seconds\nCheck 60."))
    #expect(issues.first?.sourceLocation?.line == #line - 8)
  }

  @Test("When a condition is false only after the time then the test passes")
  func whenConditionIsFalseOnlyAfterTime_thenTestPasses() async {
    var firstCheck: SuspendingClock.Instant?
    var checks = 0
    await expectAlways(for: .milliseconds(20)) {
      checks += 1
      let now = SuspendingClock.now
      if firstCheck == nil { firstCheck = now }
      return firstCheck.map { now - $0 <= .milliseconds(20) } == true
    }
    #expect(checks > 1)
  }

  @Test("When a condition is false from the middle of the time on then the test fails")
  func whenConditionIsFalseFromTheMiddleOn_thenTestFails() async {
    var start: SuspendingClock.Instant?
    let issues = await recordedIssues {
      // However late a busy machine looks again.
      await expectAlways(for: .seconds(3600)) {
        let now = SuspendingClock.now
        if start == nil { start = now }
        return start.map { now - $0 < .milliseconds(30) } == true
      }
    }
    #expect(issues.map { $0.comments.first?.rawValue.hasPrefix("The condition became false after ") } == [true])
  }

  @Test("When a condition throws then the test fails with the error")
  func whenConditionThrows_thenTestFails() async {
    await expectOneIssue("The condition threw CancellationError() at the first check") {
      await expectAlways { throw CancellationError() }
    }
  }

  @Test("When an error describes itself with several lines then it is reported on one")
  func whenErrorHasSeveralLines_thenItIsReportedOnOne() async {
    await expectOneIssue("The condition threw no\\nnetwork at the first check") {
      await expectAlways { throw Wordy(description: "no\nnetwork") }
    }
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

  @Test("When the time is negative then nothing is checked and the test fails")
  func whenTimeIsNegative_thenTestFails() async {
    await expectOneIssue("`for:` must not be negative, but is -1 seconds\nNothing was checked.") {
      await expectAlways(for: .seconds(-1)) { true }
    }
  }

  @Test("When the task is cancelled then the test fails and tells how long the condition held")
  func whenTaskIsCancelled_thenTestFails() async {
    let checks = Locked(0)
    let waiting = Task {
      await recordedIssues {
        await expectAlways(for: .seconds(600)) {
          checks.withLock { $0 += 1 }
          return true
        }
      }
    }
    await expectEventually { checks.withLock { $0 } > 52 }
    waiting.cancel()
    let issues = await waiting.value
    let text = issues.first?.comments.first?.rawValue ?? ""
    #expect(issues.count == 1)
    #expect(text.hasPrefix("The condition was checked for "))
    #expect(text.hasSuffix(" only, not for 600 seconds\nThe task was cancelled."))
  }

  @Test("When the caller is on the main actor then so is the condition")
  @MainActor
  func whenCallerIsOnMainActor_thenConditionIsToo() async {
    await expectAlways(for: .milliseconds(1)) {
      MainActor.assertIsolated()
      return true
    }
  }
}
