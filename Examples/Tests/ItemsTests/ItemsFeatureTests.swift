import Items
import Testing
import TestingSupport

@Suite("The list of items", .deterministic)
@MainActor
struct ItemsFeatureTests {
  @Suite("Loading")
  @MainActor
  struct LoadingTests {
    @Test("When the screen appears then items are loaded and shown")
    func whenScreenAppears_thenItemsAreLoaded() async {
      let items = Item.fixtures(2)
      let store = makeStore { $0.load = { items } }

      await store.appear()
      await store.receive(.didLoad(.success(items))) {
        $0.isLoading = false
        $0.items = items
      }

      await store.disappear()
    }

    @Test("When there are no items then the list is empty")
    func whenThereAreNoItems_thenListIsEmpty() async {
      let store = makeStore { $0.load = { [] } }

      await store.appear()
      await store.receive(.didLoad(.success([]))) { $0.isLoading = false }

      #expect(store.state.isEmpty)
      await store.disappear()
    }

    @Test("When loading fails then an alert is shown, and a retry loads again")
    func whenLoadingFails_thenRetryLoadsAgain() async {
      let items = Item.fixtures(1)
      let load = FunctionSpy<Void, [Item], ItemsError>(sequence: [.failure(.timeout), .success(items)])
      let store = makeStore { $0.load = { () async throws(ItemsError) in try await load.callAsync() } }

      await store.appear()
      await store.receive(.didLoad(.failure(.timeout))) {
        $0.isLoading = false
        $0.alert = .error(.timeout)
      }
      await store.send(.alert(.retryTapped)) {
        $0.alert = nil
        $0.isLoading = true
      }
      await store.receive(.didLoad(.success(items))) {
        $0.isLoading = false
        $0.items = items
      }

      #expect(load.callCount == 2)
      await store.disappear()
    }

    @Test("When the alert is dismissed then nothing is loaded")
    func whenAlertIsDismissed_thenNothingIsLoaded() async {
      let store = makeStore(state: makeState { $0.alert = .error(.unavailable) })

      await store.send(.alert(.dismissed)) { $0.alert = nil }
    }

    @Test("When the screen disappears then the load is given up")
    func whenScreenDisappears_thenLoadIsGivenUp() async {
      let gate = Gate()
      let load = FunctionSpy<Void, [Item], ItemsError>(
        .success([]).held(at: gate, whenCancelled: .failure(.unavailable))
      )
      let store = makeStore { $0.load = { () async throws(ItemsError) in try await load.callAsync() } }

      await store.appear()
      await gate.waitUntilReached()
      await store.send(.view(.disappeared)) {
        $0.isLoading = false
        $0.isPolling = false
      }

      await store.finish()
    }

    @Test("When the screen appears then that is counted")
    func whenScreenAppears_thenThatIsCounted() async {
      let track = FunctionSpy<AnalyticsEvent, Void, Never>()
      let store = makeStore {
        $0.load = { [] }
        $0.track = { track.call($0) }
      }
      store.exhaustivity = .off

      await store.send(.view(.appeared))

      #expect(track.calls == [.screenViewed])
      await store.skipInFlightEffects()
    }
  }

  @Suite("Polling")
  @MainActor
  struct PollingTests {
    @Test("When time passes then items are loaded at each interval, until the screen disappears")
    func whenTimePasses_thenItemsAreLoadedAtEachInterval() async {
      let clock = TestClock()
      let store = makeStore {
        $0.load = { [] }
        $0.clock = clock
      }
      await store.appear()
      await store.receive(.didLoad(.success([]))) { $0.isLoading = false }

      for _ in 1...2 {
        await clock.advance(by: .seconds(30))
        await store.receive(.pollTicked) { $0.isLoading = true }
        await store.receive(.didLoad(.success([]))) { $0.isLoading = false }
      }

      await store.disappear()
      await clock.advance(by: .seconds(300))
      #expect(clock.sleeperCount == 0)
    }
  }

