import Items
import Testing
import TestingSupport

@Suite("The app's store", .deterministic, .tracksMemoryLeaks)
@MainActor
struct StoreTests {
  @Test(
    "When the app's own store is driven then it does the same",
    .enabled(if: DeterministicSupport.current == .exact, "Only a schedule knows when such a store changes by itself.")
  )
  func whenAppStoreIsDriven_thenItDoesTheSame() async {
    let items = Item.fixtures(1)
    let dependencies = makeItemsDependencies { $0.load = { items } }
    let appStore = makeSUT(dependencies)
    let store = TestStore(driving: appStore) {
      $0.send($1)
    } state: {
      $0.state
    }

    await store.send(.view(.appeared)) {
      $0.isLoading = true
      $0.isPolling = true
    }
    await store.receiveChange {
      $0.isLoading = false
      $0.items = items
    }
    await store.send(.view(.disappeared)) { $0.isPolling = false }
  }

  // The verdict is that of the leak tracking.
  @Test("When the app gives up its store then running work does not keep it alive")
  func whenAppGivesUpStore_thenWorkDoesNotKeepItAlive() async {
    let dependencies = makeItemsDependencies { $0.load = { [] } }
    let sut = makeSUT(dependencies)

    sut.send(.view(.appeared))

    await expectEventually { !sut.state.isLoading }
  }
}

// MARK: - makeSUT and Helper Factory Methods

private typealias State = ItemsFeature.State

@MainActor
private func makeSUT(
  _ dependencies: ItemsDependencies,
  sourceLocation: SourceLocation = #_sourceLocation
) -> Store<State, ItemsFeature.Action> {
  let sut = Store(initialState: State(), reduce: ItemsFeature(dependencies: dependencies).reduce)
  return trackForMemoryLeaks(sut, sourceLocation: sourceLocation)
}
