import Testing

extension TestStore {
  /// Asserts that an effect sent an action of this case back, which holds an action of that case, and what it changes.
  ///
  /// ```swift
  /// await store.receive(Items.Action.detail, Detail.Action.didLoadPrice) { price, state in
  ///   state.detail.price = price
  /// }
  /// ```
  ///
  /// For more levels than three use ``receive(where:within:sourceLocation:_:)``.
  public func receive<Child, Payload>(
    _ action: @escaping (Child) -> Action,
    _ child: @escaping (Payload) -> Child,
    within limit: Duration? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ change: @escaping (Payload, inout State) throws -> Void
  ) async {
    let expectation = ActionExpectation(action, ActionExpectation(child))
    await receive(expectation, within: limit, sourceLocation: sourceLocation, change: .withPayload(change))
  }

  /// Asserts that an effect sent an action of this case back, which holds an action of that case, and what it changes.
  public func receive<Child, Payload>(
    _ action: @escaping (Child) -> Action,
    _ child: @escaping (Payload) -> Child,
    within limit: Duration? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ change: ((inout State) throws -> Void)? = nil
  ) async {
    let expectation = ActionExpectation(action, ActionExpectation(child))
    await receive(expectation, within: limit, sourceLocation: sourceLocation, change: ReceivedChange(change))
  }

  /// Asserts that an effect sent an action of this case back, which holds that very action, and what it changes.
  ///
  /// ```swift
  /// await store.receive(Items.Action.detail, .didLoadPrice(9)) { $0.detail.price = 9 }
  /// ```
  public func receive<Child: Equatable>(
    _ action: @escaping (Child) -> Action,
    _ child: Child,
    within limit: Duration? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ change: ((inout State) throws -> Void)? = nil
  ) async {
    let expectation = ActionExpectation(action, ActionExpectation(equalTo: child))
    await receive(expectation, within: limit, sourceLocation: sourceLocation, change: ReceivedChange(change))
  }

  /// Asserts that an effect sent an action of this case back, which holds that very action, where that is not
  /// `Equatable`, and what it changes.
  public func receive<Child>(
    _ action: @escaping (Child) -> Action,
    _ child: Child,
    within limit: Duration? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ change: ((inout State) throws -> Void)? = nil
  ) async {
    let expectation = ActionExpectation(action, ActionExpectation(resembling: child))
    await receive(expectation, within: limit, sourceLocation: sourceLocation, change: ReceivedChange(change))
  }

  /// Asserts that an effect sent an action with three nested cases, and what it changes.
  public func receive<Child, Grandchild, Payload>(
    _ action: @escaping (Child) -> Action,
    _ child: @escaping (Grandchild) -> Child,
    _ grandchild: @escaping (Payload) -> Grandchild,
    within limit: Duration? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ change: @escaping (Payload, inout State) throws -> Void
  ) async {
    let expectation = ActionExpectation(action, ActionExpectation(child, ActionExpectation(grandchild)))
    await receive(expectation, within: limit, sourceLocation: sourceLocation, change: .withPayload(change))
  }

  /// Asserts that an effect sent an action with three nested cases, and what it changes.
  public func receive<Child, Grandchild, Payload>(
    _ action: @escaping (Child) -> Action,
    _ child: @escaping (Grandchild) -> Child,
    _ grandchild: @escaping (Payload) -> Grandchild,
    within limit: Duration? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ change: ((inout State) throws -> Void)? = nil
  ) async {
    let expectation = ActionExpectation(action, ActionExpectation(child, ActionExpectation(grandchild)))
    await receive(expectation, within: limit, sourceLocation: sourceLocation, change: ReceivedChange(change))
  }

  /// Asserts that an effect sent an action with two nested cases that contains a given action.
  public func receive<Child, Grandchild: Equatable>(
    _ action: @escaping (Child) -> Action,
    _ child: @escaping (Grandchild) -> Child,
    _ grandchild: Grandchild,
    within limit: Duration? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ change: ((inout State) throws -> Void)? = nil
  ) async {
    let expectation = ActionExpectation(action, ActionExpectation(child, ActionExpectation(equalTo: grandchild)))
    await receive(expectation, within: limit, sourceLocation: sourceLocation, change: ReceivedChange(change))
  }
}
