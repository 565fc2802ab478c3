import TestAssertions
import Testing
import TestingSupportCore

extension TestStore {
  /// Asserts a change that a store made on its own, if it is not a reducer and publishes no actions.
  ///
  /// ```swift
  /// await store.send(.checkOutTapped) { $0.isLoading = true }
  /// await store.receiveChange {
  ///   $0.isLoading = false
  ///   $0.total = 9
  /// }
  /// ```
  ///
  /// Everything that can run runs, and then virtual time advances until the state changes. This requires a
  /// `.deterministic` test; in any other test, the call fails. It also fails if the test cannot make progress before
  /// the state changes, and if the change differs from the closure's.
  ///
  /// - Parameters:
  ///   - sourceLocation: Where an issue is recorded.
  ///   - change: Changes the earlier state to the expected one.
  public func receiveChange(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ change: (inout State) throws -> Void
  ) async {
    guard case .driving(let store) = engine else {
      recordIssue(
        "The state of a reducer changes by actions alone\nUse `receive` instead of `receiveChange`.",
        sourceLocation: sourceLocation
      )
      return
    }
    guard let schedule = CurrentTestSchedule.schedule else {
      recordIssue(
        """
        An ordinary test cannot observe when a store changes its state
        Make the test `.deterministic`, or drive the store with the actions that its effects send.
        """,
        sourceLocation: sourceLocation
      )
      return
    }
    await letEffectsRun()
    var moments = RecheckSequence(within: nil, schedule: schedule)
    while store.state == state {
      if await moments.next() != nil, store.state == state {
        recordIssue(
          "Expected the store to change its state, but it did not\nNo task in this test can make progress.",
          sourceLocation: sourceLocation
        )
        return
      }
    }
    check(store.state, after: "the store's own doing", sourceLocation: sourceLocation, change: change)
  }
}
