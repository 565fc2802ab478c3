import TestingSupportCore

/// How far to advance a clock, and the limits of doing so.
struct AdvanceOperation<Instant: InstantProtocol>: Sendable {
  enum Goal: Sendable {
    /// Everything has run that can run without a wake-up.
    case idle
    /// The time is that instant.
    case instant(Instant)
    /// No task sleeps.
    case noSleeper
  }

  enum Outcome: Equatable, Sendable {
    case arrived
    case gaveUp(AdvanceFailure)
  }

  let goal: Goal
  let maximumWakeUps: Int
  let limit: Duration
  /// Tests whose sleepers would not run.
  var pausedTests: Set<ObjectIdentifier> = []
  private(set) var wakeUps = 0
  private var deadline: WaitDeadline?

  init(to goal: Goal, maximumWakeUps: Int = .max, limit: Duration) {
    self.goal = goal
    self.maximumWakeUps = maximumWakeUps
    self.limit = limit
  }

  /// Why the next sleeper must not be woken, if so. The limit is checked only occasionally, since a check costs as much
  /// as a wake-up.
  mutating func reasonToStop() -> AdvanceFailure? {
    if wakeUps >= maximumWakeUps { return .wakeUps(wakeUps) }
    wakeUps += 1
    guard wakeUps.isMultiple(of: 256) else { return nil }
    guard let deadline else {
      deadline = WaitDeadline(after: limit)
      return nil
    }
    return deadline.hasPassed ? .realTime(limit, wakeUps: wakeUps) : nil
  }
}
