import TestingSupportCore

/// A call held by a spy: its task is suspended until the test answers, or until the task is cancelled.
final class HeldCallStorage<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
  typealias Answer = ActionResult<Output, Failure>

  let input: Input
  private let evenIfCancelled: Bool
  private let state = Locked(HeldCallState<Answer, CheckedContinuation<Answer?, Never>>())

  init(input: Input, evenIfCancelled: Bool) {
    self.input = input
    self.evenIfCancelled = evenIfCancelled
  }

  /// Whether neither an answer nor cancellation has ended the call.
  var isHeld: Bool { state.withLock { $0.isHeld } }
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Waits for the test's answer; returns `nil` if the task is cancelled first.
  func answer(isolation: isolated (any Actor)? = #isolation) async -> Answer? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard let ending = state.withLock({ $0.suspend(continuation) }) else { return }
        continuation.resume(returning: ending.answer)
      }
    } onCancel: {
      let cancellation = state.withLock { $0.cancel(endsCall: !evenIfCancelled) }
      cancellation.caller?.resume(returning: nil)
      for waiter in cancellation.waiters { waiter.signal() }
    }
  }

  /// Answers the call, or returns why that is no longer possible.
  func end(with answer: Answer) -> HeldCallState<Answer, CheckedContinuation<Answer?, Never>>.Refusal? {
    switch state.withLock({ $0.end(with: answer) }) {
    case .resume(let continuation):
      continuation.resume(returning: answer)
      return nil
    case .keep: return nil
    case .refuse(let refusal): return refusal
    }
  }

  func isCancelled(elseAdd waiter: Waiter) -> Bool { state.withLock { $0.isCancelled(elseAdd: waiter) } }
  func stopWaiting(_ waiter: Waiter) { state.withLock { $0.stopWaiting(waiter) } }
}

/// The life of a held call: its transitions, without any concurrency. `Caller` is a continuation in a spy, and anything
/// in a test.
struct HeldCallState<Answer: Sendable, Caller: Sendable>: Sendable {
  enum Ending: Sendable {
    case answered(Answer)
    case cancelled

    var answer: Answer? {
      if case .answered(let answer) = self { answer } else { nil }
    }
  }

  enum Refusal: Sendable {
    case answered, cancelled
  }

  enum Answering: Sendable {
    case resume(Caller)
    /// The caller is about to suspend and finds the answer then.
    case keep
    case refuse(Refusal)
  }

  private var caller: Caller?
  private var ending: Ending?
  private(set) var isCancelled = false
  private var waiters: [Waiter] = []

  var isHeld: Bool { ending == nil }

  /// The caller suspends; returns how the call has ended already, if it has.
  mutating func suspend(_ caller: Caller) -> Ending? {
    if let ending { return ending }
    self.caller = caller
    return nil
  }

  mutating func end(with answer: Answer) -> Answering {
    switch ending {
    case .answered: return .refuse(.answered)
    case .cancelled: return .refuse(.cancelled)
    case nil: break
    }
    ending = .answered(answer)
    guard let caller else { return .keep }
    self.caller = nil
    return .resume(caller)
  }

  /// The task of the call was cancelled. Returns the continuation to resume, and the waiters to signal.
  mutating func cancel(endsCall: Bool) -> (caller: Caller?, waiters: [Waiter]) {
    isCancelled = true
    defer { waiters = [] }
    guard endsCall, ending == nil else { return (nil, waiters) }
    ending = .cancelled
    defer { caller = nil }
    return (caller, waiters)
  }

  mutating func isCancelled(elseAdd waiter: Waiter) -> Bool {
    if !isCancelled { waiters.append(waiter) }
    return isCancelled
  }

  mutating func stopWaiting(_ waiter: Waiter) {
    waiters.removeAll { $0 === waiter }
  }
}
