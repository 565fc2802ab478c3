/// Tells when a job has kept its thread for too long.
///
/// What counts is the time that the job was given: the processor time that its thread has used, and the time that the
/// thread has waited in the system. A thread that waits for a processor, on a busy machine, is given nothing. One that waits for
/// a lock is given what the lock's owner is given.
package struct BlockedJobDetector: Sendable {
  /// What a thread did between two looks.
  package enum Activity: Equatable, Sendable {
    /// It has used this much processor time since it began to run.
    case ran(total: Duration)
    /// The same, and now it waits in the system.
    case waits(total: Duration)
    /// The system does not report it.
    case unknown

    /// How much processor time it has used; `nil` if the system does not report it.
    var total: Duration? {
      switch self {
      case .ran(let total), .waits(let total): total
      case .unknown: nil
      }
    }
  }

  /// How long a job may keep its thread.
  package var patience: Duration

  // How long it takes from one look to the next, unless that is late.
  private static var longestInterval: Duration { LaneMonitor.interval }

  private var latest: (occupancy: UInt64, step: Int)?
  private var total: Duration?
  private var owner: LockOwner?
  private var delay = Duration.zero
  private var given = Duration.zero
  /// How long the job has kept its thread, in the time that it was given.
  package private(set) var blockedTime = Duration.zero
  /// How much of that its thread has waited in the system until it was seen to wait.
  package private(set) var waitedTime = Duration.zero
  /// Whether it has waited for most of that: one that runs may be seen to wait for memory, or for a lock for a moment.
  package var hasMostlyWaited: Bool { waitedTime * 2 > blockedTime }
  /// What its thread has used meanwhile.
  private(set) var use = ProcessorUse()

  package init(patience: Duration = .seconds(1)) {
    self.patience = patience
  }

  /// Whether the job of this step is the one seen at the previous check.
  package mutating func isSameStep(occupancy: UInt64, step: Int) -> Bool {
    if let latest, latest == (occupancy, step) { return true }
    latest = (occupancy, step)
    (total, owner, given, blockedTime, waitedTime, use) = (nil, nil, .zero, .zero, .zero, ProcessorUse())
    return false
  }

  /// Takes what the thread does at a look.
  ///
  /// - Parameters:
  ///   - owner: Who keeps it from the lock that it waits for.
  ///   - delay: For how long it has waited for a processor since it began to run, as far as the system can tell.
  ///   - interval: The real time since the previous check. A late check counts as one on time.
  /// - Returns: Whether the job has kept its thread for too long.
  mutating func look(
    _ activity: Activity,
    owner: LockOwner? = nil,
    delay: Duration = .zero,
    after interval: Duration
  ) -> Bool {
    let ran = activity.total.map { $0 - (total ?? $0) } ?? interval
    var waited = Duration.zero
    if let owner {
      if let before = self.owner, before.thread == owner.thread { waited = owner.used - before.used }
    } else if case .waits = activity {
      // It may have run, or waited for a processor, until a moment ago.
      let delayed = total == nil ? .zero : delay - self.delay
      waited = max(.zero, interval - ran - delayed)
    }
    use.note(activity)
    given += min(ran + waited, interval, patience / 10)
    blockedTime += min(ran + waited, interval, Self.longestInterval)
    waitedTime += min(waited, Self.longestInterval)
    (total, self.owner, self.delay) = (activity.total ?? total, owner, delay)
    return given >= patience
  }

  /// The job continues on another thread for a good reason, or has been handled.
  package mutating func forget() {
    latest = nil
  }
}
