import Testing
import TestingSupportCore

extension TestStore {
  /// Sends an action, as the user interface does, and asserts what it changes.
  ///
  /// ```swift
  /// await store.send(.incrementTapped) { $0.count = 1 }
  /// ```
  ///
  /// When it returns, the effects of the action have started. In a `.deterministic` test, they have run as far as they
  /// can without advancing virtual time; with `.interleavings`, they start when the schedule starts them.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - sourceLocation: Where an issue is recorded.
  ///   - change: Changes the state before the action to the expected state after it.
  /// - Returns: The effects of the action, for an effect that lives as long as a view does.
  @discardableResult
  public func send(
    _ action: Action,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ change: (inout State) throws -> Void
  ) async -> TestStoreTask {
    switch engine {
    case .reducing(let loop):
      guard let scope = send(action, to: loop, sourceLocation: sourceLocation, change) else { return TestStoreTask() }
      return await begin(scope, of: loop)
    case .driving(let store):
      let stateAfter = await send(action, to: store, sourceLocation: sourceLocation)
      check(stateAfter, after: NamedAction(action).name, sourceLocation: sourceLocation, change: change)
      await letEffectsRun()
      return TestStoreTask()
    }
  }

  /// Sends an action, as the user interface does, and asserts what it changes: nothing, unless there is a closure.
  ///
  /// Everything else is as in ``send(_:sourceLocation:_:)-(_,_,(State)->Void)``.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - sourceLocation: Where an issue is recorded.
  ///   - change: Changes the state before the action to the expected state after it; omit it if no change is expected.
  /// - Returns: The effects of the action, for an effect that lives as long as a view does.
  @discardableResult
  public func send(
    _ action: Action,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ change: ((inout State) throws -> Void)? = nil
  ) async -> TestStoreTask {
    if let change { return await send(action, sourceLocation: sourceLocation, change) }
    switch engine {
    case .reducing(let loop):
      guard let scope = send(action, to: loop, sourceLocation: sourceLocation) else { return TestStoreTask() }
      return await begin(scope, of: loop)
    case .driving(let store):
      let stateAfter = await send(action, to: store, sourceLocation: sourceLocation)
      checkIsUnchanged(stateAfter, after: NamedAction(action).name, sourceLocation: sourceLocation)
      await letEffectsRun()
      return TestStoreTask()
    }
  }

  // Not asynchronous, so that what has a state's size needs no room in a task.
  private func send(
    _ action: Action,
    to loop: ReducerLoop<State, Action>,
    sourceLocation: SourceLocation,
    _ change: StateCheck<State>.Change
  ) -> StoreEffectScope? {
    let (stateAfter, scope) = perform(action, in: loop, sourceLocation: sourceLocation)
    check(stateAfter, after: NamedAction(action).name, sourceLocation: sourceLocation, change: change)
    return scope
  }

  private func send(
    _ action: Action,
    to loop: ReducerLoop<State, Action>,
    sourceLocation: SourceLocation
  ) -> StoreEffectScope? {
    let (stateAfter, scope) = perform(action, in: loop, sourceLocation: sourceLocation)
    checkIsUnchanged(stateAfter, after: NamedAction(action).name, sourceLocation: sourceLocation)
    return scope
  }

  private func perform(
    _ action: Action,
    in loop: ReducerLoop<State, Action>,
    sourceLocation: SourceLocation
  ) -> (stateAfter: State, scope: StoreEffectScope?) {
    if loop.hasReceived {
      loop.hasReceived = false
      settleUnasserted(before: action, sourceLocation: sourceLocation)
    }
    return loop.send(action, sourceLocation: sourceLocation)
  }

  private func begin(_ scope: StoreEffectScope, of loop: ReducerLoop<State, Action>) async -> TestStoreTask {
    await letEffectsRun()
    return TestStoreTask(scope: scope) { loop.cancel(scope) }
  }

  private func send(
    _ action: Action,
    to store: DrivenStore<State, Action>,
    sourceLocation: SourceLocation
  ) async -> State {
    settleUnasserted(before: action, sourceLocation: sourceLocation)
    assertIsCurrent(store.state, sourceLocation: sourceLocation)
    return await store.send(action, sourceLocation: sourceLocation)
  }

  /// Lets effects run as far as a test may rely on: as far as they can where the schedule is first in, first out; to
  /// their first suspension outside a schedule; not at all where the schedule explores orders.
  func letEffectsRun() async {
    guard let schedule = CurrentTestSchedule.schedule else {
      if case .reducing(let loop) = engine { await loop.waitUntilWorkHasBegun() }
      return
    }
    guard schedule.seed == nil else { return }
    if case .reducing = engine, activity.withLock({ !$0.isRunning }) { return }
    await withCheckedContinuation { continuation in
      _ = schedule.whenIdle(.settled) { continuation.resume() }
    }
  }

  /// Received actions have to be asserted before the test sends another one.
  private func settleUnasserted(before action: Action, sourceLocation: SourceLocation) {
    guard exhaustivity == .on else {
      let skipped = skip(at: "\(NamedAction(action).name) was sent")
      guard let last = skipped.last else { return }
      state = last.stateAfter
      let names = skipped.unreportedNames()
      guard !names.isEmpty else { return }
      return tellSkipped(
        "Skipped \(names.counted("received action"))\n\(names.asList)",
        sourceLocation: sourceLocation
      )
    }
    let unasserted = activity.withLock { $0.takeAll() }
    for received in unasserted { setAside(received) }
    let names = unasserted.unreportedNames()
    guard !names.isEmpty else { return }
    recordIssue(
      """
      \(NamedAction(action).name) was sent with \(names.counted("received action")) not yet asserted
      \(names.asList)
      Assert each with `await store.receive(…)`, or skip them with `await store.skipReceived()`.
      """,
      sourceLocation: sourceLocation
    )
  }
}
