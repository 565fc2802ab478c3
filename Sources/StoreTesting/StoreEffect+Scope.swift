extension StoreEffect {
  /// Separates the identifiers of the effect from the same identifiers in other scopes.
  ///
  /// Use this method where a parent runs one reducer for several children, such as the rows of a list. Each child then
  /// cancels, debounces, and throttles its own effects only:
  ///
  /// ```swift
  /// case .row(let id, let action):
  ///   return row.reduce(&state.rows[id, default: ShelfRow.State()], action)
  ///     .map { .row(id, $0) }
  ///     .scoped(to: id)
  /// ```
  ///
  /// To cancel an effect of one child from its parent, scope the cancellation too:
  /// `.cancel(id: "load").scoped(to: id)`. To cancel all effects of a child, give them an identifier of the parent's:
  /// `.scoped(to: id).cancellable(id: id)`. Scopes nest.
  ///
  /// - Parameter scope: A value that identifies the child.
  /// - Returns: The same effect, whose identifiers are equal only to those of effects in the same scope.
  public func scoped(to scope: some Hashable & Sendable) -> Self {
    Self(operation: operation.scoped(to: scope))
  }
}

extension StoreEffect.Operation {
  fileprivate func scoped(to scope: any Hashable & Sendable) -> Self {
    switch self {
    case .none, .send, .run: self
    case .merge(let effects): .merge(effects.map { $0.scoped(to: scope) })
    case .concatenate(let effects): .concatenate(effects.map { $0.scoped(to: scope) })
    case .cancellable(let effect, let id, let cancelInFlight):
      .cancellable(effect.scoped(to: scope), id: id.scoped(to: scope), cancelInFlight: cancelInFlight)
    case .cancel(let id): .cancel(id.scoped(to: scope))
    case .throttle(let effect, let throttle): .throttle(effect.scoped(to: scope), throttle.scoped(to: scope))
    }
  }
}
