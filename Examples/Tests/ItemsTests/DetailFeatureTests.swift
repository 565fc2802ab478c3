import Items
import Testing
import TestingSupport

@Suite("One item", .deterministic)
@MainActor
struct DetailFeatureTests {
  @Test("When the name is empty then it cannot be saved")
  func whenNameIsEmpty_thenItCannotBeSaved() {
    #expect(!DetailFeature.State(item: Item.fixture.with(\.name, "")).canSave)
  }

  @Test("When the name is changed and saved then the parent is told of the new name")
  func whenNameIsChangedAndSaved_thenParentIsTold() async {
    let item = Item.fixture
    let store = makeStore(item)

    await store.send(.nameChanged("renamed")) { $0.item.name = "renamed" }
    await store.send(.saveTapped)
    await store.receive(.delegate(.saved(item.with(\.name, "renamed"))))
    await store.finish()
  }

  @Test("When a nameless item is saved then nothing happens")
  func whenNamelessItemIsSaved_thenNothingHappens() async {
    let store = makeStore(Item.fixture.with(\.name, ""))

    await store.send(.saveTapped)
    await store.finish()
  }
}

// MARK: - makeSUT and Helper Factory Methods

@MainActor
private func makeStore(
  _ item: Item,
  sourceLocation: SourceLocation = #_sourceLocation
) -> TestStore<DetailFeature.State, DetailFeature.Action> {
  TestStore(initialState: DetailFeature.State(item: item), sourceLocation: sourceLocation) { state, action in
    .translating(DetailFeature().reduce(&state, action))
  }
}
