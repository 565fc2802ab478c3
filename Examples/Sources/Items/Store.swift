/// Keeps a feature's state, changes it with the feature's reducer, and does the work that the reducer asks for.
@MainActor
public final class Store<State: Sendable, Action: Sendable> {
  public private(set) var state: State

  private let reduce: @MainActor (inout State, Action) -> Effect<Action>
  private var running: [EffectID: Task<Void, Never>] = [:]

  public init(initialState: State, reduce: @escaping @MainActor (inout State, Action) -> Effect<Action>) {
    state = initialState
    self.reduce = reduce
  }

  public func send(_ action: Action) {
    perform(reduce(&state, action))
  }

  private func perform(_ effect: Effect<Action>) {
    switch effect {
    case .none:
      break
    case .run(let id, let work):
      let task = Task { [weak self] in
        await work { action in
          guard !Task.isCancelled else { return }
          self?.send(action)
        }
      }
      guard let id else { break }
      running[id]?.cancel()
      running[id] = task
    case .cancel(let id):
      running.removeValue(forKey: id)?.cancel()
    case .merge(let effects):
      for effect in effects { perform(effect) }
    }
  }

  deinit {
    for task in running.values { task.cancel() }
  }
}
