import Testing
import TestingSupportCore

@Suite("Capturing issues inside of a known issue")
struct KnownIssueScopeTests {
  @Test("When a capture is inside of a known issue then the issues come back as failures, and are no known ones")
  func whenCaptureIsInsideOfKnownIssue_thenIssuesComeBack() async {
    let captured = Locked<[Issue]>([])
    let known = await issuesKnown {
      let issues = await capturingIssues {
        recordNowhere("first")
        #expect(Bool(false), "second")
        throw Oops()
      }
      captured.withLock { $0 = issues }
    }

    let issues = captured.withLock { $0 }
    #expect(issues.map(\.comments) == [["first"], ["second"], []])
    #expect(issues.map(\.failsItsTest) == [true, true, true])
    #expect(issues.last?.error is Oops)
    #expect(known == [])
  }

  @Test("When a body has a known issue of its own then that one is left to be known, inside of another one too")
  func whenBodyHasKnownIssue_thenItIsLeft() async {
    let captured = Locked<[Issue]>([])
    let inner = Locked<[String]>([])
    let outer = await issuesKnown {
      let issues = await capturingIssues {
        recordNowhere("before")
        let known = await issuesKnown { recordNowhere("known") }
        inner.withLock { $0 = known }
        recordNowhere("after")
      }
      captured.withLock { $0 = issues }
    }

    #expect(captured.withLock { $0 }.map(\.comments) == [["before"], ["after"]])
    #expect(inner.withLock { $0 } == ["known"])
    #expect(outer == [])
  }

  @Test("When captures are nested inside of a known issue then each has its own issues")
  func whenCapturesAreNested_thenEachHasItsOwn() async {
    let captured = Locked<[[Comment]]>([])
    let known = await issuesKnown {
      let outer = await capturingIssues {
        recordNowhere("outer")
        let inner = await capturingIssues { recordNowhere("inner") }
        captured.withLock { $0 += inner.map(\.comments) }
      }
      captured.withLock { $0 += outer.map(\.comments) }
    }

    #expect(captured.withLock { $0 } == [["inner"], ["outer"]])
    #expect(known == [])
  }

  @Test("When child tasks record issues at the same time then all of them come back")
  func whenChildTasksRecord_thenAllComeBack() async {
    let captured = Locked<Set<[Comment]>>([])
    let known = await issuesKnown {
      let issues = await capturingIssues {
        await withTaskGroup(of: Void.self) { group in
          for number in 0..<50 { group.addTask { recordNowhere("\(number)") } }
        }
      }
      captured.withLock { $0 = Set(issues.map(\.comments)) }
    }

    #expect(captured.withLock { $0 } == Set((0..<50).map { ["\($0)"] }))
    #expect(known == [])
  }
}

/// The texts of the issues that a `withKnownIssue` around `body` makes known.
private func issuesKnown(by body: () async throws -> Void) async -> [String] {
  let known = Locked<[String]>([])
  // An error of `body` is known too, and among them.
  try? await withKnownIssue(isIntermittent: true) {
    try await body()
  } matching: { issue in
    known.withLock { $0.append(issue.comments.map(\.rawValue).joined(separator: " ")) }
    return true
  }
  return known.withLock { $0 }
}

private func recordNowhere(_ text: String) {
  recordIssue(text, sourceLocation: #_sourceLocation)
}

private struct Oops: Error {}
