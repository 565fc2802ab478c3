import Dispatch

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Calls actions when a limit was given to the process, unless they are cleared before.
///
/// Everything that times out is built on it. ``TimeoutState`` defines what counts as given. Timeouts are rarely
/// reached: setting and clearing one costs two uses of a lock. However many are set, there is one system timer.
package final class TimeoutTimer: Sendable {
  package static let shared = TimeoutTimer()

  package typealias ID = Int

  private let state = Locked(TimeoutState())
  private let startRound: RoundStarter

  typealias Action = @Sendable () -> Void
  typealias RoundStarter = @Sendable (_ progress: @escaping Action, _ completion: @escaping Action) -> Void

  /// - Parameter startRound: Starts a round, and calls its first argument whenever that has come further, and the second
  ///   once it has returned.
  init(startRound: @escaping RoundStarter = { ExecutorRound.start($0, $1) }) {
    self.startRound = startRound
  }

  /// How much time the process was given so far. Goes on only while a timeout is set.
  package var given: Duration {
    .nanoseconds(Int64(clamping: state.withLock { $0.given(at: Self.now) }))
  }

  /// Sets a timeout.
  ///
  /// - Parameter limit: How much time is to be given before `action` is called, on any thread.
  /// - Returns: What clears the timeout.
  package func set(_ limit: Duration, _ action: @escaping @Sendable (TimeoutReason) -> Void) -> ID {
    let now = Self.now
    let (id, wake) = state.withLock { $0.set(limit.nanoseconds, at: now, action) }
    if let wake { scheduleWake(at: wake) }
    return id
  }

  /// Clears a timeout; nothing happens if it was reached.
  package func clear(_ id: ID) {
    // What the action holds is released after the lock.
    _ = state.withLock { $0.clear(id) }
  }

  private func perform(_ step: TimeoutState.Step) {
    if let wake = step.wake { scheduleWake(at: wake) }
    if let watch = step.watch { scheduleWatch(at: watch) }
    for action in step.due { action(step.reason) }
    guard let round = step.round else { return }
    startRound(
      { self.state.withLock { $0.roundGoesOn(round) } },
      { self.perform(self.state.withLock { $0.roundDidReturn(round, at: Self.now) }) }
    )
  }

  private func scheduleWake(at time: TimeoutState.Time) {
    Self.queue.asyncAfter(deadline: DispatchTime(uptimeNanoseconds: time)) {
      self.perform(self.state.withLock { $0.wake(at: max(time, Self.now)) })
    }
  }

  private func scheduleWatch(at time: TimeoutState.Time) {
    Self.queue.asyncAfter(deadline: DispatchTime(uptimeNanoseconds: time)) {
      let use = Self.use
      self.perform(self.state.withLock { $0.watch(at: max(time, Self.now), use: use) })
    }
  }

  // By its label a deterministic test knows that what runs here is no work of its own.
  static let queue = DispatchQueue(label: "deterministic tests: timeouts", qos: .userInitiated, attributes: .concurrent)

  // Not a clock of the standard library: those show virtual time in a deterministic test.
  private static var now: TimeoutState.Time { DispatchTime.now().uptimeNanoseconds }

  /// How much the process has used processors.
  static var use: TimeoutState.ProcessUse {
    var use = TimeoutState.ProcessUse()
    var time = timespec()
    if clock_gettime(processorClock, &time) == 0 {
      use.processorTime = UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
    #if !canImport(Darwin)
      // RUSAGE_SELF, by its number: its type is another one in each C library.
      var resources = rusage()
      if getrusage(0, &resources) == 0 { use.interruptions = resources.ru_nivcsw }
    #endif
    return use
  }
}

#if canImport(Darwin)
  // CLOCK_PROCESS_CPUTIME_ID, by its number: not every module map of the C library has the name.
  private let processorClock = clockid_t(rawValue: 12)
#else
  private let processorClock = CLOCK_PROCESS_CPUTIME_ID
#endif

/// Work that goes round all executors, the lanes of deterministic tests, and a dispatch queue, each time behind everything
/// that is ready there.
enum ExecutorRound {
  private static let yields = 20
  private static let hops = 4
  // With each, any lane that is ready has a slot for five milliseconds.
  private static let turns = 4

  /// Starts a round, and calls `progress` whenever it has come further, and `completion` once it has returned.
  static func start(
    lanes: FIFOSemaphore = .lanes,
    _ progress: @escaping TimeoutTimer.Action,
    _ completion: @escaping TimeoutTimer.Action
  ) {
    // What a test waits for may have any priority, and may change between the main actor and other executors.
    let priorities: [TaskPriority] = [.high, .medium, .low, .background]
    let running = Locked(priorities.count + 3)
    let finish: @Sendable () -> Void = {
      let isLast = running.withLock { count in
        count -= 1
        return count == 0
      }
      if isLast { completion() }
    }
    for priority in priorities {
      Task.detached(priority: priority) {
        for _ in 0..<yields {
          await Task.yield()
          progress()
        }
        finish()
      }
    }
    Task.detached {
      for _ in 0..<hops {
        await MainActor.run {}
        progress()
        await Task.yield()
        progress()
      }
      finish()
    }
    waitForTurn(turns, among: lanes, progress, finish)
    // A callback comes on a queue like this, which needs a thread of its own.
    queue.async(execute: finish)
  }

  /// Takes one turn after the other, as long as any lane waits for its own.
  private static func waitForTurn(
    _ turns: Int,
    among lanes: FIFOSemaphore,
    _ progress: @escaping TimeoutTimer.Action,
    _ completion: @escaping TimeoutTimer.Action
  ) {
    guard turns > 0, lanes.hasWaiters else { return completion() }
    lanes.acquire {
      // Not on the thread that has released the slot: it is that of a lane.
      queue.async {
        lanes.release()
        progress()
        waitForTurn(turns - 1, among: lanes, progress, completion)
      }
    }
  }

  private static let queue = DispatchQueue(label: "deterministic tests: rounds")
}

extension Duration {
  /// The duration as Dispatch counts it: none below zero, and what can be added to any time of day above.
  fileprivate var nanoseconds: UInt64 {
    let longest = Duration.seconds(100 * 365 * 86_400)
    let (seconds, attoseconds) = Swift.min(Swift.max(self, .zero), longest).components
    return UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
  }
}
