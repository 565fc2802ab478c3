internal import TestingSupportCore

/// Tells whether threads wait for others, and for more than a moment: any thread at work waits for a lock now and then.
struct LastingWait: Sendable {
  private static var shortest: Duration { .milliseconds(50) }

  // How much processor time each thread had used when the wait began, and when that was. In a process that is given no time,
  // the deadline passes all the same.
  private var latest: (used: [Int32: Duration], start: RestStart, deadline: WaitDeadline)?

  /// How much processor time a thread has used that is seen to wait for another one, or may do so.
  ///
  /// - Returns: `nil` if it runs, or waits for something that the system will bring.
  static func use(of thread: Int32) -> Duration? {
    switch Runtime.activityUnderLock(of: thread).activity {
    case .ran: nil
    case .waits(let used): WaitCause(of: thread, heldThreads: []) == .event ? nil : used
    case .unknown: .zero
    }
  }

  /// Notes that threads were seen to wait.
  ///
  /// - Parameter used: How much processor time each has used.
  mutating func note(_ used: [Int32: Duration]) {
    if latest?.used != used { latest = (used, .now, WaitDeadline(after: Self.shortest)) }
  }

  /// How much longer the threads have to do nothing else until this is a lasting wait; `nil` if it is one, or if they do not
  /// wait.
  func missing(_ reason: TimeoutReason) -> Duration? {
    guard let latest, !latest.deadline.hasPassed else { return nil }
    let missing = latest.start.missing(to: Self.shortest, reason)
    return missing > .zero ? missing : nil
  }

  /// Notes that a thread was seen to do something else.
  mutating func end() { latest = nil }
}
