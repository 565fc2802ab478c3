import DeterministicScheduling
import StoreTesting
import TestClocks
import TestDoubles
import Testing

// The code of the article "Recipes", word for word: loading, dialogs and search.

struct ItemsClient: Sendable {
  var load: @Sendable () async throws -> [String] = unimplemented("ItemsClient.load")
  var delete: @Sendable (_ item: String) async throws -> Void = unimplemented("ItemsClient.delete")
  var search: @Sendable (_ query: String) async throws -> [String] = unimplemented("ItemsClient.search")
}

struct ItemsFeature: Sendable {
  struct State: Equatable {
    var items: [String] = []
    var isLoading = false
    var alert: Alert?
    var confirmation: Confirmation?
  }

  enum Action: Equatable {
    case onAppear
    case didLoad([String])
    case didFail(String)
    case alert(Alert.Action)
    case deleteTapped(String)
    case confirmation(Confirmation.Action)
  }

  var client = ItemsClient()

  func reduce(_ state: inout State, _ action: Action) -> StoreEffect<Action> {
    switch action {
    case .onAppear, .alert(.retryTapped):
      state.alert = nil
      state.isLoading = true
      return .run { send in
        await send(.didLoad(try await client.load()))
      } catch: { error, send in
        await send(.didFail("\(error)"))
      }
    case .didLoad(let items):
      state.isLoading = false
      state.items = items
    case .didFail(let message):
      state.isLoading = false
      state.alert = Alert(message: message)
    case .alert(.dismissed):
      state.alert = nil
    case .deleteTapped(let item):
      state.confirmation = Confirmation(item: item)
    case .confirmation(.dismissed):
      state.confirmation = nil
    case .confirmation(.deleteTapped):
      guard let item = state.confirmation?.item else { return .none }
      state.confirmation = nil
      state.items.removeAll { $0 == item }
      return .run { _ in
        try await client.delete(item)
      } catch: { error, send in
        await send(.didFail("\(error)"))
      }
    }
    return .none
  }
}

struct Alert: Equatable {
  enum Action { case retryTapped, dismissed }
  var message: String
}

struct Confirmation: Equatable {
  enum Action { case deleteTapped, dismissed }
  var item: String
}

@MainActor
@Suite("Recipes: items", .deterministic)
struct ItemsRecipes {
  @Test("When the screen appears then the items are loaded")
  func whenScreenAppears_thenItemsAreLoaded() async {
    let store = makeStore { $0.load = { ["apple"] } }

    await store.send(.onAppear) { $0.isLoading = true }
    await store.receive(.didLoad(["apple"])) {
      $0.isLoading = false
      $0.items = ["apple"]
    }
  }

  @Test("When loading fails then an alert offers to try again, and that loads")
  func whenLoadingFails_thenAlertOffersToRetry() async {
    let load = FunctionSpy<Void, [String], LoadingError>(sequence: [.failure(.offline), .success(["apple"])])
    let store = makeStore { $0.load = { try await load.callAsync() } }

    await store.send(.onAppear) { $0.isLoading = true }
    await store.receive(.didFail("offline")) {
      $0.isLoading = false
      $0.alert = Alert(message: "offline")
    }
    await store.send(.alert(.retryTapped)) {
      $0.alert = nil
      $0.isLoading = true
    }
    await store.receive(ItemsFeature.Action.didLoad) { items, state in
      state.isLoading = false
      state.items = items
    }
    #expect(load.callCount == 2)
  }

  @Test("When deleting is confirmed then the item goes away, here and at the server")
  func whenDeletingIsConfirmed_thenItemGoesAway() async {
    let delete = FunctionSpy<String, Void, LoadingError>(.success(()))
    let store = makeStore(items: ["apple", "pear"]) { $0.delete = { try await delete.callAsync($0) } }

    await store.send(.deleteTapped("apple")) { $0.confirmation = Confirmation(item: "apple") }
    await store.send(.confirmation(.deleteTapped)) {
      $0.confirmation = nil
      $0.items = ["pear"]
    }
    await store.finish()
    #expect(delete.calls == ["apple"])
  }

  @Test("When the confirmation is dismissed then nothing is deleted")
  func whenConfirmationIsDismissed_thenNothingIsDeleted() async {
    let store = makeStore(items: ["apple"])

    await store.send(.deleteTapped("apple")) { $0.confirmation = Confirmation(item: "apple") }
    await store.send(.confirmation(.dismissed)) { $0.confirmation = nil }
  }

  private func makeStore(
    items: [String] = [],
    client change: (inout ItemsClient) -> Void = { _ in }
  ) -> TestStore<ItemsFeature.State, ItemsFeature.Action> {
    var feature = ItemsFeature()
    change(&feature.client)
    return TestStore(initialState: ItemsFeature.State(items: items), reduce: feature.reduce)
  }
}

enum LoadingError: Error {
  case offline
}

// MARK: - Debounced search

struct SearchFeature: Sendable {
  struct State: Equatable {
    var query = ""
    var results: [String] = []
  }

  enum Action: Equatable {
    case queryChanged(String)
    case didFind([String])
  }

  var client: ItemsClient
  var clock: any Clock<Duration>

  func reduce(_ state: inout State, _ action: Action) -> StoreEffect<Action> {
    switch action {
    case .queryChanged(let query):
      state.query = query
      return .run { send in await send(.didFind(try await client.search(query))) }
        .debounce(id: "search", for: .milliseconds(300), clock: clock)
    case .didFind(let results):
      state.results = results
      return .none
    }
  }
}

@MainActor
@Suite("Recipes: search", .deterministic)
struct SearchRecipes {
  @Test("When the user types then one search starts, once the typing pauses", .exactOnly)
  func whenUserTypes_thenOneSearchStarts() async {
    let clock = TestClock()
    let search = FunctionSpy<String, [String], Never>(.success(["apple"]))
    let client = ItemsClient(search: { await search.callAsync($0) })
    let store = TestStore(initialState: .init(), reduce: SearchFeature(client: client, clock: clock).reduce)

    await store.send(.queryChanged("a")) { $0.query = "a" }
    await clock.advance(by: .milliseconds(200))
    await store.send(.queryChanged("ap")) { $0.query = "ap" }
    await clock.advance(by: .milliseconds(300))
    await store.receive(.didFind(["apple"])) { $0.results = ["apple"] }
    #expect(search.calls == ["ap"])
  }
}
