import Testing
import TestingSupportCore

/// What a test store drives: a reducer with its effects, or a store of somebody else's.
@MainActor
protocol StoreEngine<State, Action>: AnyObject {
  associatedtype State
  associatedtype Action

  nonisolated var ledger: Locked<StoreLedger<ReceivedAction<State, Action>>> { get }

  /// Whether it changes its state by itself, for reasons that are not known.
  nonisolated var runsUnseenEffects: Bool { get }

  /// The state as it is now, whatever the test has asserted of it.
  func currentState() async -> State

  /// Sends an action.
  ///
  /// - Returns: The state right after the action itself, and the scope of its effects if it has any.
  func send(_ action: Action, sourceLocation: SourceLocation) async -> (stateAfter: State, scope: StoreEffectScope?)

  /// Returns when all work that was set off has begun.
  func waitUntilWorkHasBegun() async

  /// Cancels what runs.
  func cancel(_ scope: StoreEffectScope)
}

extension ReducerLoop: StoreEngine {
  nonisolated var runsUnseenEffects: Bool { false }

  func currentState() async -> State { state }

  func waitUntilWorkHasBegun() async {
    guard workToBegin > 0 else { return }
    await withCheckedContinuation { continuation in
      onAllBegun.append { continuation.resume() }
    }
  }
}
