import Testing
import TestingSupportCore

/// A store from another library, observed through closures: not its effects, only the actions they send, if it
/// publishes them, and its state.
@MainActor
final class DrivenStore<State, Action> {
  let activity = Locked(StoreActivityState<ReceivedAction<State, Action>>())
  private let sendAction: @MainActor (Action) async -> Void
  private let readState: () -> State
  private let listenerHasBegun = Waiter()
  private var isListening = false
  private var lastSend: SourceLocation

  init(
    sourceLocation: SourceLocation,
    send: @escaping @MainActor (Action) async -> Void,
    state: @escaping () -> State
  ) {
    sendAction = send
    readState = state
    lastSend = sourceLocation
  }

  /// The state as it is now, whatever the test has asserted of it.
  var state: State { readState() }

  /// Sends an action, and returns the state that it leads to.
  func send(_ action: Action, sourceLocation: SourceLocation) async -> State {
    if isListening { _ = await listenerHasBegun.wait() }
    lastSend = sourceLocation
    await sendAction(action)
    return readState()
  }

  /// Takes every action of the sequence for one that an effect has sent back.
  func listen<Actions: AsyncSequence & Sendable>(to actions: Actions)
  where Actions.Element == Action, Action: Sendable {
    isListening = true
    let task = Task { [weak self, listenerHasBegun] in
      let error = await Self.forEach(of: actions, began: listenerHasBegun) { self?.receive($0) }
      self?.endListening(error)
    }
    activity.withLock { $0.beginListening(task) }
  }

  // Not on the main actor: the sequence's iterator is this function's alone.
  nonisolated private static func forEach<Actions: AsyncSequence & Sendable>(
    of actions: Actions,
    began: Waiter,
    _ receive: @MainActor @Sendable (Action) -> Void
  ) async -> (any Error)? where Actions.Element == Action, Action: Sendable {
    var iterator = actions.makeAsyncIterator()
    began.signal()
    do {
      while let action = try await iterator.next() { await receive(action) }
      return nil
    } catch {
      return error
    }
  }

  private func receive(_ action: Action) {
    let received = ReceivedAction(action: action, stateAfter: readState(), sourceLocation: lastSend)
    for waiter in activity.withLock({ $0.receive(received) }) { waiter.signal() }
  }

  private func endListening(_ error: (any Error)?) {
    isListening = false
    if let error, !(error is CancellationError) {
      recordIssue("The store's actions ended with an error: \(error)", sourceLocation: lastSend)
    }
    for waiter in activity.withLock({ $0.endListening() }) { waiter.signal() }
  }
}
