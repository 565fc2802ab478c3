import Testing
import TestingSupportCore

extension TestStore {
  /// Asserts a change that a store made by itself, when it is not a reducer and tells no actions.
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
  /// can tell: outside of one there is no knowing when to look, and the call fails the test. It fails too if the state
  /// does not change before nothing can run any more, and if it changes in another way than the closure says.
  ///
  /// - Parameters:
  ///   - sourceLocation: Where a failure is reported.
  ///   - change: Makes of the state before the change the state that is expected after it.
  public func receiveChange(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ change: (inout State) throws -> Void
  ) async {
    guard case .driving(let store) = engine else {
      recordIssue(
        "The state of a reducer changes by actions alone: use `receive` instead of `receiveChange`.",
        sourceLocation: sourceLocation
      )
      return
    }
    guard let schedule = CurrentTestSchedule.schedule else {
      recordIssue(
        """
        There is no knowing when a store changes its state by itself: make the test `.deterministic`, or drive the store \
        with the actions that its effects send.
        """,
        sourceLocation: sourceLocation
      )
      return
    }
    await letEffectsRun()
    while store.state == state {
      guard await letTimePass(on: schedule) else {
        recordIssue(
          "Expected the store to change its state, but it did not, and nothing in this test can run any more.",
          sourceLocation: sourceLocation
        )
        return
      }
    }
    check(store.state, after: "the store's own doing", sourceLocation: sourceLocation, change: change)
  }

  /// Lets the next sleeper wake and all run that can then; false if there is none.
  private func letTimePass(on schedule: any TestSchedule) async -> Bool {
    let before = schedule.elapsed
    let waiter = Waiter()
    let request = schedule.whenTimePassed { waiter.arrive() }
    let outcome = await waiter.wait()
    schedule.withdraw(request)
    return outcome == .arrived && schedule.elapsed > before
  }
}
