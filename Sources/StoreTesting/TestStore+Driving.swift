import Testing

extension TestStore {
  /// Creates a test store for a store that is not a reducer: any object with a state that accepts actions.
  ///
  /// ```swift
  /// let store = TestStore(driving: ItemsStore(client: client)) { store, action in
  ///   store.send(action)
  /// } state: {
  ///   $0.state
  /// }
  ///
  /// await store.send(.addTapped("apple")) { $0.items = ["apple"] }
  /// ```
  ///
  /// Only its state shows what such a store does on its own: ``receiveChange(sourceLocation:_:)`` waits for a change
  /// that no action of the test made, and a change that is not asserted fails the test at the next action or at
  /// ``finish(within:sourceLocation:)``. Test a store that publishes the actions of its effects like a reducer; see
  /// ``init(driving:actions:exhaustivity:sourceLocation:send:state:)``.
  ///
  /// - Parameters:
  ///   - store: The store under test.
  ///   - exhaustivity: How much the test has to assert.
  ///   - sourceLocation: Where a failure is reported that belongs to no other line.
  ///   - send: Sends an action to the store, and returns when the store has handled it.
  ///   - state: Reads the store's state.
  public convenience init<Store>(
    driving store: Store,
    exhaustivity: StoreExhaustivity = .on,
    sourceLocation: SourceLocation = #_sourceLocation,
    send: @escaping @MainActor (Store, Action) async -> Void,
    state: @escaping (Store) -> State
  ) {
    let driven = DrivenStore<State, Action>(sourceLocation: sourceLocation) { action in
      await send(store, action)
    } state: {
      state(store)
    }
    self.init(state: state(store), engine: .driving(driven), exhaustivity: exhaustivity, sourceLocation: sourceLocation)
  }

  /// Creates a test store for a store that is not a reducer and publishes the actions that its effects send.
  ///
  /// - Parameters:
  ///   - store: The store under test.
  ///   - actions: The actions that the store's effects send, each once the store has handled it; not those that the
  ///     test sends. The state that belongs to an action is the one that is read when the action arrives.
  ///   - exhaustivity: How much the test has to assert.
  ///   - sourceLocation: Where a failure is reported that belongs to no other line.
  ///   - send: Sends an action to the store, and returns when the store has handled it.
  ///   - state: Reads the store's state.
  public convenience init<Store, Actions: AsyncSequence & Sendable>(
    driving store: Store,
    actions: Actions,
    exhaustivity: StoreExhaustivity = .on,
    sourceLocation: SourceLocation = #_sourceLocation,
    send: @escaping @MainActor (Store, Action) async -> Void,
    state: @escaping (Store) -> State
  ) where Actions.Element == Action, Action: Sendable {
    let driven = DrivenStore<State, Action>(sourceLocation: sourceLocation) { action in
      await send(store, action)
    } state: {
      state(store)
    }
    driven.listen(to: actions)
    self.init(state: state(store), engine: .driving(driven), exhaustivity: exhaustivity, sourceLocation: sourceLocation)
  }
}
