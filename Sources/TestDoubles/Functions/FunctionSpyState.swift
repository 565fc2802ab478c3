import TestingSupportCore

/// What a ``FunctionSpy`` was called with and what it returns: its transitions, without any concurrency.
struct FunctionSpyState<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
  typealias Answer = ActionResult<Output, Failure>
  typealias HeldCall = HeldCallStorage<Input, Output, Failure>
  typealias Timer = @Sendable () -> Duration

  /// How a call is answered.
  enum Behavior: Sendable {
    case always(Answer)
    case inTurn([Answer], next: Int, repeatsLast: Bool)
    case computed(@Sendable (Input) -> Answer, latest: Answer?)
  }

  /// How to answer one call, once the lock is released.
  enum Reply {
    case answer(Answer)
    case compute(@Sendable (Input) -> Answer)
    /// No answers are left; the last is given again, if there was one.
    case exhausted(Answer?, count: Int)
    /// The test answers it.
    case held(HeldCall)
    /// The call has not been received: first the time has to be read, which needs other locks.
    case untimed(Timer)
  }

  struct Reception {
    let reply: Reply
    /// Whether calls are held, also where this one cannot be.
    var isHolding = false
    var reached: [Waiter] = []
  }

  private(set) var calls: [Input] = []
  var behavior: Behavior
  /// Measures when calls are made; `nil` unless requested.
  var timer: Timer?
  private(set) var callTimes: [Duration] = []
  private var waiters = ThresholdWaiters()
  private var holding: HeldCallQueue<HeldCall>?

  init(behavior: Behavior) {
    self.behavior = behavior
  }

  /// The result of the next call, if it is known before the call; the result of the last call, if results are computed.
  var answer: Answer? {
    switch behavior {
    case .always(let answer): answer
    case .inTurn(let answers, let next, _): next < answers.count ? answers[next] : answers.last
    case .computed(_, let latest): latest
    }
  }

  mutating func receive(_ input: Input, at time: Duration? = nil, canWait: Bool) -> Reception {
    if let timer {
      guard let time else { return Reception(reply: .untimed(timer)) }
      callTimes.append(time)
    }
    calls.append(input)
    var reached = waiters.takeReached(by: calls.count)
    guard holding != nil else { return Reception(reply: reply(), reached: reached) }
    guard canWait, let evenIfCancelled = holding?.evenIfCancelled else {
      return Reception(reply: reply(), isHolding: true, reached: reached)
    }
    let call = HeldCall(input: input, evenIfCancelled: evenIfCancelled)
    reached += holding?.append(call) ?? []
    return Reception(reply: .held(call), isHolding: true, reached: reached)
  }

  mutating func remember(_ answer: Answer) {
    guard case .computed(let compute, _) = behavior else { return }
    behavior = .computed(compute, latest: answer)
  }

  mutating func hasReached(_ count: Int, elseAdd waiter: Waiter) -> Bool {
    if calls.count >= count { return true }
    waiters.add(waiter, for: count)
    return false
  }

  mutating func stopWaiting(_ waiter: Waiter) {
    waiters.remove(waiter)
    holding?.stopWaiting(waiter)
  }

  /// How a call is answered that is not held.
  mutating func reply() -> Reply {
    switch behavior {
    case .always(let answer):
      return .answer(answer)
    case .inTurn(let answers, let next, let repeatsLast) where next < answers.count:
      behavior = .inTurn(answers, next: next + 1, repeatsLast: repeatsLast)
      return .answer(answers[next])
    case .inTurn(let answers, _, repeatsLast: true) where !answers.isEmpty:
      return .answer(answers[answers.count - 1])
    case .inTurn(let answers, _, _):
      return .exhausted(answers.last, count: answers.count)
    case .computed(let compute, _):
      return .compute(compute)
    }
  }
}

// MARK: - Held calls

extension FunctionSpyState {
  /// The calls that wait for the test to answer them, in order.
  var heldCalls: [HeldCall] { holding?.calls.filter(\.isHeld) ?? [] }

  mutating func hold(evenIfCancelled: Bool) {
    if holding == nil { holding = HeldCallQueue(evenIfCancelled: evenIfCancelled) }
    holding?.evenIfCancelled = evenIfCancelled
  }

  /// Ends holding, and returns the calls that were held and the waiters that no held call will reach.
  mutating func release() -> (calls: [HeldCall], waiters: [Waiter]) {
    defer { holding = nil }
    return (heldCalls, holding?.waiters ?? [])
  }

  enum Next {
    case call(HeldCall)
    case later
    /// Calls are not held.
    case notHolding
  }

  /// Takes the first held call that the test has not taken yet; if there is none, `waiter` is notified of the next one.
  mutating func takeHeldCall(elseAdd waiter: Waiter?) -> Next {
    guard holding != nil else { return .notHolding }
    guard let call = holding?.takeNext(elseAdd: waiter) else { return .later }
    return .call(call)
  }
}

/// The calls that a spy holds, and how many of them the test has taken.
struct HeldCallQueue<HeldCall: Sendable>: Sendable {
  /// Whether a call stays that is cancelled.
  var evenIfCancelled: Bool
  private(set) var calls: [HeldCall] = []
  private(set) var waiters: [Waiter] = []
  private var takenCount = 0

  init(evenIfCancelled: Bool) {
    self.evenIfCancelled = evenIfCancelled
  }

  mutating func append(_ call: HeldCall) -> [Waiter] {
    calls.append(call)
    defer { waiters = [] }
    return waiters
  }

  mutating func takeNext(elseAdd waiter: Waiter?) -> HeldCall? {
    if takenCount < calls.count {
      takenCount += 1
      return calls[takenCount - 1]
    }
    if let waiter { waiters.append(waiter) }
    return nil
  }

  mutating func stopWaiting(_ waiter: Waiter) {
    waiters.removeAll { $0 === waiter }
  }
}
