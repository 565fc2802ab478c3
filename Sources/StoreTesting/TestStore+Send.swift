import Testing
import TestingSupportCore

extension TestStore {
  /// Sends an action, as the user interface does, and asserts what it changes.
  ///
  /// ```swift
  /// await store.send(.incrementTapped) { $0.count = 1 }
  /// ```
  ///
  /// When it returns, the effects of the action have begun. In a test that is `.deterministic` they have come as far as
  /// they can without virtual time passing; under `.interleavings` they start when the schedule says.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - sourceLocation: Where a failure is reported.
  ///   - change: Makes of the state before the action the state that is expected after it; none if nothing is to change.
  /// - Returns: The effects of the action, for an effect that lives as long as a view does.
  @discardableResult
  public func send(
    _ action: Action,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ change: ((inout State) throws -> Void)? = nil
  ) async -> TestStoreTask {
    switch engine {
    case .reducing(let loop):
      if loop.hasReceived {
        loop.hasReceived = false
        settleUnasserted(before: action, sourceLocation: sourceLocation)
      }
      let (stateAfter, scope) = loop.send(action, sourceLocation: sourceLocation)
      check(stateAfter, after: NamedAction(action).name, sourceLocation: sourceLocation, change: change)
      guard let scope else { return TestStoreTask() }
      await letEffectsRun()
      return TestStoreTask(scope: scope) { loop.cancel(scope) }
    case .driving(let store):
      settleUnasserted(before: action, sourceLocation: sourceLocation)
      assertIsCurrent(store.state, sourceLocation: sourceLocation)
      let stateAfter = await store.send(action, sourceLocation: sourceLocation)
      check(stateAfter, after: NamedAction(action).name, sourceLocation: sourceLocation, change: change)
      await letEffectsRun()
      return TestStoreTask()
    }
  }

  /// Lets effects run as far as a test may rely on: as far as they can where the schedule is first in, first out; to
  /// their first suspension outside of a schedule; not at all where the schedule explores orders.
  func letEffectsRun() async {
    guard let schedule = CurrentTestSchedule.schedule else {
      if case .reducing(let loop) = engine { await loop.waitUntilWorkHasBegun() }
      return
    }
    guard schedule.seed == nil else { return }
    if case .reducing = engine, ledger.withLock({ !$0.isRunning }) { return }
    await withCheckedContinuation { continuation in
      _ = schedule.whenIdle(.settled) { continuation.resume() }
    }
  }

  /// Actions that came back and have not been asserted have to be, before the test goes on to another.
  private func settleUnasserted(before action: Action, sourceLocation: SourceLocation) {
    let skipped = ledger.withLock { $0.takeAll() }
    guard let last = skipped.last else { return }
    defer { state = last.stateAfter }
    let names = skipped.map(\.name)
    guard exhaustivity == .on else {
      return tellSkipped(
        "Passed over \(names.counted("received action")):\n\(names.asList)",
        sourceLocation: sourceLocation
      )
    }
    recordIssue(
      """
      \(NamedAction(action).name) was sent before \(names.counted("received action")) had been asserted:
      \(names.asList)
      Assert each with `await store.receive(…)`, or pass over them with `await store.skipReceived()`.
      """,
      sourceLocation: sourceLocation
    )
  }
}
