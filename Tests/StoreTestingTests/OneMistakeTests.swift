// conventions:ignore-file count-only - that so many were recorded is what is asked

import DeterministicScheduling
import StoreTesting
import TestDoubles
import Testing
import TestingSupportCore

@MainActor
@Suite("One mistake, one failure", .deterministic)
struct OneMistakeTests {
  @Test("When an action is expected that never comes then those after it can be received")
  func whenOneActionTooManyIsExpected_thenItFailsOnce() async {
    let sut = makeStore(onStart: .merge(.send(.value(1)), .send(.value(2))))
    var line = 0
    let issues = await capturingIssues {
      await sut.sendLogged(.start)
      line = #line + 1
      await sut.receiveLogged(.text("never"))
      await sut.receiveLogged(.value(1))
      await sut.receiveLogged(.value(2))
      await sut.finish()
    }
    #expect(issues.map(\.line) == [line])
    #expect(sut.state.entries == ["start", "value(1)", "value(2)"])
  }

  @Test("When two actions are expected the wrong way round then that fails once")
  func whenOrderIsWrong_thenItFailsOnce() async {
    let sut = makeStore(onStart: .merge(.send(.value(1)), .send(.value(2)), .send(.value(3))))
    let issues = await capturingIssues {
      await sut.sendLogged(.start)
      await sut.receiveLogged(.value(2))
      await sut.receiveLogged(.value(1))
      await sut.receiveLogged(.value(3))
    }
    #expect(issues.count == 1)
    #expect(sut.state.steps == 4)
  }

  @Test("When an action is sent before another is received then that fails once")
  func whenSendComesBeforeReceive_thenItFailsOnce() async {
    let sut = makeStore(onStart: .merge(.send(.value(1)), .send(.value(2))))
    var line = 0
    let issues = await capturingIssues {
      await sut.sendLogged(.start)
      line = #line + 1
      await sut.sendLogged(.stop)
      await sut.receiveLogged(.value(1))
      await sut.receive(Step.value) { value, state in
        #expect(sut.state.steps == 2)
        state.log(.value(value))
      }
    }
    #expect(issues.map(\.line) == [line])
    #expect(sut.state.entries == ["start", "value(1)", "value(2)", "stop"])
  }

  @Test("When an action is received after the end then only the end fails")
  func whenReceivedAfterEnd_thenOnlyEndFails() async {
    let sut = makeStore(onStart: .sending(1))
    let issues = await capturingIssues {
      await sut.sendLogged(.start)
      await sut.finish()
      await sut.receiveLogged(.value(1))
    }
    #expect(issues.count == 1)
  }

  @Test("When an action that was named is received with another change then that is a failure of its own")
  func whenReportedActionChangesOtherwise_thenThatFails() async {
    let sut = makeStore(onStart: .sending(1))
    let issues = await capturingIssues {
      await sut.sendLogged(.start)
      await sut.sendLogged(.stop)
      await sut.receive(.value(1)) { $0.steps = 7 }
    }
    #expect(issues.count == 2)
    #expect(issues.last?.text.hasPrefix("The state after `.value(1)` is not as expected") == true)
    #expect(sut.state.entries.last == "stop")
  }

  @Test("When the same action comes again then each of the two is received")
  func whenSameActionComesAgain_thenEachIsReceived() async {
    let sut = makeStore(onStart: .sending(1))
    let issues = await capturingIssues {
      await sut.sendLogged(.start)
      await sut.sendLogged(.again)
      await sut.receiveLogged(.value(1))
      await sut.receiveLogged(.value(1))
      await sut.finish()
    }
    #expect(issues.count == 1)
  }

  @Test("When a test that is not exhaustive expects what never comes then the rest is left as it was")
  func whenNotExhaustive_thenQueueIsLeft() async {
    let sut = makeStore(
      onStart: .merge(.send(.value(1)), .send(.value(2)), .send(.value(3))),
      exhaustivity: .off
    )
    let issues = await capturingIssues {
      await sut.send(.start)
      await sut.receive(.text("never"))
      #expect(sut.state.steps == 1)
      await sut.receive(.value(1)) { $0.steps = 2 }
      await sut.receive(.value(3)) { $0.steps = 4 }
      await sut.finish()
    }
    #expect(issues.count == 1)
    #expect(sut.state.steps == 4)
  }

  @Test("When the rest of what was named is skipped then it is not named again")
  func whenReportedIsLeft_thenEndIsSilent() async {
    let sut = makeStore(onStart: .merge(.send(.value(1)), .send(.value(2))))
    let issues = await capturingIssues {
      await sut.sendLogged(.start)
      await sut.receiveLogged(.text("never"))
      await sut.skipReceived()
      await sut.sendLogged(.stop)
      await sut.finish()
    }
    #expect(issues.count == 1)
  }

  @Suite("An effect that sends after its end", .deterministic)
  @MainActor
  struct LateSends {
    @Test(
      "When an effect sends after its end then the test fails, whether the action is received or not",
      arguments: LateEnd.allCases
    )
    fileprivate func whenEffectSendsLate_thenTestFails(end: LateEnd) async {
      let gate = Gate()
      let sut = makeStore(
        onStart: .run { send in
          Task {
            await gate.wait()
            await send(.value(1))
          }
        },
        exhaustivity: end == .notExhaustive ? .off : .on
      )
      var line = 0
      let issues = await capturingIssues {
        line = #line + 1
        await sut.send(.start) { $0.log(.start) }
        gate.open()
        await settle()
        switch end {
        case .receive: await sut.receiveLogged(.value(1))
        case .send: await sut.sendLogged(.stop)
        case .skip: await sut.skipReceived()
        case .finish, .notExhaustive: await sut.finish()
        }
        await sut.finish()
      }
      #expect(issues.map(\.line) == [line])
      #expect(
        issues.map(\.text) == [
          """
          An effect of `.start` sent `.value(1)` after it had finished
          Await the task that sends the action inside the effect.
          """
        ]
      )
    }

    @Test("When the effect was cancelled then what it sends is dropped as before")
    func whenEffectWasCancelled_thenNothingFails() async {
      let gate = Gate()
      let sut = makeStore(
        onStart: .merge(
          .run { send in
            Task {
              await gate.wait()
              await send(.value(1))
            }
          },
          .endless
        )
        .cancellable(id: 1),
        onStop: .cancel(id: 1)
      )
      await sut.sendLogged(.start)
      await sut.sendLogged(.stop)
      gate.open()
      await settle()
      await sut.finish()
    }
  }

  @Test("When a closure only looks at the payload then that is no failure")
  func whenClosureLooksAtPayload_thenNothingFails() async {
    let sut = makeStore { step in
      switch step {
      case .start: .merge(.send(.silent), .send(.value(1)))
      default: .none
      }
    }
    await sut.sendLogged(.start)
    await sut.receive(where: { $0 == .silent })
    await sut.receiveLogged(.value(1))

    let silent = TestStore(initialState: 0) { (_: inout Int, step: Step) in step == .start ? .send(.value(1)) : .none }
    for _ in 1...2 {
      await silent.send(.start)
      await silent.receive(Step.value) { value, _ in #expect(value == 1) }
    }
  }
}

private enum LateEnd: CaseIterable {
  case receive, send, skip, finish, notExhaustive
}
