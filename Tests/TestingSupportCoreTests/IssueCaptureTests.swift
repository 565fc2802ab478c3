import Testing
import TestingSupportCore

@Suite("Capturing issues")
struct IssueCaptureTests {
  @Test("When a body records issues then they come back with text, kind and location, in order")
  func whenBodyRecordsIssues_thenTheyComeBack() async {
    let line = #line
    let issues = await capturingIssues {
      recordIssue("first", sourceLocation: .here(line: line))
      #expect(Bool(false), "second")
    }
    #expect(issues.count == 2)
    #expect(issues.first?.sourceLocation?.line == line)
    #expect(issues.first?.comments == ["first"])
    #expect(issues.last?.sourceLocation?.line == line + 3)
    #expect(issues.last.map { if case .expectationFailed = $0.kind { true } else { false } } == true)
  }

  @Test("When a body throws then its error is an issue at the caller's line")
  func whenBodyThrows_thenErrorIsIssue() async {
    let issues = await capturingIssues { throw Oops() }
    #expect(issues.count == 1)
    #expect(issues.first?.sourceLocation?.line == #line - 2)
    #expect(issues.first?.error is Oops)
  }

  @Test("When a requirement ends the body then its issue comes back once")
  func whenRequirementEndsBody_thenIssueComesOnce() async {
    let issues = await capturingIssues {
      try #require(Bool(false))
      recordIssue("not reached", sourceLocation: #_sourceLocation)
    }
    #expect(issues.map(\.comments) == [[]])
  }

  @Test("When a body records nothing then nothing comes back")
  func whenBodyRecordsNothing_thenNothingComesBack() async {
    #expect(await capturingIssues {}.isEmpty)
  }

  @Test("When child tasks record issues then they are captured, and those of a nested capture are not")
  func whenChildTasksRecord_thenTheyAreCaptured() async {
    let inner = Locked<[Issue]>([])
    let issues = await capturingIssues {
      async let child: Void = recordNowhere("child")
      await child
      await Task { recordNowhere("inheriting") }.value
      let issues = await capturingIssues { recordNowhere("nested") }
      inner.withLock { $0 = issues }
    }
    #expect(issues.map(\.comments) == [["child"], ["inheriting"]])
    #expect(inner.withLock { $0 }.map(\.comments) == [["nested"]])
  }

  #if compiler(>=6.2)
    @Test("When an issue is captured inside of a test then nothing is told of it outside, and so not in the log")
    func whenIssueIsCaptured_thenNothingIsToldOutside() async throws {
      let told = Locked<[[Comment]]>([])
      let trait: IssueHandlingTrait = .compactMapIssues { issue in
        told.withLock { $0.append(issue.comments) }
        return nil
      }
      let test = try #require(Test.current)
      try await trait.provideScope(for: test, testCase: Test.Case.current) {
        let issues = await capturingIssues { recordNowhere("captured") }
        #expect(issues.map(\.comments) == [["captured"]])
      }
      #expect(told.withLock { $0 } == [])
    }
  #endif

  #if compiler(>=6.3)
    @Test("When a known issue is recorded then it is left to be known, and a warning is captured")
    func whenKnownIssueIsRecorded_thenItIsLeft() async {
      let issues = await capturingIssues {
        withKnownIssue { recordNowhere("known") }
        Issue.record("warning", severity: .warning)
      }
      #expect(issues.map(\.comments) == [["warning"]])
    }
  #endif

  @Test("When there is no current test then issues are captured all the same")
  func whenThereIsNoCurrentTest_thenIssuesAreCaptured() async {
    let comments = await Task.detached {
      await capturingIssues { recordNowhere("detached") }.map(\.comments)
    }.value
    #expect(comments == [["detached"]])
  }

  #if compiler(>=6.3)
    @Test("When an issue is recorded outside of every test then it is not taken for one of the body's")
    func whenIssueIsRecordedOutside_thenItIsNotTaken() async {
      let issues = await capturingIssues {
        // Known, since it would fail the run; a warning, since only of an error it can be told that it is known.
        await Task.detached {
          withKnownIssue { Issue.record("from outside of every test", severity: .warning) }
        }.value
      }
      #expect(issues.isEmpty)
    }
  #endif

  @Test("When the caller is on the main actor then so is the body")
  @MainActor
  func whenCallerIsOnMainActor_thenBodyIsToo() async {
    var state = 0
    let issues = await capturingIssues {
      MainActor.assertIsolated()
      state += 1
      // conventions:ignore yielding - the code under test yields
      await Task.yield()
      MainActor.assertIsolated()
      recordNowhere("\(state)")
    }
    #expect(issues.map(\.comments) == [["1"]])
  }

  @Test("When the caller is on an actor then so is the body")
  func whenCallerIsOnActor_thenBodyIsToo() async {
    #expect(await Keeper().captured() == [["1"]])
  }

  @Test("When an issue has a comment then it opens the text")
  func whenIssueHasComment_thenItOpensText() async {
    let issues = await capturingIssues {
      recordIssue("text", comment: "comment", sourceLocation: #_sourceLocation)
      recordIssue("text", comment: nil, sourceLocation: #_sourceLocation)
    }
    #expect(issues.map(\.comments) == [["comment\ntext"], ["text"]])
  }
}

private func recordNowhere(_ text: String) {
  recordIssue(text, sourceLocation: #_sourceLocation)
}

private actor Keeper {
  var state = 0

  func captured() async -> [[Comment]] {
    await capturingIssues {
      assertIsolated()
      state += 1
      recordNowhere("\(state)")
    }.map(\.comments)
  }
}

private struct Oops: Error {}

extension SourceLocation {
  fileprivate static func here(line: Int) -> SourceLocation {
    SourceLocation(fileID: #fileID, filePath: #filePath, line: line, column: 1)
  }
}
