import TestingSupportCore

/// How far to advance a clock, and the limits of doing so.
struct AdvanceOperation<Instant: InstantProtocol>: Sendable {
  /// The time to advance to; `nil` to advance until no task sleeps.
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

  /// Why the next sleeper must not be woken, if so. The limit is checked only occasionally, since a check costs as much
  /// as a wake-up.
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
