import DeterministicScheduling
import StoreTesting
import TestDoubles
import Testing

// The code of the documentation comments, word for word, where it is not in the articles' examples.

@MainActor
@Suite("Documentation comments: reducers", .deterministic)
struct ReducerDocumentation {
  @Test("When the screen appears then the items are loaded")
  func whenScreenAppears_thenItemsAreLoaded() async {
    let store = TestStore(initialState: Items.State(), reduce: Items(client: .returning([apple])).reduce)

    await store.send(.onAppear) { $0.isLoading = true }
    await store.receive(.didLoad([apple])) {
      $0.isLoading = false
      $0.items = [apple]
    }
    await store.finish()
  }

  @Test("When items are loaded then the test need not know them")
  func whenItemsAreLoaded_thenTestNeedNotKnowThem() async {
    let store = makeStore(client: .returning([apple, pear]))

    await store.send(.onAppear) { $0.isLoading = true }
    await store.receive(Items.Action.didLoad) { items, state in
      state.isLoading = false
      state.items = items
    }
    #expect(store.state.items == [apple, pear])
  }

  @Test("When a test is not exhaustive then it asserts the state in which the flow ends")
  func whenTestIsNotExhaustive_thenItAssertsTheEnd() async {
    let store = makeStore(client: .returning([apple]), exhaustivity: .off)

    await store.send(.onAppear)
    await store.finish()
    store.assert { $0.items = [apple] }
  }

  @Test("When an item is deleted then it is gone at the server too")
  func whenItemIsDeleted_thenItIsGoneAtServerToo() async {
    let deleted = FunctionSpy<Item, Void, Never>(.success(()))
    let store = makeStore(items: [apple], client: Items.Client(delete: { await deleted.callAsync($0) }))

    await store.send(.deleteTapped(apple)) { $0.items = [] }
    await store.finish()
    #expect(deleted.calls == [apple])
  }

  @Test("When deleting fails then an alert says why")
  func whenDeletingFails_thenAlertSaysWhy() async {
    let store = makeStore(items: [apple], client: Items.Client(delete: { _ in throw LoadingError.offline }))

    await store.send(.deleteTapped(apple)) { $0.items = [] }
    await store.receive(\.didFail) { message, state in state.alert = message }
    #expect(store.state.alert == "offline")
  }

  @Test("When items are renamed elsewhere then that is heard of for as long as the view is there")
  func whenItemsAreRenamed_thenThatIsHeardOfUntilViewGoes() async {
    let (renamings, source) = AsyncStream.makeStream(of: Items.Renaming.self)
    let store = makeStore(items: [apple, pear], client: Items.Client(renamings: renamings))

    let task = await store.send(.task)
    source.yield((index: 1, name: "fig"))
    await store.receive(Items.Action.didRename) { index, name, state in state.items[index].name = name }
    #expect(store.state.items.map(\.name) == ["apple", "fig"])
    #expect(!task.isFinished)
    await task.cancel()
    #expect(task.isFinished)
  }

  @Test("When the detail appears then its price is loaded, whatever it is")
  func whenDetailAppears_thenItsPriceIsLoaded() async {
    let store = makeStore(client: .returning([]))

    await store.send(.detail(.onAppear))
    await store.receive(Items.Action.detail, Detail.Action.didLoadPrice) { price, state in
      state.detail.price = price
    }
    #expect(store.state.detail.price == 9)
  }

  @Test("When the detail appears then its price is loaded")
  func whenDetailAppears_thenItsVeryPriceIsLoaded() async {
    let store = makeStore(client: .returning([]))

    await store.send(.detail(.onAppear))
    await store.receive(Items.Action.detail, .didLoadPrice(9)) { $0.detail.price = 9 }
  }

  private func makeStore(
    items: [Item] = [],
    client: Items.Client,
    exhaustivity: StoreExhaustivity = .on
  ) -> TestStore<Items.State, Items.Action> {
    let state = Items.State(items: items)
    return TestStore(initialState: state, exhaustivity: exhaustivity, reduce: Items(client: client).reduce)
  }
}

