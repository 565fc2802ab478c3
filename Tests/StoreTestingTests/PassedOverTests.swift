import DeterministicScheduling
import StoreTesting
import TestDoubles
import Testing
import TestingSupportCore

@MainActor
@Suite("Actions that were passed over", .deterministic)
struct PassedOverTests {
  @Test("When the expected action was passed over by a send then the failure says where")
  func whenSendPassedOver_thenFailureSaysWhere() async {
    let sut = makeStore(onStart: .sending(1), exhaustivity: .off)
    var line = 0
    let issues = await capturingIssues {
      await sut.send(.start)
      await sut.send(.stop)
      line = #line + 1
      await sut.receive(.value(1))
    }
    #expect(issues.map(\.line) == [line])
    #expect(
      issues.last?.text == """
        Expected to receive `.value(1)`, but it did not arrive again
        It arrived before `.stop` was sent and was skipped there.
        No effect is running.
        """
    )
  }

  @Test("When the expected action was passed over several times then the last place is reported")
  func whenPassedOverTwice_thenLastPlaceIsReported() async {
    let sut = makeStore(onStart: .sending(1), exhaustivity: .off)
    let issues = await capturingIssues {
      await sut.send(.start)
      await sut.send(.again)
      await sut.send(.stop)
      await sut.receive(Step.value)
    }
    #expect(issues.count == 1)
    #expect(issues.last?.text.contains("\nIt arrived before `.stop` was sent and was skipped there.\n") == true)
  }

  @Test("When it was passed over by another call then the failure names that", arguments: PassingOver.allCases)
  fileprivate func whenOtherCallPassedOver_thenFailureNamesIt(call: PassingOver) async {
    let sut = makeStore(
      onStart: .merge(.send(.value(1)), .send(.value(2))),
      exhaustivity: call == .skipReceived ? .on : .off
    )
    let issues = await capturingIssues {
      await sut.send(.start) { $0.log(.start) }
      switch call {
      case .receive: await sut.receive(.value(2))
      case .finish: await sut.finish()
      case .skipReceived: await sut.skipReceived()
      }
      await sut.receive(.value(1))
    }
    #expect(issues.last?.text.contains("\nIt arrived before \(call.rawValue) and was skipped there.\n") == true)
  }

  @Test("When another action was passed over then the failure does not speak of it")
  func whenOtherWasPassedOver_thenFailureIsSilent() async {
    let sut = makeStore(onStart: .sending(1))
    let issues = await capturingIssues {
      await sut.sendLogged(.start)
      await sut.skipReceived()
      await sut.receive(.value(2))
    }
    #expect(issues.map(\.text) == ["Expected to receive `.value(2)`, but it did not arrive\nNo effect is running."])
  }

  @Test("When an action came many times then it is named once, with how often")
  func whenActionCameOften_thenItIsNamedOnce() async {
    let values = Array(repeating: 1, count: 12) + Array(2...11) + [11]
    let sut = makeStore(onStart: .merge(values.map { .send(.value($0)) }))
    let issues = await capturingIssues {
      await sut.sendLogged(.start)
      await sut.sendLogged(.stop)
    }
    let others = (2...10).map { "\n  `.value(\($0))`" }.joined()
    #expect(
      issues.first?.text.hasPrefix(
        """
        `.stop` was sent with 23 received actions not yet asserted
          `.value(1)` × 12\(others)
          … and 2 more
        Assert each
        """
      ) == true
    )
  }

  @Test("When an effect did not end then what its actions changed is left out", .exactOnly)
  func whenEffectDidNotEnd_thenChangesAreLeftOut() async {
    let gate = Gate()
    let sut = makeStore(
      onStart: .run { send in
        for _ in 1...3 { await send(.value(1)) }
        await gate.wait()
      }
    )
    let issues = await capturingIssues {
      await sut.sendLogged(.start)
      await sut.finish()
    }
    gate.open()
    #expect(issues.first?.text.hasPrefix("Expected every effect to finish, but 1 did not\n") == true)
    #expect(
      issues.last?.text == """
        3 received actions were not asserted
          `.value(1)` × 3
        Assert each with `await store.receive(…)`, or skip them with `await store.skipReceived()`.
        """
    )
  }
}

private enum PassingOver: String, CaseIterable {
  case receive = "`.value(2)`"
  case finish = "`finish()`"
  case skipReceived = "`skipReceived()`"
}
