import Items
import Testing
import TestingSupport

@Suite("Around the list of items", .deterministic)
@MainActor
struct ItemsNavigationTests {
  @Suite("Navigation")
  @MainActor
  struct NavigationTests {
    @Test("When an item is tapped then its details are shown")
    func whenItemIsTapped_thenDetailsAreShown() async {
      let item = Item.fixture
      let store = makeItemsStore(state: makeItemsState { $0.items = [item] })

      await store.send(.view(.itemTapped(item.id))) { $0.destination = .detail(.init(item: item)) }
      await store.send(.destination(.dismissed)) { $0.destination = nil }
    }

    @Test("When the details are saved then they close and the list has the new name")
    func whenDetailsAreSaved_thenListHasNewName() async {
      let item = Item.fixture
      let renamed = item.with(\.name, "renamed")
      let store = makeItemsStore(
        state: makeItemsState {
          $0.items = [item]
          $0.destination = .detail(.init(item: item))
        }
      )

      await store.send(.destination(.detail(.nameChanged("renamed")))) {
        $0.destination = .detail(.init(item: renamed))
      }
      await store.send(.destination(.detail(.saveTapped)))
      await store.receive(Action.destination, Action.Destination.detail, DetailFeature.Action.delegate(.saved(renamed)))
      {
        $0.destination = nil
        $0.items = [renamed]
      }
      await store.finish()
    }

    @Test("When the user closes the list then the parent is told")
    func whenUserClosesList_thenParentIsTold() async {
      let store = makeItemsStore()

      await store.send(.view(.closeTapped))
      await store.receive(Action.delegate)
      await store.finish()
    }

    @Test("When the name is deleted then tapping save does nothing")
    func whenNameIsDeleted_thenTappingSaveDoesNothing() async {
      let nameless = Item.fixture.with(\.name, "")
      let store = makeItemsStore(state: makeItemsState { $0.destination = .detail(.init(item: nameless)) })

      await store.send(.destination(.detail(.saveTapped)))
      await store.finish()
    }
  }

  @Suite("The app's store", .tracksMemoryLeaks)
  @MainActor
  struct StoreTests {
    @Test(
      "When the app's own store is driven then it does the same",
      .enabled(if: DeterministicSupport.current == .exact, "Only a schedule knows when such a store changes by itself.")
    )
    func whenAppStoreIsDriven_thenItDoesTheSame() async {
      let items = Item.fixtures(1)
      let dependencies = makeItemsDependencies { $0.load = { items } }
      let appStore = Store(initialState: State(), reduce: ItemsFeature(dependencies: dependencies).reduce)
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
      let store = trackForMemoryLeaks(
        Store(initialState: State(), reduce: ItemsFeature(dependencies: dependencies).reduce)
      )

      store.send(.view(.appeared))
      await expectEventually { !store.state.isLoading }
    }
  }
}

@Suite("One item")
@MainActor
struct DetailFeatureTests {
  @Test("When the name is empty then it cannot be saved")
  func whenNameIsEmpty_thenItCannotBeSaved() {
    #expect(!DetailFeature.State(item: Item.fixture.with(\.name, "")).canSave)
  }
}

// MARK: - makeSUT and Helper Factory Methods

private typealias State = ItemsFeature.State
private typealias Action = ItemsFeature.Action
