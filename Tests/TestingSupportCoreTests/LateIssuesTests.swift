import DeterministicScheduling
import Testing
import TestingSupportCore

@Suite("Issues that come late")
struct LateIssuesTests {
  @Test(
    "When a task of the body records an issue after it then the capture has it, in a deterministic test",
    .exactOnly,
    .deterministic
  )
  func whenTaskRecordsAfterBody_thenCaptureHasIt() async {
    let issues = await capturingIssues {
      Task { recordIssue("late", sourceLocation: #_sourceLocation) }
    }
    #expect(issues.map(\.comments) == [["late"]])
  }

  @Test(
    "When an object waits for the test to settle before it records an issue then the capture has it",
    .exactOnly,
    .deterministic
  )
  func whenObjectWaitsForTestToSettle_thenCaptureHasItsIssue() async {
    let issues = await capturingIssues {
      Task {
        await settle()
        // conventions:ignore settling - inside of a deterministic test where it is exact
        await Task { await settle() }.value
        recordIssue("at rest", sourceLocation: #_sourceLocation)
      }
    }
    #expect(issues.map(\.comments) == [["at rest"]])
  }

  @Test(
    "When a task that was held records an issue after the capture then it reaches the test",
    arguments: [true, false]
  )
  func whenHeldTaskRecordsAfterCapture_thenIssueReachesTest(isDeterministic: Bool) async throws {
    let reached = Locked<[[Comment]]>([])
    try await withIssueHandling(
      { issue in
        reached.withLock { $0.append(issue.comments) }
        return nil
      },
      {
        let captured =
          isDeterministic
          ? try await withDeterministicScheduling { await recordAfterCapture() } : await recordAfterCapture()
        #expect(captured == 0)
      }
    )
    #expect(reached.withLock { $0 } == [["held"]])
  }
}

/// Leaves a task behind that records an issue as soon as the capture is over; how many issues the capture has.
private func recordAfterCapture() async -> Int {
  let held = Locked<CheckedContinuation<Void, Never>?>(nil)
  let task = Locked<Task<Void, Never>?>(nil)
  let issues = await capturingIssues {
    await withCheckedContinuation { ready in
      let started = Task {
        await withCheckedContinuation { continuation in
          held.withLock { $0 = continuation }
          ready.resume()
        }
        recordIssue("held", sourceLocation: #_sourceLocation)
      }
      task.withLock { $0 = started }
    }
  }
  held.withLock { $0 }?.resume()
  await task.withLock { $0 }?.value
  return issues.count
}
