/// Recognizes tasks that wait for a time by asking for it again and again, or by sleeping for no time at all.
///
/// Virtual time passes while nothing can run, and such a task can always run. Once nothing but such tasks has run for a
/// while, each of their polls lets a little time pass: at first about as much as it natively takes, so that work that only
/// measures time does not lose against a timeout.
package struct PollingDetector: Sendable {
  /// What a task does in place of waiting.
  package enum Poll: Sendable {
    /// It looks at a clock.
    case look
    /// It looks at a clock after a hop to an actor, without a suspension; where no hop is a step, after thousands of them.
    case hop, thousandsOfHops
    /// It sleeps for no time.
    case sleep
    /// It looks at a clock, or sleeps for no time, on an executor of the user's.
    case elsewhere
    /// It looks at a clock after much work.
    case lateLook

    // How much time it lets pass at first, and for how many looks it counts until it lets more pass.
    fileprivate var slowly: (time: Duration, looks: Int) {
      switch self {
      case .look: (.microseconds(10), 1)
      case .hop: (.nanoseconds(500), 1)
      case .thousandsOfHops: (.microseconds(500), 100)
      case .sleep: (.microseconds(100), 10)
      case .elsewhere: (.microseconds(50), 10)
      case .lateLook: (.milliseconds(1), PollingDetector.slowLooks)
      }
    }
  }

  /// How many polls in a row it takes.
  package static let pollsBeforeTimePasses = 2_000

  /// How many hops count as one poll until time passes: each takes so little.
  package static let hopsOfPoll = 20

  /// How many looks let time pass slowly.
  package static let slowLooks = 100_000

  // How many steps a poller may take from one poll to the next.
  private static let stepsBetweenPolls = 8

  // How many polls it takes to make up for a step of a task that does not poll: one that works keeps time from passing,
  // and one that ticks now and then does not.
  private static let pollsForOtherStep = 100

  // For each task that polls, its steps since its last poll, and whether it has suspended since.
  private var pollers: [Int: (steps: Int, hasSuspended: Bool)] = [:]
  private var polls = 0
  private var hops = 0
  private var looks = 0
  private var passed = Duration.zero

  package init() {}

  /// Whether time passes with each poll.
  package var isPolling: Bool { polls >= Self.pollsBeforeTimePasses }

  /// Whether any task has polled lately.
  package var isAnyPolling: Bool { polls > 0 }

  /// A task has taken a step.
  ///
  /// - Parameter isHop: Whether the step was a hop.
  /// - Returns: The poll as it counts: one after a hop counts as any other if the task has suspended since the one before.
  @discardableResult
  package mutating func note(_ task: Int, _ poll: Poll?, isHop: Bool = false) -> Poll? {
    guard var poll else {
      noteOtherStep(of: task, isHop: isHop)
      return nil
    }
    if poll == .hop, pollers[task]?.hasSuspended == true { poll = .look }
    pollers[task] = (0, false)
    if poll == .hop {
      hops += 1
      guard hops.isMultiple(of: Self.hopsOfPoll) else { return poll }
    }
    polls = min(polls + 1, Self.pollsBeforeTimePasses)
    return poll
  }

  private mutating func noteOtherStep(of task: Int, isHop: Bool) {
    if pollers.isEmpty { return }
    if let (steps, hasSuspended) = pollers[task], steps < Self.stepsBetweenPolls {
      pollers[task] = (steps + 1, hasSuspended || !isHop)
    } else {
      polls = max(0, polls - Self.pollsForOtherStep)
      if polls == 0 { self = Self() }
    }
  }

  /// How much time a poll lets pass.
  ///
  /// After many of them, a thousandth of what the polls before it have, at least a millisecond, and at most a minute, so that
  /// the time of a test whose polls never end stays within what a clock can show.
  ///
  /// - Parameter limit: How much time can pass at most.
  package mutating func takeTime(of poll: Poll, atMost limit: Duration? = nil) -> Duration {
    let slowly = poll.slowly
    var time = looks < Self.slowLooks ? slowly.time : min(.seconds(60), max(.milliseconds(1), passed / 1000))
    if let limit { time = min(time, limit) }
    looks += slowly.looks
    passed += time
    return time
  }
}
