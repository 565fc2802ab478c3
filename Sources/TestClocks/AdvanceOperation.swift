import TestingSupportCore

/// How far a clock is to be moved, and what must not be exceeded on the way.
struct AdvanceOperation<Instant: InstantProtocol>: Sendable {
  /// Where the time is to end; with `nil` it goes on until nobody sleeps.
  let target: Instant?
  let maximumWakeUps: Int
  let limit: Duration
  private(set) var wakeUps = 0
  private var deadline: WaitDeadline?

  init(target: Instant?, maximumWakeUps: Int, limit: Duration) {
    self.target = target
    self.maximumWakeUps = maximumWakeUps
    self.limit = limit
  }

  enum Outcome: Equatable, Sendable {
    case arrived
    /// Says how, as in "stopped after 100000 wake-ups".
    case gaveUp(String)
  }

  /// Why the next sleeper must not be woken any more, if so. The limit is looked at only now and then: it costs as
  /// much as a wake-up.
  mutating func reasonToStop() -> String? {
    if wakeUps >= maximumWakeUps { return "stopped after \(wakeUps) wake-ups" }
    wakeUps += 1
    guard wakeUps.isMultiple(of: 256) else { return nil }
    guard let deadline else {
      deadline = WaitDeadline(after: limit)
      return nil
    }
    return deadline.hasPassed ? "stopped after \(limit.messageText) of real time and \(wakeUps) wake-ups" : nil
  }
}