  @Suite("Searching")
  @MainActor
  struct SearchTests {
    @Test("When the user types quickly then one search is made, for the last text")
    func whenUserTypesQuickly_thenOneSearchIsMade() async {
      let clock = TestClock()
      let found = Item.fixtures(1)
      let search = FunctionSpy<String, [Item], ItemsError>(.success(found))
      let store = makeStore {
        $0.search = { (query) async throws(ItemsError) in try await search.callAsync(query) }
        $0.clock = clock
      }

      for query in ["a", "ab", "abc"] {
        await store.send(.view(.queryChanged(query))) { $0.query = query }
        await clock.advance(by: .milliseconds(100))
      }
      await clock.advance(by: .milliseconds(200))
      await store.receive(.searchDebounced("abc"))
      await store.receive(.didFind(.success(found))) { $0.found = found }

      #expect(search.calls == ["abc"])
    }

    @Test("When the text is deleted then the search is given up")
    func whenTextIsDeleted_thenSearchIsGivenUp() async {
      let clock = TestClock()
      let store = makeStore { $0.clock = clock }

      await store.send(.view(.queryChanged("a"))) { $0.query = "a" }
      await store.send(.view(.queryChanged(""))) { $0.query = "" }
      await clock.advance(by: .seconds(1))

      #expect(clock.sleeperCount == 0)
    }

    @Test("When answers come in any order then the last search's answer is shown", .interleavings(50))
    func whenAnswersComeInAnyOrder_thenLastOneIsShown() async {
      let store = makeStore {
        $0.search = { query in [Item(id: query.count, name: query)] }
        $0.clock = ImmediateClock()
      }
      store.exhaustivity = .off

      await store.send(.view(.queryChanged("a")))
      await store.send(.view(.queryChanged("ab")))
      await store.finish()

      #expect(store.state.found == [Item(id: 2, name: "ab")])
    }
  }

  @Suite("Deleting")
  @MainActor
  struct DeleteTests {
    @Test("When a deletion is confirmed then the item is deleted and goes")
    func whenDeletionIsConfirmed_thenItemGoes() async {
      let items = Item.fixtures(2)
      let delete = FunctionSpy<Item.ID, Void, ItemsError>()
      let store = makeStore(state: makeState { $0.items = items }) {
        $0.delete = { (id) async throws(ItemsError) in try await delete.callAsync(id) }
        $0.track = { _ in }
      }

      await store.send(.view(.deleteTapped(items[0].id))) { $0.dialog = .confirmDelete(items[0].id) }
      await store.send(.dialog(.deleteConfirmed)) { $0.dialog = nil }
      await store.receive(Action.didDelete) { id, _, state in state.items.removeAll { $0.id == id } }

      #expect(delete.calls == [items[0].id])
    }

    @Test("When a deletion is not confirmed then nothing is deleted")
    func whenDeletionIsNotConfirmed_thenNothingIsDeleted() async {
      let store = makeStore()

      await store.send(.view(.deleteTapped(1))) { $0.dialog = .confirmDelete(1) }
      await store.send(.dialog(.dismissed)) { $0.dialog = nil }
    }

    @Test("When a deletion fails then the item stays and an alert is shown")
    func whenDeletionFails_thenItemStays() async {
      let item = Item.fixture
      let store = makeStore(state: makeState { $0.items = [item] }) {
        $0.delete = { (_) async throws(ItemsError) in throw .unavailable }
      }

      await store.send(.view(.deleteTapped(item.id))) { $0.dialog = .confirmDelete(item.id) }
      await store.send(.dialog(.deleteConfirmed)) { $0.dialog = nil }
      await store.receive(.didDelete(item.id, .failure(.unavailable))) { $0.alert = .error(.unavailable) }
    }
  }

