import StoreTesting
import Testing
import TestingSupportCore

@MainActor
@Suite("Receiving actions")
struct ReceiveTests {
  @Suite("The expected action")
  @MainActor
  struct Expected {
    @Test("When an effect sends the action then it is received with what it changes")
    func whenEffectSendsAction_thenItIsReceived() async {
      let sut = makeStore(onStart: .sending(1))
      await sut.sendLogged(.start)
      await sut.receive(.value(1)) {
        $0.entries = ["start", "value(1)"]
        $0.steps = 2
      }
    }

    @Test("When an effect sends several actions then each is compared with the state at its time")
    func whenSeveralActionsCome_thenEachHasItsOwnState() async {
      let sut = makeStore(
        onStart: .run { send in
          for value in 1...3 { await send(.value(value)) }
        }
      )
      await sut.sendLogged(.start)
      for value in 1...3 { await sut.receiveLogged(.value(value)) }
    }

    @Test("When the action comes late then receiving it waits")
    func whenActionComesLate_thenReceivingWaits() async {
      let (stream, source) = AsyncStream.makeStream(of: Int.self)
      let sut = makeStore(
        onStart: .run { send in
          for await value in stream { await send(.value(value)) }
        }
      )
      await sut.sendLogged(.start)
      Task {
        source.yield(7)
        source.finish()
      }
      await sut.receiveLogged(.value(7))
      await sut.finish()
    }

    @Test("When a received action changes another state than described then the test fails at the call")
    func whenReceivedActionChangesOtherwise_thenTestFails() async throws {
      let sut = makeStore(onStart: .send(.value(1)))
      var line = 0
      let issues = await capturingIssues {
        await sut.sendLogged(.start)
        line = #line + 1
        await sut.receive(.value(1)) { $0.steps = 9 }
      }
      #expect(issues.map(\.line) == [line])
      #expect(
        try #require(issues.first).text.hasPrefix(
          "The state after `.value(1)` is not as expected (- expected, + actual):\n"
        )
      )
    }

    @Test("When an action is received by a predicate then it is the first for which that holds")
    func whenReceivedByPredicate_thenActionMatches() async {
      let sut = makeStore(onStart: .send(.text("hello")))
      await sut.sendLogged(.start)
      await sut.receive(where: { $0.text?.hasPrefix("hel") == true }) { $0.log(.text("hello")) }
    }

    @Test("When an action is received by a key path then its value is there to be used")
    func whenReceivedByKeyPath_thenValueIsHandedOver() async {
      let sut = makeStore(onStart: .merge(.send(.text("a")), .send(.text("b"))))
      await sut.sendLogged(.start)
      await sut.receive(\.text) { text, state in state.log(.text(text)) }
      await sut.receive(\.text) { $0.log(.text("b")) }
    }
  }

  @Suite("Another action")
  @MainActor
  struct Unexpected {
    @Test("When another action came then both are named, and the test goes on after it")
    func whenOtherActionCame_thenBothAreNamed() async throws {
      let sut = makeStore(onStart: .send(.value(1)))
      var line = 0
      let issues = await capturingIssues {
        await sut.sendLogged(.start)
        line = #line + 1
        await sut.receive(.value(2)) { $0.log(.value(2)) }
      }
      let text = try #require(issues.first).text
      #expect(issues.map(\.line) == [line])
      #expect(text.hasPrefix("Expected to receive `.value(2)`, but received `.value(1)` (- expected, + actual):\n"))
      #expect(sut.state.entries == ["start", "value(1)"])
    }

    @Test("When the action came after another then that one is the only failure")
    func whenActionCameAfterAnother_thenOnlyTheOtherFails() async {
      let sut = makeStore(onStart: .merge(.send(.value(1)), .send(.value(2))))
      let issues = await capturingIssues {
        await sut.sendLogged(.start)
        await sut.receiveLogged(.value(2))
      }
      #expect(issues.count == 1)
      #expect(issues.first?.text.hasPrefix("Expected to receive `.value(2)`, but received `.value(1)` (- ") == true)
    }

    @Test("When an action is expected by case, key path or predicate then the failure says so")
    func whenExpectedInOtherWays_thenFailureSaysSo() async {
      let sut = makeStore(onStart: .merge(.send(.value(1)), .send(.value(2)), .send(.value(3))))
      let issues = await capturingIssues {
        await sut.sendLogged(.start)
        await sut.receive(Step.text) { $0.steps = 0 }
        await sut.receive(\.text) { $0.steps = 0 }
        await sut.receive(where: { $0 == .stop })
      }
      let texts = issues.map(\.text).filter { $0.contains("but received") }
      #expect(
        texts == [
          "Expected to receive an action of the case made by `(String) -> Step`, but received `.value(1)`",
          "Expected to receive an action that the key path to `String` finds a value in, but received `.value(2)`",
          "Expected to receive an action that the predicate holds for, but received `.value(3)`",
        ]
      )
    }
  }

  @Suite("No action")
  @MainActor
  struct Missing {
    @Test("When no effect is running then a missing action fails at once")
    func whenNoEffectIsRunning_thenMissingActionFailsAtOnce() async {
      let sut = makeStore()
      var line = 0
      let issues = await capturingIssues {
        line = #line + 1
        await sut.receive(.value(1))
      }
      #expect(issues.map(\.line) == [line])
      #expect(
        issues.map(\.text) == ["Expected to receive `.value(1)`, but it did not arrive\nNo effect is running."]
      )
    }

    @Test("When the last effect ends without the action then the wait ends with it")
    func whenEffectsEnd_thenWaitEnds() async {
      let sut = makeStore(onStart: .run { _ in await hop() })
      let issues = await capturingIssues {
        await sut.sendLogged(.start)
        await sut.receive(.value(1))
        await sut.finish()
      }
      #expect(issues.count == 1)
      #expect(
        issues.first?.text.hasPrefix("Expected to receive `.value(1)`, but it did not arrive\nNo effect") == true
      )
    }

    @Test("When the action does not come in time then the effects that are running are named")
    func whenLimitPasses_thenRunningEffectsAreNamed() async {
      let sut = makeStore(onStart: .endless)
      let issues = await capturingIssues {
        await sut.sendLogged(.start)
        await sut.receive(.value(1), within: .milliseconds(20))
        await sut.skipInFlightEffects()
      }
      #expect(
        issues.map(\.text) == [
          """
          Expected to receive `.value(1)`, but it did not arrive
          Still in flight:
            effect of `.start`
          Timed out after 20 milliseconds.
          """
        ]
      )
    }

    @Test("When the test's task is cancelled then the wait ends")
    func whenTestIsCancelled_thenWaitEnds() async {
      let sut = makeStore(onStart: .endless)
      let issues = await capturingIssues {
        await sut.sendLogged(.start)
        let waiting = Task { await sut.receive(.value(1)) }
        waiting.cancel()
        await waiting.value
        await sut.skipInFlightEffects()
      }
      #expect(issues.count == 1)
      #expect(issues.first?.text.contains("The waiting task was cancelled") == true)
    }
  }
}

extension Step {
  fileprivate var text: String? {
    if case .text(let text) = self { text } else { nil }
  }
}
