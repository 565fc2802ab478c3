import Testing
import TestingSupportCore

/// A reducer with its state: it handles actions one after another and runs the effects that they lead to.
@MainActor
final class ReducerLoop<State, Action> {
  private(set) var state: State
  nonisolated let activity = Locked(StoreActivityState<ReceivedAction<State, Action>>())
  private let reduce: (inout State, Action) -> StoreEffect<Action>
  private var returned: ArraySlice<Returned> = []
  private var isHandling = false

  /// An action that an effect sent.
  private struct Returned {
    let action: Action
    let origin: StoreEffectOrigin
    let isReported: Bool
  }

  /// Whether actions were received since the test last handled received actions.
  var hasReceived = false

  // What the effects need; see ReducerLoop+Effects.swift.
  var cancellableScopes: [StoreEffectID: [StoreEffectScope]] = [:]
  var throttles: [StoreEffectID: ThrottleRecord<Action>] = [:]
  var workToBegin = 0
  /// How often an effect has started work or sent an action.
  var stepCount = 0
  var onAllBegun: [() -> Void] = []

  init(initialState: State, reduce: @escaping (inout State, Action) -> StoreEffect<Action>) {
    state = initialState
    self.reduce = reduce
  }

  /// Handles an action of the test, and all actions that it leads to immediately.
  ///
  /// - Returns: The state right after the action itself, and the scope of its effects if it has any.
  func send(_ action: Action, sourceLocation: SourceLocation) -> (stateAfter: State, scope: StoreEffectScope?) {
    let effect = reduce(&state, action)
    guard !effect.isNone else { return (state, nil) }
    let stateAfter = state
    let root = StoreEffectScope()
    let origin = StoreEffectOrigin(action: NamedAction(action), sourceLocation: sourceLocation, root: root)
    start(effect, in: root, origin: origin) {}
    handleReturned()
    return (stateAfter, root)
  }

  /// Handles an action that an effect sent, as soon as those before it are handled.
  ///
  /// - Parameter isReported: Whether the test has failed for it already.
  func deliver(_ action: Action, from origin: StoreEffectOrigin, isReported: Bool = false) {
    stepCount += 1
    returned.append(Returned(action: action, origin: origin, isReported: isReported))
  }

  /// Handles what effects have sent back.
  func handleReturned() {
    guard !isHandling else { return }
    isHandling = true
    defer { isHandling = false }
    var count = 0
    while let next = returned.popFirst() {
      let (action, origin) = (next.action, next.origin)
      count += 1
      guard count <= ReducerLoopLimit.actionsAtOnce else { return stopEndlessLoop(at: action, origin) }
      let effect = reduce(&state, action)
      let received = ReceivedAction(
        action: action,
        stateAfter: state,
        sourceLocation: origin.sourceLocation,
        isReported: next.isReported
      )
      hasReceived = true
      for waiter in activity.withLock({ $0.receive(received) }) { waiter.signal() }
      guard !effect.isNone else { continue }
      let nextOrigin = StoreEffectOrigin(
        action: NamedAction(action),
        sourceLocation: origin.sourceLocation,
        root: origin.root
      )
      start(effect, in: origin.root, origin: nextOrigin) {}
    }
  }

  /// Returns when all work that was set off has begun.
  func waitUntilWorkHasBegun() async {
    guard workToBegin > 0 else { return }
    await withCheckedContinuation { continuation in
      onAllBegun.append { continuation.resume() }
    }
  }

  private func stopEndlessLoop(at action: Action, _ origin: StoreEffectOrigin) {
    returned = []
    recordIssue(
      """
      The reducer sends itself actions endlessly
      Stopped at \(NamedAction(action).name) after \(ReducerLoopLimit.actionsAtOnce) consecutive actions from `.send` effects.
      """,
      sourceLocation: origin.sourceLocation
    )
  }
}

enum ReducerLoopLimit {
  /// How many actions may follow one another before anything else runs.
  static let actionsAtOnce = 10_000
}
