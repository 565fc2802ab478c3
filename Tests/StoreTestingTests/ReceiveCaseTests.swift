import StoreTesting
import Testing
import TestingSupportCore

@MainActor
@Suite("Receiving an action by its case")
struct ReceiveCaseTests {
  @Test("When an action of the case came then its payload is there to be used")
  func whenCaseMatches_thenPayloadIsHandedOver() async {
    let sut = makeStore(sending: .didLoad(["apple"]), .didLoad(["pear"]))
    await sut.send(.start)
    await sut.receive(Screen.Action.didLoad) { names, state in state.names = names }
    await sut.receive(Screen.Action.didLoad) { $0.names = ["pear"] }
  }

  @Test("When a case carries two values then both are there to be used")
  func whenCaseHasTwoValues_thenBothAreHandedOver() async {
    let sut = makeStore(sending: .didRename(index: 0, name: "fig"), .didRename(index: 1, name: "kiwi"))
    await sut.send(.start)
    await sut.receive(Screen.Action.didRename) { index, name, state in state.names = ["\(index) \(name)"] }
    await sut.receive(Screen.Action.didRename) { $0.names = ["1 kiwi"] }
  }

  @Test("When an action holds an action of another feature then both cases are named")
  func whenActionIsNested_thenBothCasesAreNamed() async {
    let sut = makeStore(
      sending: .destination(.didPick("fig")),
      .destination(.didPick("kiwi")),
      .destination(.dismissed)
    )
    await sut.send(.start)
    await sut.receive(Screen.Action.destination, Destination.Action.didPick) { name, state in state.names = [name] }
    await sut.receive(Screen.Action.destination, Destination.Action.didPick) { $0.names = ["kiwi"] }
    await sut.receive(Screen.Action.destination, Destination.Action.dismissed) { $0.names = [] }
  }

  @Test("When actions are nested three deep then three cases are named")
  func whenActionIsNestedTwice_thenThreeCasesAreNamed() async {
    let sut = makeStore(
      sending: .destination(.detail(.didSave(1))),
      .destination(.detail(.didSave(2))),
      .destination(.detail(.didCancel))
    )
    await sut.send(.start)
    await sut.receive(Screen.Action.destination, Destination.Action.detail, Detail.Action.didSave) { id, state in
      state.names = ["\(id)"]
    }
    await sut.receive(Screen.Action.destination, Destination.Action.detail, Detail.Action.didSave) { $0.names = ["2"] }
    await sut.receive(Screen.Action.destination, Destination.Action.detail, Detail.Action.didCancel) { $0.names = [] }
  }

  @Test("When the child's action is another one then the failure names both cases")
  func whenChildActionDiffers_thenBothCasesAreNamed() async throws {
    let sut = makeStore(sending: .destination(.dismissed), .destination(.didPick("fig")))
    var line = 0
    let issues = await capturingIssues {
      await sut.send(.start)
      line = #line + 1
      await sut.receive(Screen.Action.destination, Destination.Action.didPick) { $0.names = ["fig"] }
    }
    let text = try #require(issues.first).text
    #expect(issues.count == 1)
    #expect(issues.first?.line == line)
    #expect(
      text == """
        Expected to receive an action of the case `.destination` holding an action of the case made by \
        `(String) -> Destination.Action`, but received `.destination(dismissed)`
        """
    )
  }

  @Test("When another case with the same payload came then the expected one is named")
  func whenPayloadFitsExpectedCase_thenItIsNamed() async {
    enum Action: Equatable { case start, paid(String), failed(String), moved(from: Int, to: Int), sized(Int, Int) }
    let sut = TestStore(initialState: 0) { (_: inout Int, action: Action) in
      action == .start ? .merge(.send(.paid("r0")), .send(.moved(from: 1, to: 2))) : .none
    }
    let issues = await capturingIssues {
      await sut.send(.start)
      await sut.receive(Action.failed)
      await sut.receive(Action.sized)
    }
    #expect(
      issues.map(\.text) == [
        "Expected to receive an action of the case `.failed`, but received `.paid(\"r0\")`",
        "Expected to receive an action of the case `.sized`, but received `.moved(from: 1, to: 2)`",
      ]
    )
  }

  @Test("When another case of the same name came then the expected one is reported by its payload")
  func whenOtherCaseHasTheSameName_thenTypeIsReported() async {
    enum Action: Equatable { case start, loaded(items: [Int]), loaded(pages: [Int]) }
    let sut = TestStore(initialState: 0) { (_: inout Int, action: Action) in
      action == .start ? .send(.loaded(pages: [1])) : .none
    }
    let issues = await capturingIssues {
      await sut.send(.start)
      await sut.receive(Action.loaded(items:))
    }
    #expect(issues.first?.text.hasPrefix("Expected to receive an action of the case made by `(") == true)
    #expect(issues.count == 1)
  }

  @Test("When a payload is a function then the failure says what to do instead")
  func whenPayloadIsFunction_thenFailureSaysWhatToDo() async throws {
    enum Action { case start, didMake(() -> Int) }
    let sut = TestStore(initialState: 0) { (_: inout Int, action: Action) in
      if case .start = action { .send(.didMake { 1 }) } else { .none }
    }
    let issues = await capturingIssues {
      await sut.send(.start)
      await sut.receive(Action.didMake)
    }
    #expect(issues.count == 1)
    #expect(
      issues.first?.text.contains("whose payload is a function and cannot be compared; use `receive(where:)`") == true
    )
  }

  private func makeStore(sending actions: Screen.Action...) -> TestStore<Screen.State, Screen.Action> {
    TestStore(initialState: Screen.State()) { state, action in
      switch action {
      case .start: return .merge(actions.map { .send($0) })
      case .didLoad(let names): state.names = names
      case .didRename(let index, let name): state.names = ["\(index) \(name)"]
      case .destination(.didPick(let name)): state.names = [name]
      case .destination(.detail(.didSave(let id))): state.names = ["\(id)"]
      case .destination: state.names = []
      }
      return .none
    }
  }
}

private enum Screen {
  struct State: Equatable {
    var names: [String] = []
  }

  enum Action {
    case start
    case didLoad([String])
    case didRename(index: Int, name: String)
    case destination(Destination.Action)
  }
}

private enum Destination {
  enum Action: Equatable {
    case didPick(String)
    case dismissed
    case detail(Detail.Action)
  }
}

private enum Detail {
  enum Action: Equatable {
    case didSave(Int)
    case didCancel
  }
}
