import DeterministicScheduling
import StoreTesting
import Testing
import TestingSupportCore

@MainActor
@Suite("Stores and captured issues")
struct LateEndTests {
  @Test("When a store goes away after the capture then its issue reaches the test", arguments: [false, true])
  func whenStoreGoesAwayAfterCapture_thenIssueReachesTest(isDeterministic: Bool) async {
    var captured: [Issue] = []
    let reached = await capturingIssues {
      try await withOptionalScheduling(isDeterministic) {
        var kept: TestStore<Log, Step>?
        captured = await capturingIssues {
          let sut = makeStore(onStart: .send(.value(1)))
          await sut.sendLogged(.start)
          kept = sut
        }
        #expect(kept?.state.steps == 1)
        kept = nil
      }
    }
    #expect(captured.map(\.text) == [])
    #expect(reached.map(\.text.headline) == ["The test ended with 1 received action not yet asserted"])
  }

  @Test("When a store goes away inside the capture then the capture has its issue", arguments: [false, true])
  func whenStoreGoesAwayInsideCapture_thenCaptureHasIssue(isDeterministic: Bool) async {
    var captured: [Issue] = []
    let reached = await capturingIssues {
      try await withOptionalScheduling(isDeterministic) {
        captured = await capturingIssues {
          let sut = makeStore(onStart: .endless)
          await sut.sendLogged(.start)
        }
      }
    }
    #expect(captured.map(\.text.headline) == ["An effect of `.start` was still running when the test ended"])
    #expect(reached.map(\.text) == [])
  }
}

extension String {
  fileprivate var headline: Substring { prefix { $0 != "\n" } }
}
