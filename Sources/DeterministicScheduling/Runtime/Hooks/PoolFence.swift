internal import Dispatch
internal import TestingSupportCore

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Tells when the runtime's own threads have run what they were given before.
///
/// A task that yields may be passed to these threads without a hook showing it. They run jobs in order, so when as many
/// jobs of the fence run simultaneously as there are threads, each earlier job has run.
enum PoolFence {
  private struct State: Sendable {
    var waiting: [(priorities: Set<UInt8>, action: @Sendable () -> Void)] = []
    var isRaised = false
  }

  private static let state = Locked(State())
  private static let queue = DispatchQueue(label: "deterministic tests: fence", qos: .userInitiated)
  /// How many threads the runtime has for jobs of one priority.
  private static let width = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

  /// Calls an action when all jobs of the runtime's threads have run, and those of the main queue if no hook shows
  /// them.
  ///
  /// - Parameter priorities: The priorities of the jobs in question.
  static func pass(_ priorities: Set<UInt8>, _ action: @escaping @Sendable () -> Void) {
    let isFirst = state.withLock { state in
      state.waiting.append((priorities, action))
      defer { state.isRaised = true }
      return !state.isRaised
    }
    if isFirst { queue.async { raise() } }
  }

  // One at a time: two fences that need all threads would each get some. Requests in the meantime share the next fence.
  private static func raise() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    guard !waiting.isEmpty else { return }
    let priorities = waiting.reduce(into: Set<UInt8>()) { $0.formUnion($1.priorities) }
    let actions = waiting.map(\.action)
    pass(priorities.sorted()[...]) {
      if Runtime.level.hooks?.seesMainActorJob == true { return finish(actions) }
      DispatchQueue.main.async { queue.async { finish(actions) } }
    }
  }

  private static func finish(_ actions: [@Sendable () -> Void]) {
    for action in actions { action() }
    let isAwaited = state.withLock { state in
      state.isRaised = !state.waiting.isEmpty
      return state.isRaised
    }
    if isAwaited { raise() }
  }

  private static func pass(_ priorities: ArraySlice<UInt8>, then end: @escaping @Sendable () -> Void) {
    guard let priority = priorities.first else { return end() }
    let meeting = Meeting(of: width) {
      queue.async { pass(priorities.dropFirst(), then: end) }
    }
    for _ in 0..<width { Task.detached(priority: TaskPriority(rawValue: priority)) { meeting.attend() } }
  }
}

/// Keeps threads busy until the expected number has arrived.
private final class Meeting: Sendable {
  // A blocked thread never arrives. In seconds of processor time, of which a busy machine gives the others as much.
  private static let patience = 0.2

  private let expected: Int
  private let present = Locked(0)
  private let end: @Sendable () -> Void

  init(of expected: Int, _ end: @escaping @Sendable () -> Void) {
    self.expected = expected
    self.end = end
  }

  func attend() {
    let isLast = present.withLock { present in
      present += 1
      return present == expected
    }
    if isLast { return end() }
    let limit = Self.processorTime + Self.patience
    while present.withLock({ $0 }) < expected, Self.processorTime < limit { sched_yield() }
  }

  /// How many seconds of processor time the calling thread has used.
  private static var processorTime: Double {
    var time = timespec()
    guard clock_gettime(threadClock, &time) == 0 else { return .infinity }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
  }
}

#if canImport(Darwin)
  // CLOCK_THREAD_CPUTIME_ID, by its number: not every module map of the C library has the name.
  private let threadClock = clockid_t(rawValue: 16)
#else
  private let threadClock = CLOCK_THREAD_CPUTIME_ID
#endif
