/// The list: loading and retrying, searching, deleting after a question, details, a refresh at an interval.
public struct ItemsFeature: Sendable {
  public struct State: Hashable, Sendable {
    public var items: [Item] = []
    public var isLoading = false
    public var alert: Alert?
    public var dialog: Dialog?
    public var query = ""
    public var found: [Item] = []
    public var destination: Destination?
    public var isPolling = false

    public init() {}

    public var isEmpty: Bool { items.isEmpty }
    public var canSearch: Bool { !items.isEmpty }

    public enum Alert: Hashable, Sendable {
      case error(ItemsError)
    }

    /// The question before something is deleted.
    public enum Dialog: Hashable, Sendable {
      case confirmDelete(Item.ID)
    }

    public enum Destination: Hashable, Sendable {
      case detail(DetailFeature.State)
    }
  }

  public enum Action: Hashable, Sendable {
    case view(View)
    case alert(Alert)
    case dialog(Dialog)
    case destination(Destination)
    case delegate(Delegate)
    case didLoad(Result<[Item], ItemsError>)
    case didDelete(Item.ID, Result<Nothing, ItemsError>)
    case searchDebounced(String)
    case didFind(Result<[Item], ItemsError>)
    case pollTicked

    public enum View: Hashable, Sendable {
      case appeared, disappeared
      case queryChanged(String)
      case itemTapped(Item.ID)
      case deleteTapped(Item.ID)
      case closeTapped
    }

    public enum Alert: Hashable, Sendable {
      case retryTapped, dismissed
    }

    public enum Dialog: Hashable, Sendable {
      case deleteConfirmed, dismissed
    }

    public enum Destination: Hashable, Sendable {
      case detail(DetailFeature.Action)
      case dismissed
    }

    /// What a parent is told.
    public enum Delegate: Hashable, Sendable {
      case closed
    }
  }

  /// No value, but one that can be compared.
  public struct Nothing: Hashable, Sendable {
    public init() {}
  }

  private let dependencies: ItemsDependencies
  private static let pollInterval = Duration.seconds(30)
  private static let searchDelay = Duration.milliseconds(300)

  public init(dependencies: ItemsDependencies) {
    self.dependencies = dependencies
  }

  public func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .view(let action): reduce(&state, action)
    case .alert(let action): reduce(&state, action)
    case .dialog(let action): reduce(&state, action)
    case .destination(let action): reduce(&state, action)
    case .delegate: .none
    case .didLoad(let result): didLoad(result, &state)
    case .didDelete(let id, let result): didDelete(id, result, &state)
    case .searchDebounced(let query): search(query)
    case .didFind(let result): didFind(result, &state)
    case .pollTicked: load(&state)
    }
  }

  private func reduce(_ state: inout State, _ action: Action.View) -> Effect<Action> {
    switch action {
    case .appeared:
      dependencies.track(.screenViewed)
      state.isPolling = true
      return .merge([load(&state), poll])
    case .disappeared:
      state.isPolling = false
      state.isLoading = false
      return .merge([.cancel(.load), .cancel(.poll), .cancel(.search)])
    case .queryChanged(let query):
      state.query = query
      return debounce(query, &state)
    case .itemTapped(let id):
      guard let item = state.items.first(where: { $0.id == id }) else { return .none }
      state.destination = .detail(DetailFeature.State(item: item))
      return .none
    case .deleteTapped(let id):
      state.dialog = .confirmDelete(id)
      return .none
    case .closeTapped:
      return .run { send in await send(.delegate(.closed)) }
    }
  }

  private func reduce(_ state: inout State, _ action: Action.Alert) -> Effect<Action> {
    state.alert = nil
    return action == .retryTapped ? load(&state) : .none
  }

  private func reduce(_ state: inout State, _ action: Action.Dialog) -> Effect<Action> {
    guard case .confirmDelete(let id) = state.dialog else { return .none }
    state.dialog = nil
    return action == .deleteConfirmed ? delete(id) : .none
  }

  private func reduce(_ state: inout State, _ action: Action.Destination) -> Effect<Action> {
    guard case .detail(var detail) = state.destination else { return .none }
    switch action {
    case .detail(.delegate(.saved(let item))):
      state.destination = nil
      state.items = state.items.map { $0.id == item.id ? item : $0 }
      return .none
    case .detail(let action):
      let effect = DetailFeature().reduce(&detail, action)
      state.destination = .detail(detail)
      return effect.map { .destination(.detail($0)) }
    case .dismissed:
      state.destination = nil
      return .none
    }
  }
}

// MARK: - Loading and polling

extension ItemsFeature {
  private func load(_ state: inout State) -> Effect<Action> {
    guard !state.isLoading else { return .none }
    state.isLoading = true
    return .run(id: .load) { [load = dependencies.load] send in
      await send(.didLoad(Result { () async throws(ItemsError) in try await load() }))
    }
  }

  private var poll: Effect<Action> {
    .run(id: .poll) { [clock = dependencies.clock] send in
      while (try? await clock.sleep(for: Self.pollInterval)) != nil { await send(.pollTicked) }
    }
  }

  private func didLoad(_ result: Result<[Item], ItemsError>, _ state: inout State) -> Effect<Action> {
    state.isLoading = false
    switch result {
    case .success(let items): state.items = items
    case .failure(let error): state.alert = .error(error)
    }
    return .none
  }
}

// MARK: - Searching and deleting

extension ItemsFeature {
  private func debounce(_ query: String, _ state: inout State) -> Effect<Action> {
    guard !query.isEmpty else {
      state.found = []
      return .cancel(.search)
    }
    return .run(id: .search) { [clock = dependencies.clock] send in
      guard (try? await clock.sleep(for: Self.searchDelay)) != nil else { return }
      await send(.searchDebounced(query))
    }
  }

  private func search(_ query: String) -> Effect<Action> {
    .run(id: .search) { [search = dependencies.search] send in
      await send(.didFind(Result { () async throws(ItemsError) in try await search(query) }))
    }
  }

  private func didFind(_ result: Result<[Item], ItemsError>, _ state: inout State) -> Effect<Action> {
    state.found = (try? result.get()) ?? []
    return .none
  }

  private func delete(_ id: Item.ID) -> Effect<Action> {
    .run { [delete = dependencies.delete] send in
      await send(
        .didDelete(
          id,
          Result { () async throws(ItemsError) in
            try await delete(id)
            return Nothing()
          }
        )
      )
    }
  }

  private func didDelete(
    _ id: Item.ID,
    _ result: Result<Nothing, ItemsError>,
    _ state: inout State
  ) -> Effect<Action> {
    switch result {
    case .success:
      dependencies.track(.itemDeleted(id))
      state.items.removeAll { $0.id == id }
    case .failure(let error):
      state.alert = .error(error)
    }
    return .none
  }
}

extension EffectID {
  fileprivate static let load: Self = "load"
  fileprivate static let poll: Self = "poll"
  fileprivate static let search: Self = "search"
}
