import TestingSupportCore

/// What a test clock knows and decides: its time, its sleepers, and who waits for sleepers. Nothing in it runs
/// anything.
///
/// Each transition returns what is to be resumed; whoever holds the lock does so after releasing it.
struct TestClockState<Instant: InstantProtocol, Sleeper: Sendable>: Sendable {
  typealias Ticket = SleeperQueue<Instant, Sleeper>.Ticket

  private(set) var now: Instant
  /// Grows with everything that happens, so that "nothing has happened since" can be asked.
  private(set) var activity: UInt64 = 0
  /// How many sleepers were resumed and have not run yet.
  private(set) var waking = 0
  private var sleepers = SleeperQueue<Instant, Sleeper>()
  private var watchers: [(count: Int, waiter: Waiter)] = []

  init(now: Instant) {
    self.now = now
  }

  var sleeperCount: Int { sleepers.count }
  var watcherCount: Int { watchers.count }
  var sortedSleepers: [(deadline: Instant, sleeper: Sleeper)] { sleepers.sorted }

  /// Tells the time to the code under test.
  mutating func readNow() -> Instant {
    activity += 1
    return now
  }

  /// Somebody is about to sleep. Gives back nothing when the deadline has come already.
  mutating func reserveSleep(until deadline: Instant) -> Ticket? {
    activity += 1
    return deadline > now ? sleepers.makeTicket() : nil
  }

  enum SleepRegistration: Sendable {
    /// The sleeper lies down; these waited for it.
    case asleep([Waiter])
    /// The deadline came between the announcement and now.
    case due
    /// The task was cancelled between the announcement and now.
    case cancelled
  }

  mutating func registerSleep(_ sleeper: Sleeper, until deadline: Instant, with ticket: Ticket) -> SleepRegistration {
    activity += 1
    guard deadline > now else {
      _ = sleepers.cancel(ticket)
      return .due
    }
    guard sleepers.insert(sleeper, until: deadline, with: ticket) else { return .cancelled }
    guard !watchers.isEmpty else { return .asleep([]) }
    let satisfied = watchers.filter { $0.count <= sleepers.count }
    watchers.removeAll { $0.count <= sleepers.count }
    return .asleep(satisfied.map(\.waiter))
  }

  /// Takes a sleeper out before its time. Gives back whom to resume; nobody, if it had not lain down or has woken.
  mutating func cancelSleep(_ ticket: Ticket) -> Sleeper? {
    activity += 1
    guard let sleeper = sleepers.cancel(ticket) else { return nil }
    waking += 1
    return sleeper
  }

  /// Takes everybody out before their time, in order of deadline.
  mutating func cancelAll() -> [Sleeper] {
    var cancelled: [Sleeper] = []
    while let sleeper = sleepers.popFirst() { cancelled.append(sleeper) }
    activity += 1
    waking += cancelled.count
    return cancelled
  }

  /// A sleeper that was resumed runs again.
  mutating func didResume() {
    activity += 1
    waking -= 1
  }

  /// Whether somebody is to wake by then; without a limit, whether anybody sleeps.
  func hasSleeper(until limit: Instant?) -> Bool {
    guard let deadline = sleepers.earliestDeadline else { return false }
    return limit.map { deadline <= $0 } ?? true
  }

  /// Moves the time to the earliest deadline, and takes out the sleeper that wakes then.
  mutating func wakeNext() -> Sleeper? {
    guard let deadline = sleepers.earliestDeadline, let sleeper = sleepers.popFirst() else { return nil }
    now = deadline
    activity += 1
    waking += 1
    return sleeper
  }

  /// Moves the time where no sleeper is on the way. A jump may have moved it further meanwhile.
  mutating func move(to instant: Instant) {
    now = max(now, instant)
  }

  /// Moves the time, and takes out everybody whose deadline has come, in order.
  mutating func jump(to instant: Instant) -> [Sleeper] {
    var due: [Sleeper] = []
    while hasSleeper(until: instant), let sleeper = sleepers.popFirst() { due.append(sleeper) }
    now = max(now, instant)
    activity += 1
    waking += due.count
    return due
  }

  /// Whether that many sleep already; if not, the waiter is signaled as soon as they do.
  mutating func watch(for count: Int, _ waiter: Waiter) -> Bool {
    if sleepers.count >= count { return true }
    watchers.append((count, waiter))
    return false
  }

  mutating func stopWatching(_ waiter: Waiter) {
    watchers.removeAll { $0.waiter === waiter }
  }
}
