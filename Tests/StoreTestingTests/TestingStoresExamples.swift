import DeterministicScheduling
import StoreTesting
import TestClocks
import TestDoubles
import Testing
import TestingSupportCore

// The code of the article "Testing stores" and of the README, word for word, where it is not in the recipes or in
// `InterleavingTests`.

struct Counter: Sendable {
  struct State: Equatable {
    var count = 0
    var isLoading = false
    var fact: String?

    mutating func show(_ fact: String) {
      isLoading = false
      self.fact = fact
    }
  }

  enum Action: Equatable {
    case incrementTapped, factTapped
    case didLoadFact(String)

    var fact: String? {
      if case .didLoadFact(let fact) = self { fact } else { nil }
    }
  }

  struct Facts: Sendable {
    var load: @Sendable (Int) async -> String

    static let prime = Self { "\($0) is prime" }
  }

  var facts: Facts

  func reduce(_ state: inout State, _ action: Action) -> StoreEffect<Action> {
    switch action {
    case .incrementTapped:
      state.count += 1
    case .factTapped:
      state.isLoading = true
      return .run { [count = state.count] send in await send(.didLoadFact(await facts.load(count))) }
    case .didLoadFact(let fact):
      state.show(fact)
    }
    return .none
  }
}

@MainActor
@Suite("Testing stores: examples")
struct TestingStoresExamples {
  @Test("When every step is said then the test holds")
  func whenEveryStepIsSaid_thenTestHolds() async {
    let store = TestStore(initialState: Counter.State(), reduce: Counter(facts: .prime).reduce)

    await store.send(.incrementTapped) { $0.count = 1 }
    await store.send(.factTapped) { $0.isLoading = true }
    await store.receive(.didLoadFact("1 is prime")) {
      $0.isLoading = false
      $0.fact = "1 is prime"
    }
    await store.finish()
  }

  @Test("When a fact is asked for then it is shown")
  func whenFactIsAskedFor_thenItIsShown() async {
    let store = TestStore(initialState: Counter.State(count: 7), reduce: Counter(facts: .prime).reduce)

    await store.send(.factTapped) { $0.isLoading = true }
    await store.receive(.didLoadFact("7 is prime")) { $0.show("7 is prime") }  // or just Counter.Action.didLoadFact
    await store.finish()
  }

  @Test("When an action is named in any way then it is received")
  func whenActionIsNamedInAnyWay_thenItIsReceived() async {
    let store = TestStore(initialState: Counter.State(count: 0)) {
      (state: inout Counter.State, action: Counter.Action) in
      if case .didLoadFact(let fact) = action { state.show(fact) }
      guard action == .factTapped else { return .none }
      return .merge((1...4).map { .send(.didLoadFact("\($0) is prime")) })
    }
    await store.send(.factTapped)

    await store.receive(.didLoadFact("1 is prime")) { $0.show("1 is prime") }
    await store.receive(Counter.Action.didLoadFact) { fact, state in state.show(fact) }
    await store.receive(\.fact) { fact, state in state.show(fact) }
    await store.receive(where: { $0.fact?.hasSuffix("prime") == true }) { $0.show("4 is prime") }
  }

  @Test("When a test is not exhaustive then it says what matters")
  func whenTestIsNotExhaustive_thenItSaysWhatMatters() async {
    let store = TestStore(initialState: Counter.State(), exhaustivity: .off, reduce: Counter(facts: .prime).reduce)

    await store.send(.incrementTapped)
    await store.send(.factTapped)
    await store.receive(Counter.Action.didLoadFact) { $0.fact = "1 is prime" }
  }

  @Test("When the state differs then the failure is the one in the article")
  func whenStateDiffers_thenFailureIsTheArticles() async {
    let store = TestStore(initialState: Counter.State(), reduce: Counter(facts: .prime).reduce)
    let issues = await capturingIssues {
      await store.send(.incrementTapped) { $0.count = 2 }
    }
    #expect(
      issues.map(\.text) == [
        """
        The state after `.incrementTapped` is not as expected (- expected, + actual):
        count:
          - 2
          + 1
        """
      ]
    )
  }

  @Test("When a failure is known for now then it comes before the known issue ends", .exactOnly, .deterministic)
  func whenFailureIsKnown_thenItComesBeforeKnownIssueEnds() async {
    let clock = TestClock()
    await withKnownIssue("The timer is not cancelled yet") {
      let store = TestStore(initialState: .init(), reduce: TimerFeature(clock: clock).reduce)

      await store.send(.toggled) { $0.isRunning = true }
      await store.finish()
    }
  }

  @Test("When a store is not a reducer then it is driven", .exactOnly, .deterministic)
  func whenStoreIsNotReducer_thenItIsDriven() async {
    let store = TestStore(driving: CartStore()) { store, action in
      store.send(action)
    } state: {
      $0.state
    }

    await store.send(.add("tea")) { $0.lines = ["tea"] }
    await store.send(.checkOut)
    await store.receiveChange { $0.total = 9 }
  }
}
