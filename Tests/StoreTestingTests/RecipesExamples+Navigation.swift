import DeterministicScheduling
import StoreTesting
import TestDoubles
import Testing

// The code of the article "Recipes", word for word: navigation, parents and children.

struct DetailFeature: Sendable {
  struct State: Equatable {
    var name: String
    var isSaving = false
  }

  enum Action: Equatable {
    case saveTapped
    case didSave
    case delegate(Delegate)
  }

  enum Delegate: Equatable {
    case didRename(String)
  }

  var save: @Sendable (_ name: String) async -> Void

  func reduce(_ state: inout State, _ action: Action) -> StoreEffect<Action> {
    switch action {
    case .saveTapped:
      state.isSaving = true
      return .run { [name = state.name] send in
        await save(name)
        await send(.didSave)
      }
    case .didSave:
      state.isSaving = false
      return .send(.delegate(.didRename(state.name)))
    case .delegate:
      return .none
    }
  }
}

struct RootFeature: Sendable {
  struct State: Equatable {
    var names: [String]
    var destination: Destination?
  }

  enum Destination: Equatable {
    case detail(DetailFeature.State)
  }

  enum Action: Equatable {
    case rowTapped(Int)
    case dismissed
    case detail(DetailFeature.Action)
  }

  var detail: DetailFeature

  func reduce(_ state: inout State, _ action: Action) -> StoreEffect<Action> {
    switch action {
    case .rowTapped(let index):
      state.destination = .detail(DetailFeature.State(name: state.names[index]))
      return .none
    case .dismissed:
      state.destination = nil
      return .cancel(id: "detail")
    case .detail(.delegate(.didRename(let name))):
      state.names.append(name)
      state.destination = nil
      return .none
    case .detail(let action):
      guard case .detail(var child) = state.destination else { return .none }
      let effect = detail.reduce(&child, action)
      state.destination = .detail(child)
      return effect.map(Action.detail).cancellable(id: "detail")
    }
  }
}

@MainActor
@Suite("Recipes: navigation", .deterministic)
struct NavigationRecipes {
  @Test("When the detail is saved then the parent hears of it and closes it")
  func whenDetailIsSaved_thenParentClosesIt() async {
    let save = FunctionSpy<String, Void, Never>(.success(()))
    let store = makeStore { await save.callAsync($0) }

    await store.send(.rowTapped(0)) { $0.destination = .detail(DetailFeature.State(name: "apple")) }
    await store.send(.detail(.saveTapped)) {
      $0.destination = .detail(DetailFeature.State(name: "apple", isSaving: true))
    }
    await store.receive(RootFeature.Action.detail, DetailFeature.Action.didSave) {
      $0.destination = .detail(DetailFeature.State(name: "apple"))
    }
    await store.receive(RootFeature.Action.detail, DetailFeature.Action.delegate) {
      $0.names = ["apple", "apple"]
      $0.destination = nil
    }
    #expect(save.calls == ["apple"])
  }

  @Test("When the detail is dismissed then what it was doing is cancelled")
  func whenDetailIsDismissed_thenItsWorkIsCancelled() async {
    let wasCancelled = LockIsolated(false)
    let gate = Gate()
    let store = makeStore { _ in
      await gate.wait()
      wasCancelled.setValue(Task.isCancelled)
    }

    await store.send(.rowTapped(0)) { $0.destination = .detail(DetailFeature.State(name: "apple")) }
    await store.send(.detail(.saveTapped)) {
      $0.destination = .detail(DetailFeature.State(name: "apple", isSaving: true))
    }
    await store.send(.dismissed) { $0.destination = nil }
    await store.finish()
    #expect(wasCancelled.value)
  }

  private func makeStore(
    save: @escaping @Sendable (String) async -> Void
  ) -> TestStore<RootFeature.State, RootFeature.Action> {
    let feature = RootFeature(detail: DetailFeature(save: save))
    return TestStore(initialState: RootFeature.State(names: ["apple"]), reduce: feature.reduce)
  }
}
