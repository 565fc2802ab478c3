internal import TestingSupportCore

/// Tells whether threads wait for others, and not only for a moment: any thread at work has to wait for a lock now and then.
struct LastingWait: Sendable {
  private static var shortest: Duration { .milliseconds(50) }

  // How much processor time each thread had used when the wait began, and until when it is none that lasts: in a process
  // that is given no time, a deadline passes all the same.
  private var latest: (used: [Int32: Duration], start: RestStart, deadline: WaitDeadline)?

  /// How much processor time a thread has used that is seen to wait for another one, or may do so.
  ///
  /// - Returns: `nil` if it runs, or waits for something that the system will bring.
  static func use(of thread: Int32) -> Duration? {
    switch Runtime.activityUnderLock(of: thread) {
    case .ran: nil
    case .waits(let used): WaitCause(of: thread, heldThreads: []) == .event ? nil : used
    case .unknown: .zero
    }
  }

  /// Takes that threads are seen to wait.
  ///
  /// - Parameter used: How much processor time each has used.
  mutating func note(_ used: [Int32: Duration]) {
    if latest?.used != used { latest = (used, .now, WaitDeadline(after: Self.shortest)) }
  }

  /// How much longer the threads have to do nothing else until the wait is a lasting one; `nil` if it is, or if they do not wait.
  func missing(_ reason: TimeoutReason) -> Duration? {
    guard let latest, !latest.deadline.hasPassed else { return nil }
    let missing = latest.start.missing(to: Self.shortest, reason)
    return missing > .zero ? missing : nil
  }

  /// The threads are seen to do something else.
  mutating func end() { latest = nil }
}
