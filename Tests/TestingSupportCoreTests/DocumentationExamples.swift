import Testing
import TestingSupportCore

// The code of the comments, in the same words.

@Suite("Examples: a wait for two calls")
struct DocumentationExamples {
  @Test("When both calls were made before then there is no wait")
  func whenBothCallsWereMade_thenThereIsNoWait() async {
    let sut = CallPair()
    sut.call()
    sut.call()

    let issues = await capturingIssues { await sut.waitForBoth() }

    #expect(issues.isEmpty)
  }

  @Test("When the second call is made by another task then the wait ends with it")
  func whenSecondCallIsMadeByAnotherTask_thenWaitEnds() async {
    let sut = CallPair()
    sut.call()

    let issues = await capturingIssues {
      async let call: Void = sut.call()
      await sut.waitForBoth()
      await call
    }

    #expect(issues.isEmpty)
  }

  @Test("When the second call is not made then an issue says how long the wait was")
  func whenSecondCallIsNotMade_thenIssueSaysHowLong() async {
    let sut = CallPair()
    sut.call()

    let issues = await capturingIssues {
      await WaitLimit.withValue(.milliseconds(5)) { await sut.waitForBoth() }
    }

    #expect(issues.map(\.comments) == [["Expected 2 calls, but 1 was made\nTimed out after 5 milliseconds."]])
  }
}

// MARK: - A double that can be waited for

private final class CallPair: Sendable {
  private struct State {
    var count = 0
    var waiters: [Waiter] = []

    mutating func isSatisfied(elseAdd waiter: Waiter) -> Bool {
      if count < 2 { waiters.append(waiter) }
      return count >= 2
    }
  }

  private let state = Locked(State())

  func call() {
    let waiters = state.withLock { state in
      state.count += 1
      return state.count < 2 ? [] : state.waiters
    }
    for waiter in waiters { waiter.signal() }
  }

  func waitForBoth(sourceLocation: SourceLocation = #_sourceLocation) async {
    let waiter = Waiter()
    if state.withLock({ $0.isSatisfied(elseAdd: waiter) }) { return }
    switch await waiter.wait() {
    case .signaled: break
    case let outcome: recordIssue("Expected 2 calls, but 1 was made\n\(outcome)", sourceLocation: sourceLocation)
    }
  }
}
