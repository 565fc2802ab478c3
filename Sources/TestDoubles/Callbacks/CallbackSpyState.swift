import TestingSupportCore

/// What a ``CallbackSpy`` was called with, and the handlers that it still has to call: its transitions, without any
/// concurrency.
struct CallbackSpyState<Input, Output> {
  typealias Handler = CallbackHandler<Output>

  /// What has become of a call.
  private enum Fate {
    case pending(Handler)
    case completed
    case discarded
  }

  /// How a call ends that is pending no more.
  enum Ending {
    case completed, discarded
  }

  /// What the test finds when it takes out a handler.
  enum Removal {
    case pending(Handler)
    case completed(Input)
    case discarded(Input)
    /// There is no such call.
    case unknown
  }

  private(set) var calls: [Input] = []
  private(set) var pendingCount = 0
  private var fates: [Fate] = []
  private var waiters = ThresholdWaiters()

  var callCount: Int { calls.count }

  var pendingIndices: [Int] {
    fates.indices.filter { if case .pending = fates[$0] { true } else { false } }
  }

  /// Notify the waiters, once the lock is released, with ``Waiter/arrive()``.
  mutating func receive(_ input: Input, _ handler: Handler) -> [Waiter] {
    calls.append(input)
    fates.append(.pending(handler))
    pendingCount += 1
    return waiters.takeReached(by: calls.count)
  }

  /// Takes the handler of a call out of the state, if it is still there.
  mutating func take(_ index: Int, as ending: Ending) -> Removal {
    guard fates.indices.contains(index) else { return .unknown }
    switch fates[index] {
    case .pending(let handler):
      fates[index] = ending == .completed ? .completed : .discarded
      pendingCount -= 1
      return .pending(handler)
    case .completed: return .completed(calls[index])
    case .discarded: return .discarded(calls[index])
    }
  }

  mutating func hasReached(_ count: Int, elseAdd waiter: Waiter) -> Bool {
    if calls.count >= count { return true }
    waiters.add(waiter, for: count)
    return false
  }

  mutating func stopWaiting(_ waiter: Waiter) {
    waiters.remove(waiter)
  }
}

/// The handler of one call. Not generic over the handler's type: generic code wraps a stored closure again at each
/// access.
struct CallbackHandler<Output> {
  let run: (Output) -> Void
}
