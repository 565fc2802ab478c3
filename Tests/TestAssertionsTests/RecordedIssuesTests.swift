import TestAssertions
import Testing

@Suite("Reading recorded issues")
struct RecordedIssuesTests {
  @Test("When a helper fails then its issues come back with text, kind and location")
  func whenHelperFails_thenIssuesComeBack() async throws {
    let issues = await recordedIssues {
      expectValid(total: -1)
      #expect(Bool(false), "too")
    }
    let line = #line - 3
    #expect(issues.map(\.comments) == [["The total is negative: -1"], ["too"]])
    #expect(issues.map(\.sourceLocation?.line) == [line, line + 1])
    #expect(issues.map(\.sourceLocation?.fileID) == [#fileID, #fileID])
    #expect("\(try #require(issues.last))".hasPrefix("Expectation failed: Bool(false)"))
  }

  @Test("When the code throws then the error is an issue at the caller's line")
  func whenCodeThrows_thenErrorIsIssue() async {
    let issues = await recordedIssues { throw CancellationError() }
    #expect(issues.count == 1)
    #expect(issues.first?.error is CancellationError)
    #expect(issues.first?.sourceLocation?.line == #line - 3)
  }

  @Test("When nothing fails then nothing comes back")
  func whenNothingFails_thenNothingComesBack() async {
    #expect(await recordedIssues { expectValid(total: 1) }.isEmpty)
  }

  @Test("When it is inside of a known issue then its issues come back all the same")
  func whenItIsInsideOfKnownIssue_thenIssuesComeBack() async {
    var issues: [Issue] = []
    await withKnownIssue(isIntermittent: true) {
      issues = await recordedIssues { expectValid(total: -1) }
    }
    #expect(issues.map(\.comments) == [["The total is negative: -1"]])
  }

  @Test("When the caller is on the main actor then so is the code")
  @MainActor
  func whenCallerIsOnMainActor_thenCodeIsToo() async {
    var runs = 0
    _ = await recordedIssues {
      MainActor.assertIsolated()
      runs += 1
    }
    #expect(runs == 1)
  }
}

private func expectValid(total: Int, sourceLocation: SourceLocation = #_sourceLocation) {
  guard total < 0 else { return }
  Issue.record("The total is negative: \(total)", sourceLocation: sourceLocation)
}
