import TestingSupportCore

/// What a ``FunctionSpy`` has seen and what it will answer: its transitions, without any concurrency.
struct FunctionSpyState<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
  typealias Answer = ActionResult<Output, Failure>

  /// How a call is answered.
  enum Behavior: Sendable {
    case always(Answer)
    case inTurn([Answer], next: Int)
    // Not `throws(Failure)`: a stored function type with typed throws needs a newer run time than the package does.
    case computed(@Sendable (Input) -> Result<Output, Failure>, latest: Answer?)
  }

  /// How to answer one call, once the lock is released.
  enum Reply {
    case answer(Answer)
    case compute(@Sendable (Input) -> Result<Output, Failure>)
    /// No answers are left; the last is given again, if there was one.
    case exhausted(Answer?, count: Int)
  }

  private(set) var calls: [Input] = []
  var behavior: Behavior
  private var waiters = CountWaiters()

  init(behavior: Behavior) {
    self.behavior = behavior
  }

  /// What the next call gets, if that can be known before it is made; what the last call got, where it is computed.
  var answer: Answer? {
    switch behavior {
    case .always(let answer): answer
    case .inTurn(let answers, let next): next < answers.count ? answers[next] : answers.last
    case .computed(_, let latest): latest
    }
  }

  mutating func receive(_ input: Input) -> (reply: Reply, reached: [Waiter]) {
    calls.append(input)
    return (reply(), waiters.takeReached(by: calls.count))
  }

  mutating func remember(_ result: Result<Output, Failure>) {
    guard case .computed(let compute, _) = behavior else { return }
    behavior = .computed(compute, latest: Answer(result))
  }

  mutating func hasReached(_ count: Int, elseAdd waiter: Waiter) -> Bool {
    if calls.count >= count { return true }
    waiters.add(waiter, for: count)
    return false
  }

  mutating func stopWaiting(_ waiter: Waiter) {
    waiters.remove(waiter)
  }

  private mutating func reply() -> Reply {
    switch behavior {
    case .always(let answer):
      return .answer(answer)
    case .inTurn(let answers, let next) where next < answers.count:
      behavior = .inTurn(answers, next: next + 1)
      return .answer(answers[next])
    case .inTurn(let answers, _):
      return .exhausted(answers.last, count: answers.count)
    case .computed(let compute, _):
      return .compute(compute)
    }
  }
}
