/// Which timeouts are set, and how much time each was given: the transitions, without clocks, threads, or tasks.
///
/// Real time means little on a busy machine: what a test waits for may not have had a thread yet. So a timeout counts
/// beats. A beat is a pause in real time followed by a round: work enqueued after everything that is ready on every
/// executor, and on a dispatch queue. When the round returns, the time since the last one is credited, but never more
/// than ``longestCredit``. On an idle machine, that is real time; in a process that makes no progress, almost none is
/// credited.
///
/// A round that comes no further means that a thread is blocked, or that the process is very busy. After ``longestRound``,
/// or ten times as long while the process uses its processors, or would if it had them, timeouts count real time.
struct TimeoutState: Sendable {
  typealias ID = Int
  typealias Action = @Sendable (TimeoutReason) -> Void
  /// Nanoseconds since any moment in the past.
  typealias Time = UInt64

  /// How long to pause between two rounds.
  static let pause: Time = 50_000_000
  /// The most that one round is worth.
  static let longestCredit: Time = 100_000_000
  /// The number of complete rounds without which no timeout is reached, however short it is.
  static let fewestRounds = 5
  /// How often to look at a round that has not returned.
  static let watchInterval: Time = 1_000_000_000
  static let longestRound: Time = 60_000_000_000
  /// How often a process is interrupted between two looks, at least, that has something to do.
  static let fewestInterruptions = 2

  /// How much the process has used processors so far.
  struct ProcessUse: Sendable {
    var processorTime: Time = 0
    /// How often a thread had to leave a processor on which it would have gone on.
    var interruptions = 0
  }

  /// What the owner of the state has to do after a transition.
  struct Step: Sendable {
    /// Actions to call, and why.
    var due: [Action] = []
    var reason = TimeoutReason.reached
    /// When to call ``wake(at:)``.
    var wake: Time?
    /// The number of a round to start.
    var round: Int?
    /// When to call ``watch(at:use:)``.
    var watch: Time?
  }

  private struct Entry: Sendable {
    let start: Time
    let limit: Time
    var credit: Time = 0
    var rounds = 0
    let action: Action

    var isReached: Bool { credit >= limit && rounds >= TimeoutState.fewestRounds }
    var missing: Time { limit > credit ? limit - credit : 0 }
    func isOverdue(at now: Time) -> Bool { now.time(since: start) >= limit }
  }

  private enum Phase {
    case idle
    case pausing(until: Time)
    case inRound(start: Time)
  }

  private var phase = Phase.idle
  private var entries: [ID: Entry] = [:]
  private var count = 0
  private var rounds = 0
  private var credited: Time = 0
  private var creditStart: Time = 0
  // Rounds that do not return, and for how long the latest has come no further.
  private var isWatched = false
  private var lastWatch: (time: Time, use: ProcessUse) = (0, ProcessUse())
  private var missed: Time = 0

  /// How much time was given in all. Goes on only while a timeout is set.
  func given(at now: Time) -> Time {
    if case .idle = phase { return credited }
    return credited + min(now.time(since: creditStart), Self.longestCredit)
  }

  /// Adds a timeout.
  mutating func set(_ limit: Time, at now: Time, _ action: @escaping Action) -> (id: ID, wake: Time?) {
    count += 1
    entries[count] = Entry(start: now, limit: limit, action: action)
    let end = now + min(limit, Self.pause)
    switch phase {
    case .idle: creditStart = now
    case .pausing(let next) where end < next: break
    case .pausing, .inRound: return (count, nil)
    }
    phase = .pausing(until: end)
    return (count, end)
  }

  /// Removes a timeout that was not reached; returns what it retains, so that it is released after the lock.
  mutating func clear(_ id: ID) -> Action? {
    entries.removeValue(forKey: id)?.action
  }

  /// The pause is over, or an earlier one that was cut short.
  mutating func wake(at now: Time) -> Step {
    guard case .pausing(let end) = phase, now >= end else { return Step() }
    guard !entries.isEmpty else {
      credit(until: now)
      phase = .idle
      return Step()
    }
    phase = .inRound(start: now)
    rounds += 1
    missed = 0
    defer { isWatched = true }
    return Step(round: rounds, watch: isWatched ? nil : now + Self.watchInterval)
  }

  /// A round has come further, but not returned yet.
  mutating func roundGoesOn(_ number: Int) {
    if number == rounds { missed = 0 }
  }

  /// A round has returned from all executors.
  mutating func roundDidReturn(_ number: Int, at now: Time) -> Step {
    guard case .inRound(let start) = phase, number == rounds else { return Step() }
    for (id, entry) in entries {
      let credit = min(now.time(since: max(creditStart, entry.start)), Self.longestCredit)
      entries[id]?.credit += credit
      if entry.start <= start { entries[id]?.rounds += 1 }
    }
    credit(until: now)
    var step = Step(due: take { $0.isReached })
    guard let missing = entries.values.map(\.missing).min() else {
      phase = .idle
      return step
    }
    let next = now + min(missing, Self.pause)
    phase = .pausing(until: next)
    step.wake = next
    return step
  }

  /// Looks at a round that may not have returned.
  mutating func watch(at now: Time, use: ProcessUse) -> Step {
    guard case .inRound(let start) = phase else {
      isWatched = false
      return Step()
    }
    defer { lastWatch = (now, use) }
    var step = Step(watch: now + Self.watchInterval)
    let elapsed = now.time(since: max(start, lastWatch.time))
    guard now.time(since: start) >= Self.watchInterval else { return step }
    // The round of a busy process may still return; that of a process that does nothing will not.
    // One that is given very little of a busy machine is interrupted whenever it runs.
    let isBusy =
      use.processorTime.time(since: lastWatch.use.processorTime) > elapsed / 20
      || use.interruptions - lastWatch.use.interruptions >= Self.fewestInterruptions
    missed += min(elapsed, 2 * Self.watchInterval) / (isBusy ? 10 : 1)
    if missed >= Self.longestRound {
      step.due = take { $0.isOverdue(at: now) }
      step.reason = .blocked
    }
    return step
  }

  private mutating func credit(until now: Time) {
    credited += min(now.time(since: creditStart), Self.longestCredit)
    creditStart = now
  }

  /// Removes the timeouts that satisfy a condition, and returns their actions in the order in which they were set.
  private mutating func take(_ isDue: (Entry) -> Bool) -> [Action] {
    let due = entries.filter { isDue($0.value) }.sorted { $0.key < $1.key }
    for (id, _) in due { entries[id] = nil }
    return due.map(\.value.action)
  }
}

/// Why a timeout's action is called.
package enum TimeoutReason: Sendable, Hashable {
  /// The process was given the time, and it has passed.
  case reached
  /// The time has passed in real time. The process was not given it, because a thread is blocked or the process is too
  /// busy.
  case blocked

  /// "Timed out after 10 seconds.", and what to look for.
  ///
  /// Where a deterministic test waits as long as any other, names who waits for the test.
  package func sentence(after limit: Duration) -> String {
    switch self {
    case .reached: "Timed out after \(limit.messageText).\(waiterSummary)"
    case .blocked:
      """
      Timed out after \(limit.messageText), while tasks or the main thread no longer ran.
      Look for code that blocks a thread.
      """
    }
  }

  private var waiterSummary: String {
    guard CurrentTestSchedule.schedule == nil else { return "" }
    return CurrentTestSchedule.settlingSchedule?.waitPoints.inlineSummary ?? ""
  }
}

extension UInt64 {
  /// The time from `start` on; none where that is later.
  fileprivate func time(since start: UInt64) -> UInt64 { self > start ? self - start : 0 }
}
