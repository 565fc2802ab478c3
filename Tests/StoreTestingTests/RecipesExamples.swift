import DeterministicScheduling
import StoreTesting
import TestClocks
import TestDoubles
import Testing

// The code of the article "Recipes", word for word.

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
  @Test("When the user types then one search starts, once the typing pauses")
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

// MARK: - Timers and polling

struct TimerFeature: Sendable {
  struct State: Equatable {
    var isRunning = false
    var secondsElapsed = 0
  }

  enum Action: Equatable {
    case toggled, ticked
  }

  var clock: any Clock<Duration>

  func reduce(_ state: inout State, _ action: Action) -> StoreEffect<Action> {
    switch action {
    case .toggled:
      state.isRunning.toggle()
      guard state.isRunning else { return .cancel(id: "timer") }
      return .run { send in
        while true {
          try await clock.sleep(for: .seconds(1))
          await send(.ticked)
        }
      }
      .cancellable(id: "timer")
    case .ticked:
      state.secondsElapsed += 1
      return .none
    }
  }
}

struct UploadFeature: Sendable {
  struct State: Equatable {
    var progress: Int?
  }

  enum Action: Equatable {
    case started, didProgress(Int)
  }

  var progress: @Sendable () async -> Int
  var clock: any Clock<Duration>

  func reduce(_ state: inout State, _ action: Action) -> StoreEffect<Action> {
    switch action {
    case .started:
      state.progress = 0
      return poll()
    case .didProgress(let progress):
      state.progress = progress
      return progress < 100 ? poll() : .none
    }
  }

  private func poll() -> StoreEffect<Action> {
    .run { send in
      try await clock.sleep(for: .seconds(5))
      await send(.didProgress(await progress()))
    }
  }
}

@MainActor
@Suite("Recipes: time", .deterministic)
struct TimeRecipes {
  @Test("When the timer runs then it counts the seconds, until it is stopped")
  func whenTimerRuns_thenItCountsSeconds() async {
    let clock = TestClock()
    let store = TestStore(initialState: .init(), reduce: TimerFeature(clock: clock).reduce)

    await store.send(.toggled) { $0.isRunning = true }
    await clock.advance(by: .seconds(3))
    for second in 1...3 {
      await store.receive(.ticked) { $0.secondsElapsed = second }
    }
    await store.send(.toggled) { $0.isRunning = false }
    await clock.advance(by: .seconds(10))
  }

  @Test("When an upload is polled then it is asked every five seconds, until it is done")
  func whenUploadIsPolled_thenItIsAskedUntilDone() async {
    let progress = FunctionSpy<Void, Int, Never>(sequence: [.success(40), .success(100)])
    let clock = ImmediateClock()
    let feature = UploadFeature(progress: { await progress.callAsync() }, clock: clock)
    let store = TestStore(initialState: .init(), reduce: feature.reduce)

    await store.send(.started) { $0.progress = 0 }
    await store.receive(.didProgress(40)) { $0.progress = 40 }
    await store.receive(.didProgress(100)) { $0.progress = 100 }
    #expect(clock.sleeps == [.seconds(5), .seconds(5)])
  }
}

// MARK: - Navigation, parents and children

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
