import Testing
import TestingSupportCore

extension TestStore {
  /// Asserts that an effect sent this action back, and what it changes.
  ///
  /// ```swift
  /// await store.receive(.didLoad([apple])) {
  ///   $0.isLoading = false
  ///   $0.items = [apple]
  /// }
  /// ```
  ///
  /// It waits for the action if necessary. It fails the test if a different action arrives first, or if none can
  /// arrive: immediately if no effect is running or a deterministic test cannot make progress, otherwise after the
  /// limit.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - limit: How long to wait, in real time, for an outside event. Defaults to what is described above.
  ///   - sourceLocation: Where an issue is recorded.
  ///   - change: Changes the state before the action to the expected state after it; omit it if no change is expected.
  public func receive(
    _ action: Action,
    within limit: Duration? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ change: ((inout State) throws -> Void)? = nil
  ) async where Action: Equatable {
    await receive(
      ActionExpectation(equalTo: action),
      within: limit,
      sourceLocation: sourceLocation,
      change: ReceivedChange(change)
    )
  }

  /// Asserts that an effect sent this action back, and what it changes, where actions are not `Equatable`.
  ///
  /// Use it for a case without a payload, which is compared by its name: `receive(.didFinish)`. A payload is compared
  /// by its `==` or its fields; functions in it are not compared.
  public func receive(
    _ action: Action,
    within limit: Duration? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ change: ((inout State) throws -> Void)? = nil
  ) async {
    await receive(
      ActionExpectation(resembling: action),
      within: limit,
      sourceLocation: sourceLocation,
      change: ReceivedChange(change)
    )
  }

  /// Asserts that an effect sent an action back for which `predicate` holds, and what it changes.
  ///
  /// Use it if neither the whole action nor its case expresses what matters: `receive(where: { $0.isDelegate })`.
  public func receive(
    where predicate: @escaping (Action) -> Bool,
    within limit: Duration? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ change: ((inout State) throws -> Void)? = nil
  ) async {
    await receive(
      ActionExpectation(name: { _ in "an action that the predicate holds for" }, value: { predicate($0) ? () : nil }),
      within: limit,
      sourceLocation: sourceLocation,
      change: ReceivedChange(change)
    )
  }

  /// Asserts that an effect sent an action back for which a key path gives a value, and what it changes.
  ///
  /// Use it with computed properties that give a case's payload: `var didFail: String?`.
  ///
  /// ```swift
  /// await store.receive(\.didFail) { message, state in state.alert = message }
  /// ```
  public func receive<Value>(
    _ keyPath: KeyPath<Action, Value?>,
    within limit: Duration? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ change: @escaping (Value, inout State) throws -> Void
  ) async {
    await receive(keyPath.expectation(), within: limit, sourceLocation: sourceLocation, change: .withPayload(change))
  }

  /// Asserts that an effect sent an action back for which a key path gives a value, and what it changes.
  public func receive<Value>(
    _ keyPath: KeyPath<Action, Value?>,
    within limit: Duration? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ change: ((inout State) throws -> Void)? = nil
  ) async {
    await receive(
      keyPath.expectation(),
      within: limit,
      sourceLocation: sourceLocation,
      change: ReceivedChange(change)
    )
  }
}

extension KeyPath {
  fileprivate func expectation<Wrapped>() -> ActionExpectation<Root, Wrapped> where Value == Wrapped? {
    ActionExpectation(
      name: { _ in "an action that the key path to `\(TypeName.of(Wrapped.self))` finds a value in" },
      value: { $0[keyPath: self] }
    )
  }
}
