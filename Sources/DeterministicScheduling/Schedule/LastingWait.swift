internal import TestingSupportCore

/// Tells whether threads wait for others, and not only for a moment: any thread at work has to wait for a lock now and then.
struct LastingWait: Sendable {
  private static var shortest: Duration { .milliseconds(50) }

  // How much processor time each thread had used when the wait began, and how long the process has been given since.
  private var latest: (used: [Int32: Duration], time: GivenTime)?

  /// How much processor time a thread has used that is seen to wait for another one, or may do so.
  ///
  /// - Returns: `nil` if it runs, or waits for something that the system will bring.
  static func use(of thread: Int32, heldThreads: [Int32] = []) -> Duration? {
    let activity = Runtime.activity(of: thread)
    switch WaitCause(of: thread, heldThreads: heldThreads) {
    case .event, .lockOfHeldTask: return nil
    case .otherLock, .unknown: break
    }
    return switch activity {
    case .ran: nil
    case .waits(let used): used
    case .unknown: .zero
    }
  }

  /// Takes that threads are seen to wait.
  ///
  /// - Parameter used: How much processor time each has used.
  mutating func note(_ used: [Int32: Duration]) {
    if latest?.used != used { latest = (used, GivenTime()) }
  }

  /// How much longer the threads have to do nothing else until the wait is a lasting one; `nil` if it is, or if they do not wait.
  func missing(_ reason: TimeoutReason) -> Duration? {
    latest.map { Self.shortest - $0.time.elapsed(reason) }.flatMap { $0 > .zero ? $0 : nil }
  }

  /// The threads are seen to do something else.
  mutating func end() { latest = nil }
}
