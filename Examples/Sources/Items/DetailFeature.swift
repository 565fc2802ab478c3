/// One item: its name can be changed and saved.
public struct DetailFeature: Sendable {
  public struct State: Hashable, Sendable {
    public var item: Item

    public init(item: Item) {
      self.item = item
    }

    public var canSave: Bool { !item.name.isEmpty }
  }

  public enum Action: Hashable, Sendable {
    case nameChanged(String)
    case saveTapped
    case delegate(Delegate)

    /// What a parent is told.
    public enum Delegate: Hashable, Sendable {
      case saved(Item)
    }
  }

  public init() {}

  public func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .nameChanged(let name):
      state.item.name = name
      return .none
    case .saveTapped:
      guard state.canSave else { return .none }
      return .run { [item = state.item] send in await send(.delegate(.saved(item))) }
    case .delegate:
      return .none
    }
  }
}

extension Effect {
  /// The same work for a parent, whose actions wrap the child's.
  public func map<Parent: Sendable>(_ wrap: @escaping @Sendable (Action) -> Parent) -> Effect<Parent> {
    switch self {
    case .none: .none
    case .run(let id, let work): .run(id: id) { send in await work { await send(wrap($0)) } }
    case .cancel(let id): .cancel(id)
    case .merge(let effects): .merge(effects.map { $0.map(wrap) })
    }
  }
}

extension Result {
  /// What work gives, or the error that it throws.
  init(catching work: () async throws(Failure) -> Success) async {
    do throws(Failure) { self = .success(try await work()) } catch { self = .failure(error) }
  }
}
