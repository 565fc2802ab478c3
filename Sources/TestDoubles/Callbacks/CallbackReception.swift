import Testing
import TestingSupportCore

/// One callback that a test waits for: the first call brings its value, and a further one is an issue.
final class CallbackReception<Output>: Sendable {
  /// What the handler retains. Once the last copy of the handler is released, it can no longer be called.
  final class Handler: Sendable {
    let reception: CallbackReception

    init(_ reception: CallbackReception) {
      self.reception = reception
    }

    deinit {
      reception.abandon()
    }
  }

  private struct State {
    var output: Output?
    var callCount = 0
    var isAbandoned = false
  }

  // Safe: the state is accessed only through the lock. The output is written by the thread that calls back and leaves
  // the state for the test; as with any completion handler, the caller doesn't use it after passing it on.
  private let state = Locked(UncheckedSendable(State()))
  private let waiter = Waiter()
  private let sourceLocation: SourceLocation

  init(sourceLocation: SourceLocation) {
    self.sourceLocation = sourceLocation
  }

  func receive(_ output: Output) {
    // Whatever is not kept is released outside the lock: its `deinit` may be anything.
    let count = withState { state in
      state.callCount += 1
      if state.callCount == 1 { state.output = output }
      return state.callCount
    }
    if count == 1 { waiter.signal() }
    guard count > 1 else { return }
    let again = lineOfInput(output, title: "Called again with")
    recordIssue(
      "The callback was called \(count == 2 ? "twice" : "\(count) times"), but once is expected\(again)",
      sourceLocation: sourceLocation
    )
  }

  private func abandon() {
    withState { $0.isAbandoned = true }
    waiter.signal()
  }

  func output(within limit: Duration?, isolation: isolated (any Actor)? = #isolation) async throws -> Output {
    let outcome = await waiter.wait(within: limit)
    let (received, isAbandoned) = withState { state in
      defer { state.output = nil }
      return (state.output, state.isAbandoned)
    }
    if let received { return received }
    if outcome == .cancelled, !isAbandoned { throw CancellationError() }
    let reason = isAbandoned ? "The handler was released without being called." : "\(outcome)"
    let text = "The callback was never called\n\(reason)"
    if !UnattributedIssues.isAttributed { try failRequirement(text, sourceLocation: sourceLocation) }
    // The failure shows this name.
    let callback = received
    return try #require(callback, "\(text)", sourceLocation: sourceLocation)
  }

  private func withState<R>(_ body: (inout State) -> R) -> R {
    state.withLock { UncheckedSendable(body(&$0.content)) }.content
  }
}
