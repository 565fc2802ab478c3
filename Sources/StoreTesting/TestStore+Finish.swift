import Testing
import TestingSupportCore

extension TestStore {
  /// Waits until every effect has ended, and asserts that nothing was left to receive.
  ///
  /// Call it at the end of a test whose effects do more than send actions. It waits until they finish, so that the test
  /// can check what they did and doesn't depend on their speed.
  ///
  /// ```swift
  /// await store.send(.deleteTapped(apple)) { $0.items = [] }
  /// await store.finish()
  /// #expect(deleted.calls == [apple])
  /// ```
  ///
  /// If an effect does not finish, the test fails, and the effect is cancelled: in a deterministic test as soon as it
  /// cannot make progress, in any other test after the limit. The tasks of cancelled effects have to finish too.
  ///
  /// - Parameters:
  ///   - limit: How long to wait, in real time, for an outside event. Defaults to what is described above.
  ///   - sourceLocation: Where an issue is recorded.
  public func finish(within limit: Duration? = nil, sourceLocation: SourceLocation = #_sourceLocation) async {
    if case .driving = engine, CurrentTestSchedule.schedule != nil {
      // Nothing reports that effects have finished, but the schedule knows when the test is idle.
      let outcome = await Waiter().wait(waitsForOutside: false)
      switch outcome {
      case .neverIdle, .cancelled:
        recordIssue("An effect of the store may not have finished\n\(outcome)", sourceLocation: sourceLocation)
      case .signaled, .stalled, .outsideLimit, .timedOut, .blocked: break
      }
    }
    let outcome = await wait(for: .end, within: limit)
    var hasEnded = true
    if let outcome, outcome != .signaled { hasEnded = !reportUnended(outcome, sourceLocation: sourceLocation) }
    activity.withLock { $0.discardUnobserved() }
    finishReceived(tellsChanges: hasEnded, sourceLocation: sourceLocation)
    if case .driving(let store) = engine { assertIsCurrent(store.state, sourceLocation: sourceLocation) }
  }

  /// Whether there was an effect to report.
  private func reportUnended(_ outcome: Waiter.Outcome, sourceLocation: SourceLocation) -> Bool {
    let unended = activity.withLock { $0.unended }
    guard !unended.isEmpty else { return false }
    for task in activity.withLock({ $0.abandonEffects() }) { task.cancel() }
    recordIssue(
      """
      Expected every effect to finish, but \(unended.count) did not
      \(unended.asList)
      \(outcome)
      Send an action that cancels it, or call `await store.skipInFlightEffects()`.
      """,
      sourceLocation: sourceLocation
    )
    return true
  }

  /// - Parameter tellsChanges: Pass `false` if an endless effect has sent an unknown number of actions.
  private func finishReceived(tellsChanges: Bool, sourceLocation: SourceLocation) {
    let received = exhaustivity == .on ? activity.withLock { $0.takeAll() } : skip(at: "`finish()`")
    guard let last = received.last else { return }
    let names = received.unreportedNames()
    let before = state
    if exhaustivity == .on { for action in received { setAside(action) } }
    state = last.stateAfter
    guard !names.isEmpty else { return }
    guard exhaustivity == .on else {
      return tellSkipped(
        "Skipped \(names.counted("received action"))\n\(names.asList)",
        sourceLocation: sourceLocation
      )
    }
    let hasChanges = tellsChanges && before != state
    let changes = hasChanges ? "\nThey changed the state \(Difference.text(from: before, to: state))" : ""
    recordIssue(
      """
      \(names.counted("received action")) \(names.count == 1 ? "was" : "were") not asserted
      \(names.asList)\(changes)
      Assert each with `await store.receive(…)`, or skip them with `await store.skipReceived()`.
      """,
      sourceLocation: sourceLocation
    )
  }
}

extension [StoreEffectRecord] {
  fileprivate var asList: String {
    map { effect in
      let state = effect.isCancelled ? "ignores cancellation" : "still running"
      return "effect of \(effect.origin.action.name) (line \(effect.origin.sourceLocation.line)): \(state)"
    }.asList
  }
}