  @Suite("Navigation")
  @MainActor
  struct NavigationTests {
    @Test("When an item is tapped then its details are shown")
    func whenItemIsTapped_thenDetailsAreShown() async {
      let item = Item.fixture
      let store = makeStore(state: makeState { $0.items = [item] })

      await store.send(.view(.itemTapped(item.id))) { $0.destination = .detail(.init(item: item)) }
      await store.send(.destination(.dismissed)) { $0.destination = nil }
    }

    @Test("When the details are saved then they close and the list has the new name")
    func whenDetailsAreSaved_thenListHasNewName() async {
      let item = Item.fixture
      let renamed = item.with(\.name, "renamed")
      let store = makeStore(
        state: makeState {
          $0.items = [item]
          $0.destination = .detail(.init(item: item))
        }
      )

      await store.send(.destination(.detail(.nameChanged("renamed")))) {
        $0.destination = .detail(.init(item: renamed))
      }
      await store.send(.destination(.detail(.saveTapped)))
      await store.receive(.destination(.detail(.delegate(.saved(renamed))))) {
        $0.destination = nil
        $0.items = [renamed]
      }
    }

    @Test("When the user closes the list then the parent is told")
    func whenUserClosesList_thenParentIsTold() async {
      let store = makeStore()

      await store.send(.view(.closeTapped))
      await store.receive(Action.delegate)
    }
  }

  @Suite("The app's store")
  @MainActor
  struct StoreTests {
    @Test("When the app's own store is driven then it does the same")
    func whenAppStoreIsDriven_thenItDoesTheSame() async {
      let items = Item.fixtures(1)
      let dependencies = makeDependencies { $0.load = { items } }
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
private typealias ItemsStore = TestStore<State, Action>

/// A store whose dependencies fail the test when they are used, but for those that the test gives it.
@MainActor
private func makeStore(
  state: State = State(),
  sourceLocation: SourceLocation = #_sourceLocation,
  dependencies: (inout ItemsDependencies) -> Void = { _ in }
) -> ItemsStore {
  let feature = ItemsFeature(dependencies: makeDependencies(dependencies))
  return TestStore(initialState: state, sourceLocation: sourceLocation) { state, action in
    .translating(feature.reduce(&state, action))
  }
}

private func makeState(_ change: (inout State) -> Void) -> State {
  var state = State()
  change(&state)
  return state
}

private func makeDependencies(_ change: (inout ItemsDependencies) -> Void) -> ItemsDependencies {
  var dependencies = ItemsDependencies(
    load: unimplemented("load", throwing: ItemsError.unavailable),
    search: unimplemented("search", throwing: ItemsError.unavailable),
    delete: unimplemented("delete", throwing: ItemsError.unavailable),
    track: { _ in },
    clock: TestClock()
  )
  change(&dependencies)
  return dependencies
}

extension StoreEffect where Action: Sendable {
  /// The app's own effects, as the test store runs them.
  fileprivate static func translating(_ effect: Effect<Action>) -> Self {
    switch effect {
    case .none: .none
    case .run(let id?, let work): translating(.run(work)).cancellable(id: id, cancelInFlight: true)
    case .run(nil, let work): .run { send in await work { await send($0) } }
    case .cancel(let id): .cancel(id: id)
    case .merge(let effects): .merge(effects.map(translating))
    }
  }
}

extension Item: Fixture, Buildable {
  public static func fixture(_ values: inout FixtureValues) -> Item {
    Item(id: values.int(), name: values.string("item"), isEnabled: values.bool())
  }
}

// MARK: - What a person does

extension TestStore where State == ItemsFeature.State, Action == ItemsFeature.Action {
  fileprivate func appear(sourceLocation: SourceLocation = #_sourceLocation) async {
    await send(.view(.appeared), sourceLocation: sourceLocation) {
      $0.isLoading = true
      $0.isPolling = true
    }
  }

  fileprivate func disappear(sourceLocation: SourceLocation = #_sourceLocation) async {
    await send(.view(.disappeared), sourceLocation: sourceLocation) { $0.isPolling = false }
  }
}
