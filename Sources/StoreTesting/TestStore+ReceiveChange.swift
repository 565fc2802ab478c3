import TestAssertions
import Testing
import TestingSupportCore

extension TestStore {
  /// Asserts a change that a store made by itself, when it is not a reducer and publishes no actions.
  ///
  /// ```swift
  /// await store.send(.checkOutTapped) { $0.isLoading = true }
  /// await store.receiveChange {
  ///   $0.isLoading = false
  ///   $0.total = 9
  /// }
  /// ```
  ///
  /// Everything runs that can, and then virtual time passes until the state is another one. Only a `.deterministic` test
  /// can tell: outside one there is no knowing when to look, and the call fails the test. It fails too if the state
  /// does not change before nothing can run any more, and if it changes in another way than the closure says.
  ///
  /// - Parameters:
  ///   - sourceLocation: Where an issue is recorded.
  ///   - change: Makes of the state before the change the state that is expected after it.
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
