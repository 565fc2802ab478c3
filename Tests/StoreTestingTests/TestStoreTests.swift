import StoreTesting
import Testing

@MainActor
@Suite("Smoke")
struct SmokeTests {
  struct Counter: Equatable { var count = 0; var fact: String? }
  enum Action: Equatable { case up, load, loaded(String) }
  @Test func works() async {
    let store = TestStore(initialState: Counter()) { (state: inout Counter, action: Action) in
      switch action {
      case .up: state.count += 1; return .none
      case .load: return .run { send in await send(.loaded("a")) }
      case .loaded(let fact): state.fact = fact; return .none
      }
    }
    await store.send(.up) { $0.count = 1 }
    await store.send(.load)
    await store.receive(.loaded("a")) { $0.fact = "a" }
    await store.send(.load)
    await store.receive(Action.loaded) { value, state in state.fact = value + "b" }
    await store.send(.load)
    await store.receive(Action.loaded) { $0.fact = "c" }
  }
}
