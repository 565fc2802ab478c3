import TestingSupportCore

/// The state of a test clock: its time, its sleepers, and the waiters for sleepers. It runs no other code.
///
/// Each transition returns what to resume; the caller does so after releasing the lock.
struct TestClockState<Instant: InstantProtocol, Sleeper: Sendable>: Sendable {
  typealias Ticket = SleeperQueue<Instant, Sleeper>.Ticket

  private(set) var now: Instant
  /// Increases with everything that happens, to detect that nothing has happened since.
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

  /// Returns the time to the code under test.
  mutating func readNow() -> Instant {
    activity += 1
    return now
  }

  /// A task is about to sleep. Returns `nil` if the deadline has passed.
  mutating func reserveSleep(until deadline: Instant) -> Ticket? {
    activity += 1
    return deadline > now ? sleepers.makeTicket() : nil
  }

  enum SleepRegistration: Sendable {
    /// The task sleeps; these waiters waited for it.
    case asleep([Waiter])
    /// The deadline passed between the reservation and now.
    case due
    /// The task was cancelled between the reservation and now.
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

  /// Removes a sleeper before its deadline. Returns the sleeper to resume; `nil` if it was not sleeping yet or has
  /// woken.
  mutating func cancelSleep(_ ticket: Ticket) -> Sleeper? {
    activity += 1
    guard let sleeper = sleepers.cancel(ticket) else { return nil }
    waking += 1
    return sleeper
  }

  /// Removes all sleepers before their deadlines, in order of deadline.
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

  var nextSleeper: Sleeper? { sleepers.first }

  /// Whether a sleeper has to wake before the goal is reached.
  func hasSleeper(before goal: AdvanceOperation<Instant>.Goal) -> Bool {
    guard let deadline = sleepers.earliestDeadline else { return false }
    return switch goal {
    case .idle: false
    case .instant(let instant): deadline <= instant
    case .noSleeper: true
    }
  }

  /// Advances the time to the earliest deadline, and removes the sleeper that wakes then.
  mutating func wakeNext() -> Sleeper? {
    guard let deadline = sleepers.earliestDeadline, let sleeper = sleepers.popFirst() else { return nil }
    now = deadline
    activity += 1
    waking += 1
    return sleeper
  }

  /// Advances the time if no sleeper wakes before. A jump may have advanced it further already.
  mutating func move(to instant: Instant) {
    now = max(now, instant)
  }

  /// Advances the time, and removes all sleepers whose deadline is reached, in order.
  mutating func jump(to instant: Instant) -> [Sleeper] {
    var due: [Sleeper] = []
    while hasSleeper(before: .instant(instant)), let sleeper = sleepers.popFirst() { due.append(sleeper) }
    now = max(now, instant)
    activity += 1
    waking += due.count
    return due
  }

  /// Whether `count` tasks are sleeping; if not, the waiter is signaled as soon as they are.
  mutating func watch(for count: Int, _ waiter: Waiter) -> Bool {
    if sleepers.count >= count { return true }
    watchers.append((count, waiter))
    return false
  }

  mutating func stopWatching(_ waiter: Waiter) {
    watchers.removeAll { $0.waiter === waiter }
  }
}
