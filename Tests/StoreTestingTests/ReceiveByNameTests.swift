import DeterministicScheduling
import StoreTesting
import Testing
import TestingSupportCore

@MainActor
@Suite("Receiving actions that cannot be compared", .deterministic)
struct ReceiveByNameTests {
  @Test("When a case has no payload then it is received by its name")
  func whenCaseHasNoPayload_thenItIsReceivedByName() async {
    let sut = makeSUT(sending: [.didFinish, .didFail, .didPick(7), .detail(.didClose)])
    await sut.send(.start)
    await sut.receive(.didFinish) { $0 = ["didFinish"] }
    await sut.receive(.didFail) { $0.append("didFail") }
    await sut.receive(.didPick(7)) { $0.append("didPick") }
    await sut.receive(PlainAction.detail, .didClose) { $0.append("detail") }
  }

  @Test("When another case came then the failure names both", arguments: [false, true])
  func whenOtherCaseCame_thenBothAreNamed(isNested: Bool) async {
    let sut = makeSUT(sending: isNested ? [.detail(.didOpen)] : [.didFail])
    let issues = await capturingIssues {
      await sut.send(.start)
      if isNested {
        await sut.receive(PlainAction.detail, .didClose) { $0.append("detail") }
      } else {
        await sut.receive(.didFinish) { $0.append("didFinish") }
      }
    }
    #expect(issues.count == 1)
    let names = isNested ? ["didClose", "didOpen"] : ["`.didFinish`", "`.didFail`"]
    for name in names { #expect(issues.first?.text.contains(name) == true) }
  }

  @Test("When the payload differs then it is another action")
  func whenPayloadDiffers_thenItIsAnother() async {
    let sut = makeSUT(sending: [.didPick(7)])
    let issues = await capturingIssues {
      await sut.send(.start)
      await sut.receive(.didPick(8)) { $0 = ["didPick"] }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.text.hasPrefix("Expected to receive `.didPick(8)`, but received `.didPick(7)`") == true)
  }

  private func makeSUT(sending actions: [PlainAction]) -> TestStore<[String], PlainAction> {
    TestStore(initialState: []) { (state: inout [String], action: PlainAction) in
      switch action {
      case .start: return .merge(actions.map { .send($0) })
      case .didFinish: state.append("didFinish")
      case .didFail: state.append("didFail")
      case .didPick: state.append("didPick")
      case .detail: state.append("detail")
      case .retry: break
      }
      return .none
    }
  }
}

/// An action with no `==`.
private enum PlainAction: CustomStringConvertible {
  case start, didFinish, didFail
  case didPick(Int)
  case detail(PlainDetail)
  case retry(() -> Void)

  // Says the same of all: names are not taken from here.
  var description: String { "an action" }
}

private enum PlainDetail {
  case didOpen, didClose
  case retry(() -> Void)
}
