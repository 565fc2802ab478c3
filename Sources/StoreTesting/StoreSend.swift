/// How the work of an effect sends actions back to its store.
///
/// Call it like a function, from any isolation: `await send(.didLoad(items))`. When the call returns, the reducer has
/// handled the action. The actions of a cancelled effect are dropped.
public struct StoreSend<Action>: Sendable {
  private let deliver: @MainActor @Sendable (Action) -> Void

  init(_ deliver: @escaping @MainActor @Sendable (Action) -> Void) {
    self.deliver = deliver
  }

  /// Sends an action to the store.
  @MainActor
  public func callAsFunction(_ action: Action) async {
    deliver(action)
  }

  func pullback<LocalAction>(_ transform: @escaping @Sendable (LocalAction) -> Action) -> StoreSend<LocalAction> {
    StoreSend<LocalAction> { deliver(transform($0)) }
  }
}
