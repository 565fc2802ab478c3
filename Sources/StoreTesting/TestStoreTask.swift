import Testing
import TestingSupportCore

/// The effects of an action that a test has sent, and of all actions that these effects sent.
///
/// Use it for an effect that lives as long as a view does, where a framework ties the two together:
///
/// ```swift
/// let task = await store.send(.task)
/// // …
/// await task.cancel()
/// ```
@MainActor
public struct TestStoreTask {
  private let scope: StoreEffectScope?
  private let cancelScope: () -> Void

  init(scope: StoreEffectScope? = nil, cancel: @escaping () -> Void = {}) {
    self.scope = scope
    cancelScope = cancel
  }

  /// Whether nothing of the effects is left to be done.
  public var isFinished: Bool { scope?.isOver ?? true }

  /// Cancels the effects, and returns when they have ended.
  ///
  /// It fails the test if they do not finish, for example because they ignore cancellation.
  public func cancel(sourceLocation: SourceLocation = #_sourceLocation) async {
    guard let scope else { return }
    cancelScope()
    await wait(for: scope, within: nil, "The cancelled effects did not finish", sourceLocation: sourceLocation)
  }

  /// Returns when the effects have ended by themselves, and fails the test if they do not.
  public func finish(within limit: Duration? = nil, sourceLocation: SourceLocation = #_sourceLocation) async {
    guard let scope else { return }
    await wait(for: scope, within: limit, "The effects did not finish", sourceLocation: sourceLocation)
  }

  private func wait(
    for scope: StoreEffectScope,
    within limit: Duration?,
    _ failure: String,
    sourceLocation: SourceLocation
  ) async {
    let waiter = Waiter()
    scope.whenOver { waiter.signal() }
    let outcome = await waiter.wait(within: limit)
    guard outcome != .signaled, !scope.isOver else { return }
    recordIssue("\(failure)\n\(outcome)", sourceLocation: sourceLocation)
  }
}
