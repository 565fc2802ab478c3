/// Recognizes tasks that wait for a time by asking for it again and again, or by sleeping for no time at all.
///
/// Virtual time passes while nothing can run, and such a task can always run. Once nothing but such tasks has run for a
/// while, each of their polls lets a little time pass.
package struct PollingDetector: Sendable {
  /// How many polls in a row it takes.
  package static let pollsBeforeTimePasses = 2_000

  // How many steps a poller may take from one poll to the next.
  private static let stepsBetweenPolls = 8

  // How many polls it takes to make up for a step of a task that does not poll: one that works keeps time from passing,
  // and one that ticks now and then does not.
  private static let pollsForOtherStep = 100

  // For each task that polls, its steps since its last poll.
  private var pollers: [Int: Int] = [:]
  private var polls = 0
  private var passed = Duration.zero

  package init() {}

  /// Whether time passes with each poll.
  package var isPolling: Bool { polls >= Self.pollsBeforeTimePasses }

  /// Whether any task has polled lately.
  package var isAnyPolling: Bool { polls > 0 }

  /// A task has taken a step.
  ///
  /// - Parameter hasPolled: Whether it has read the time, or slept for no time.
  package mutating func note(_ task: Int, hasPolled: Bool) {
    if hasPolled {
      pollers[task] = 0
      polls = min(polls + 1, Self.pollsBeforeTimePasses)
    } else if polls > 0 {
      if let steps = pollers[task], steps < Self.stepsBetweenPolls {
        pollers[task] = steps + 1
      } else {
        polls = max(0, polls - Self.pollsForOtherStep)
        if polls == 0 { (pollers, passed) = ([:], .zero) }
      }
    }
  }

  /// How much time a poll lets pass: a thousandth of what the polls before it have, at least a millisecond, and at most a
  /// minute, so that the time of a test whose polls never end stays within what a clock can show.
  package mutating func takeTime() -> Duration {
    let time = min(.seconds(60), max(.milliseconds(1), passed / 1000))
    passed += time
    return time
  }
}
