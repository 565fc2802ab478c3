import Items
import Testing
import TestingSupport

@Suite("What a person does with items", .deterministic)
@MainActor
struct ItemsEditingTests {
  @Suite("Searching")
  @MainActor
  struct SearchTests {
    @Test("When the user types quickly then one search is made, for the last text")
    func whenUserTypesQuickly_thenOneSearchIsMade() async {
      let clock = TestClock()
      let found = Item.fixtures(1)
      let search = FunctionSpy<String, [Item], ItemsError>(.success(found))
      let store = makeItemsStore {
        $0.search = { (query) async throws(ItemsError) in try await search.callAsync(query) }
        $0.clock = clock
      }

      for query in ["a", "ab", "abc"] {
        await store.send(.view(.queryChanged(query))) { $0.query = query }
        await clock.waitForSleepers()
        await clock.advance(by: .milliseconds(100))
      }
      await clock.advance(by: .milliseconds(200))
      await store.receive(.searchDebounced("abc"))
      await store.receive(.didFind(.success(found))) { $0.found = found }
      await store.finish()

      #expect(search.calls == ["abc"])
    }

    @Test("When the text is deleted then the search is given up")
    func whenTextIsDeleted_thenSearchIsGivenUp() async {
      let clock = TestClock()
      let store = makeItemsStore { $0.clock = clock }

      await store.send(.view(.queryChanged("a"))) { $0.query = "a" }
      await store.send(.view(.queryChanged(""))) { $0.query = "" }
      await clock.advance(by: .seconds(1))
      await store.finish()

      #expect(clock.sleeperCount == 0)
    }

    @Test("When answers come in any order then the last search's answer is shown", .interleavings(50))
    func whenAnswersComeInAnyOrder_thenLastOneIsShown() async {
      let store = makeItemsStore {
        $0.search = { query in [Item(id: query.count, name: query)] }
        $0.clock = ImmediateClock()
      }
      // Off: which answers arrive depends on the interleaving; only the last one matters.
      store.exhaustivity = .off

      await store.send(.view(.queryChanged("a")))
      await store.send(.view(.queryChanged("ab")))
      await store.finish()

      #expect(store.state.found == [Item(id: 2, name: "ab")])
    }

    @Test("When time does not matter then the search is made at once, after the delay that was asked for")
    func whenTimeDoesNotMatter_thenSearchIsMadeAtOnce() async {
      let clock = ImmediateClock()
      let found = Item.fixtures(1)
      let store = makeItemsStore {
        $0.search = { _ in found }
        $0.clock = clock
      }

      await store.send(.view(.queryChanged("a"))) { $0.query = "a" }
      await store.receive(.searchDebounced("a"))
      await store.receive(.didFind(.success(found))) { $0.found = found }
      await store.finish()

      #expect(clock.sleeps == [.milliseconds(300)])
    }

    @Test("When a search fails then nothing is found")
    func whenSearchFails_thenNothingIsFound() async {
      let store = makeItemsStore(state: makeItemsState { $0.found = Item.fixtures(1) }) {
        $0.search = { (_) async throws(ItemsError) in throw .unavailable }
        $0.clock = ImmediateClock()
      }

      await store.send(.view(.queryChanged("a"))) { $0.query = "a" }
      await store.receive(.searchDebounced("a"))
      await store.receive(.didFind(.failure(.unavailable))) { $0.found = [] }
      await store.finish()
    }

    @Test("When an answer comes after the user has typed on then it is left out")
    func whenAnswerComesAfterUserHasTypedOn_thenItIsLeftOut() async {
      let gate = Gate()
      let store = makeItemsStore {
        $0.search = { query in
          if query == "a" { await gate.wait() }
          return [Item(id: query.count, name: query)]
        }
        $0.clock = ImmediateClock()
      }
      // Off: the steps of each search are asserted in other tests; here only the late answer matters.
      store.exhaustivity = .off

      await store.send(.view(.queryChanged("a")))
      await gate.waitUntilReached()
      await store.send(.view(.queryChanged("ab")))
      await store.receive(.didFind(.success([Item(id: 2, name: "ab")])))
      gate.open()
      await store.finish()

      #expect(store.state.found == [Item(id: 2, name: "ab")])
    }

    @Test("When the screen disappears then the search is given up")
    func whenScreenDisappears_thenSearchIsGivenUp() async {
      let clock = TestClock()
      let store = makeItemsStore { $0.clock = clock }

      await store.send(.view(.queryChanged("a"))) { $0.query = "a" }
      await store.send(.view(.disappeared))
      await clock.advance(by: .seconds(1))
      await store.finish()

      #expect(clock.sleeperCount == 0)
    }
  }

  @Suite("Deleting")
  @MainActor
  struct DeleteTests {
    @Test("When a deletion is confirmed then the item is deleted and goes")
    func whenDeletionIsConfirmed_thenItemGoes() async {
      let items = Item.fixtures(2)
      let delete = FunctionSpy<Item.ID, Void, ItemsError>()
      let track = FunctionSpy<AnalyticsEvent, Void, Never>()
      let store = makeItemsStore(state: makeItemsState { $0.items = items }) {
        $0.delete = { (id) async throws(ItemsError) in try await delete.callAsync(id) }
        $0.track = { track.call($0) }
      }

      await store.send(.view(.deleteTapped(items[0].id))) { $0.dialog = .confirmDelete(items[0].id) }
      await store.send(.dialog(.deleteConfirmed)) { $0.dialog = nil }
      await store.receive(Action.didDelete) { id, _, state in state.items.removeAll { $0.id == id } }
      await store.finish()

      #expect(delete.calls == [items[0].id])
      #expect(track.calls == [.itemDeleted(items[0].id)])
    }

    @Test("When a deletion is not confirmed then nothing is deleted")
    func whenDeletionIsNotConfirmed_thenNothingIsDeleted() async {
      let store = makeItemsStore()

      await store.send(.view(.deleteTapped(1))) { $0.dialog = .confirmDelete(1) }
      await store.send(.dialog(.dismissed)) { $0.dialog = nil }
    }

    @Test("When a deletion fails then the item stays and an alert is shown")
    func whenDeletionFails_thenItemStays() async {
      let item = Item.fixture
      let store = makeItemsStore(state: makeItemsState { $0.items = [item] }) {
        $0.delete = { (_) async throws(ItemsError) in throw .unavailable }
      }

      await store.send(.view(.deleteTapped(item.id))) { $0.dialog = .confirmDelete(item.id) }
      await store.send(.dialog(.deleteConfirmed)) { $0.dialog = nil }
      await store.receive(.didDelete(item.id, .failure(.unavailable))) { $0.alert = .error(.unavailable) }
      await store.finish()
    }
  }
}

// MARK: - makeSUT and Helper Factory Methods

private typealias Action = ItemsFeature.Action
