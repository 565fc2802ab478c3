import TestingSupportCore

/// What a ``CallbackSpy`` was called with, and the handlers that it still has to call: its transitions, without any
/// concurrency.
///
/// What runs at each call can be inlined: generic code that cannot looks up its types each time.
@usableFromInline
struct CallbackSpyState<Input, Output> {
  @usableFromInline typealias Handler = (Output) -> Void

  /// What has become of a call.
  @usableFromInline
  enum Fate {
    case pending(Handler)
    case completed
    case discarded
  }

  @usableFromInline var calls: [Input] = []
  @usableFromInline var pendingCount = 0
  @usableFromInline var fates: [Fate] = []
  @usableFromInline var hasWaiters = false
  private var waiters = ThresholdWaiters()

  init() {}

  var callCount: Int { calls.count }

  var pendingIndices: [Int] {
    fates.indices.filter { if case .pending = fates[$0] { true } else { false } }
  }

  var pendingHandlers: [(index: Int, handler: Handler)] {
    fates.enumerated().compactMap { if case .pending(let handler) = $0.element { ($0.offset, handler) } else { nil } }
  }

  /// Returns whether to notify the waiters that ``takeReached()`` returns.
  @inlinable
  mutating func receive(_ input: Input, _ handler: @escaping Handler) -> Bool {
    calls.append(input)
    fates.append(.pending(handler))
    pendingCount += 1
    return hasWaiters
  }

  /// Notify the waiters, once the lock is released, with ``Waiter/signal()``.
  mutating func takeReached() -> [Waiter] {
    defer { hasWaiters = !waiters.isEmpty }
    return waiters.takeReached(by: calls.count)
  }

  /// Takes the handler of a call out of the state, if the call is pending.
  @inlinable
  mutating func take(_ index: Int, toComplete: Bool) -> Handler? {
    guard fates.indices.contains(index), case .pending(let handler) = fates[index] else { return nil }
    fates[index] = toComplete ? .completed : .discarded
    pendingCount -= 1
    return handler
  }

  /// Why a call is not pending.
  enum Refusal {
    case completed(Input)
    case discarded(Input)
    /// There is no such call.
    case unknown
  }

  func refusal(at index: Int) -> Refusal {
    guard fates.indices.contains(index) else { return .unknown }
    if case .discarded = fates[index] { return .discarded(calls[index]) }
    return .completed(calls[index])
  }

  mutating func hasReached(_ count: Int, elseAdd waiter: Waiter) -> Bool {
    if calls.count >= count { return true }
    waiters.add(waiter, for: count)
    hasWaiters = true
    return false
  }

  mutating func stopWaiting(_ waiter: Waiter) {
    waiters.remove(waiter)
  }
}