@MainActor
@Suite("Documentation comments: other stores", .deterministic)
struct DrivenStoreDocumentation {
  @Test("When a store is not a reducer then it is driven, and changes by itself later", .exactOnly)
  func whenStoreIsNotReducer_thenItIsDriven() async {
    let client = Items.Client.returning([])
    let store = TestStore(driving: ItemsStore(client: client)) { store, action in
      store.send(action)
    } state: {
      $0.state
    }

    await store.send(.addTapped("apple")) { $0.items = ["apple"] }
    await store.send(.checkOutTapped) { $0.isLoading = true }
    await store.receiveChange {
      $0.isLoading = false
      $0.total = 9
    }
  }
}

// MARK: - A feature that is a reducer

private struct Item: Equatable {
  var name: String
}

private let apple = Item(name: "apple")
private let pear = Item(name: "pear")

private struct Items: Sendable {
  struct State: Equatable {
    var items: [Item] = []
    var isLoading = false
    var alert: String?
    var detail = Detail.State()
  }

  enum Action: Equatable {
    case onAppear, task
    case didLoad([Item])
    case didFail(String)
    case deleteTapped(Item)
    case didRename(index: Int, name: String)
    case detail(Detail.Action)

    var didFail: String? {
      if case .didFail(let message) = self { message } else { nil }
    }
  }

  typealias Renaming = (index: Int, name: String)

  struct Client: Sendable {
    var load: @Sendable () async throws -> [Item] = unimplemented("Client.load")
    var delete: @Sendable (Item) async throws -> Void = unimplemented("Client.delete")
    var price: @Sendable () async -> Int = { 9 }
    var renamings = AsyncStream<Renaming> { $0.finish() }

    static func returning(_ items: [Item]) -> Self {
      Self(load: { items })
    }
  }

  var client: Client
  var detail: Detail { Detail(client: client) }

  func reduce(_ state: inout State, _ action: Action) -> StoreEffect<Action> {
    switch action {
    case .onAppear:
      state.isLoading = true
      return .run { send in
        await send(.didLoad(try await client.load()))
      } catch: { error, send in
        await send(.didFail("\(error)"))
      }
    case .didLoad(let items):
      state.isLoading = false
      state.items = items
      return .none
    case .didFail(let message):
      state.isLoading = false
      state.alert = message
      return .none
    case .task:
      return .run { send in
        for await (index, name) in client.renamings {
          await send(.didRename(index: index, name: name))
        }
      }
    case .didRename(let index, let name):
      state.items[index].name = name
      return .none
    case .deleteTapped(let item):
      state.items.removeAll { $0 == item }
      return .run { _ in
        try await client.delete(item)
      } catch: { error, send in
        await send(.didFail("\(error)"))
      }
    case .detail(let action):
      return detail.reduce(&state.detail, action).map(Action.detail)
    }
  }
}

private struct Detail: Sendable {
  struct State: Equatable {
    var price: Int?
  }

  enum Action: Equatable {
    case onAppear
    case didLoadPrice(Int)
  }

  var client: Items.Client

  func reduce(_ state: inout State, _ action: Action) -> StoreEffect<Action> {
    switch action {
    case .onAppear:
      return .run { send in await send(.didLoadPrice(await client.price())) }
    case .didLoadPrice(let price):
      state.price = price
      return .none
    }
  }
}

// MARK: - A store that is not a reducer

@MainActor
private final class ItemsStore {
  struct State: Equatable {
    var items: [String] = []
    var isLoading = false
    var total: Int?
  }

  enum Action {
    case addTapped(String), checkOutTapped
  }

  private(set) var state = State()
  private let client: Items.Client

  init(client: Items.Client) {
    self.client = client
  }

  func send(_ action: Action) {
    switch action {
    case .addTapped(let item): state.items.append(item)
    case .checkOutTapped:
      state.isLoading = true
      Task { await checkOut() }
    }
  }

  private func checkOut() async {
    state.total = await client.price()
    state.isLoading = false
  }
}
