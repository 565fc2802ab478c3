extension StoreEffect {
  /// The same effect with every action turned into another, as a parent does with the effects of its child.
  ///
  /// ```swift
  /// case .detail(let action):
  ///   return detail.reduce(&state.detail, action).map(Action.detail)
  /// ```
  public func map<NewAction>(_ transform: @escaping @Sendable (Action) -> NewAction) -> StoreEffect<NewAction> {
    StoreEffect<NewAction>(operation: operation.map(transform))
  }
}

extension StoreEffect.Operation {
  fileprivate func map<NewAction>(
    _ transform: @escaping @Sendable (Action) -> NewAction
  ) -> StoreEffect<NewAction>.Operation {
    switch self {
    case .none: .none
    case .send(let action): .send(transform(action))
    case .run(let work): .run { send in try await work(send.pullback(transform)) }
    case .merge(let effects): .merge(effects.map { $0.map(transform) })
    case .concatenate(let effects): .concatenate(effects.map { $0.map(transform) })
    case .cancellable(let effect, let id, let cancelInFlight):
      .cancellable(effect.map(transform), id: id, cancelInFlight: cancelInFlight)
    case .cancel(let id): .cancel(id)
    case .throttle(let effect, let throttle): .throttle(effect.map(transform), throttle)
    }
  }
}
