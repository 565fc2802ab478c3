import Testing

extension TestStore {
  /// Asserts that an effect sent an action of this case back, whatever its payload, and what it changes.
  ///
  /// Name the case by its constructor. No macro is needed, and neither state nor payload have to print differently:
  ///
  /// ```swift
  /// await store.receive(Items.Action.didLoad) { items, state in
  ///   state.isLoading = false
  ///   state.items = items
  /// }
  /// ```
  ///
  /// Use it where the test does not know the payload, or does not care; `receive(_:)` with the whole action
  /// asserts it. It waits, and fails, as that does.
  ///
  /// - Parameters:
  ///   - action: The constructor of the case. A case that carries two values, or an action in an action, is asserted by
  ///     the overloads with more parameters.
  ///   - limit: How long to wait, in real time, for something outside the test.
  ///   - sourceLocation: Where an issue is recorded.
  ///   - change: Gets the payload, and makes of the state before the action the state that is expected after it.
  public func receive<Payload>(
    _ action: @escaping (Payload) -> Action,
    within limit: Duration? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ change: @escaping (Payload, inout State) throws -> Void
  ) async {
    await receive(
      ActionExpectation(action),
      within: limit,
      sourceLocation: sourceLocation,
      change: .withPayload(change)
    )
  }

  /// Asserts that an effect sent an action of this case back, whatever its payload, and what it changes.
  public func receive<Payload>(
    _ action: @escaping (Payload) -> Action,
    within limit: Duration? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ change: ((inout State) throws -> Void)? = nil
  ) async {
    await receive(
      ActionExpectation(action),
      within: limit,
      sourceLocation: sourceLocation,
      change: ReceivedChange(change)
    )
  }

  /// Asserts that an effect sent an action of this case of two values back, and what it changes.
  ///
  /// ```swift
  /// await store.receive(Items.Action.didRename) { index, name, state in state.items[index].name = name }
  /// ```
  public func receive<First, Second>(
    _ action: @escaping (First, Second) -> Action,
    within limit: Duration? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ change: @escaping (First, Second, inout State) throws -> Void
  ) async {
    await receive(
      ActionExpectation { (payload: (First, Second)) in action(payload.0, payload.1) },
      within: limit,
      sourceLocation: sourceLocation,
      change: .withPayload { payload, state in try change(payload.0, payload.1, &state) }
    )
  }

  /// Asserts that an effect sent an action of this case of two values back, and what it changes.
  public func receive<First, Second>(
    _ action: @escaping (First, Second) -> Action,
    within limit: Duration? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ change: ((inout State) throws -> Void)? = nil
  ) async {
    await receive(
      ActionExpectation { (payload: (First, Second)) in action(payload.0, payload.1) },
      within: limit,
      sourceLocation: sourceLocation,
      change: ReceivedChange(change)
    )
  }
}
