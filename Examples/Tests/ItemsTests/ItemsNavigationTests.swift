import Items
import Testing
import TestingSupport

@Suite("Navigating from the list of items", .deterministic)
@MainActor
struct ItemsNavigationTests {
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
    await store.receive(Action.destination, Action.Destination.detail, DetailFeature.Action.delegate(.saved(renamed))) {
      $0.destination = nil
      $0.items = [renamed]
    }
    await store.finish()
  }

  @Test("When the user closes the list then the parent is notified")
  func whenUserClosesList_thenParentIsNotified() async {
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

// MARK: - makeSUT and Helper Factory Methods

private typealias Action = ItemsFeature.Action
