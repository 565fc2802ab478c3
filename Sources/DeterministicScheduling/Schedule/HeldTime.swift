internal import TestingSupportCore

/// How long sleeps have been kept from ending, since time stands still for what is unfinished outside.
///
/// Measured in the time that the process was given, from marks: each is for the sleeps that had begun by then.
struct HeldTime: Sendable {
  private struct Mark {
    /// The sleeps with lower registrations had begun.
    let registration: Int
    let elapsed: Duration
    let start = RestStart.now
  }

  private static var mostMarks: Int { 32 }

  private var marks: [Mark] = []
  // Given time goes on while a timeout is set.
  private var timeout: WaitDeadline?

  /// Time stands still now.
  ///
  /// - Parameters:
  ///   - timer: The next sleep.
  ///   - registration: What the next sleep to begin would get.
  ///   - elapsed: How much time has passed in the test.
  mutating func note(_ timer: TimerQueue.Timer, before registration: Int, at elapsed: Duration) {
    // Once time has passed faster than it really does, a later mark says more.
    marks.removeAll { elapsed > $0.elapsed && elapsed - $0.elapsed > $0.start.elapsed(.blocked) }
    if let latest = marks.last, latest.registration > timer.registration { return }
    if marks.count == Self.mostMarks {
      marks = stride(from: 0, to: marks.count, by: 2).map { marks[$0] }
    }
    marks.append(Mark(registration: registration, elapsed: elapsed))
    timeout = timeout ?? WaitDeadline(after: .seconds(86_400))
  }

  /// How long a sleep would natively go on; `nil` if it began since the latest mark.
  func rest(of timer: TimerQueue.Timer, _ reason: TimeoutReason) -> Duration? {
    marks.lazy.filter { $0.registration > timer.registration }
      .map { $0.start.missing(to: timer.deadline - $0.elapsed, reason) }
      .min()
  }
}
