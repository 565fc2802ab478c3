import Testing
import TestingSupportCore

/// A clock whose time advances only when a test advances it.
///
/// Use it to test *when* something happens: that a search starts only after the user has stopped typing for 300
/// milliseconds, that a poll repeats every five seconds, that a retry waits twice as long each time. If only the
/// outcome matters and not the time, ``ImmediateClock`` is simpler.
///
/// ```swift
/// @Test("When typing pauses then a search starts", .deterministic)
/// func whenTypingPauses_thenSearchStarts() async {
///   let clock = TestClock()
///   let search = Search(clock: clock)
///   await search.type("ab")
///   await clock.advance(by: .milliseconds(299))
///   #expect(await search.queries == [])
///   await clock.advance(by: .milliseconds(1))
///   #expect(await search.queries == ["ab"])
/// }
/// ```
///
/// Sleepers wake in order of deadline, then of registration, one at a time; while one wakes, ``now`` is exactly its
/// deadline. After each wake-up the clock lets everything run that can. In a `.deterministic` test that is exact: when
/// ``advance(by:isolation:sourceLocation:)`` returns, nothing that it set off is left to run. In any other test the
/// clock yields until it sees no more activity, which is as good as can be without control over scheduling; there
/// ``waitForSleepers(_:within:isolation:sourceLocation:)`` is what to rely on.
///
/// A sleeping task keeps its clock alive. Cancel what a test has started, or call ``cancelSleepers()`` at its end.
public final class TestClock<Duration: DurationProtocol & Hashable>: Clock, Sendable {
  let state: Locked<TestClockState<Instant, Sleeper>>
  let advanceMutex = AsyncMutex()

  /// Creates a clock with the given time.
  ///
  /// - Parameter now: The time to begin with.
  public convenience init(now: Instant = .init()) {
    self.init(beginning: now)
  }

  private init(beginning: Instant) {
    state = Locked(TestClockState(now: beginning))
    CurrentTestSchedule.settlingSchedule?.remember(self)
  }

  deinit { cancelSleepers() }

  /// The time at which the clock stands.
  public var now: Instant { state.withLock { $0.readNow() } }

  /// The smallest step of the clock: zero, so any two different instants are distinct.
  public var minimumResolution: Duration { .zero }

  /// Sleeps until a test has moved the clock to the deadline.
  ///
  /// Returns immediately if the deadline has passed.
  ///
  /// - Parameters:
  ///   - deadline: When to wake.
  ///   - tolerance: Not used: the clock wakes its sleepers exactly.
  /// - Throws: `CancellationError` if the task is cancelled before it wakes.
  @_specialize(where Duration == Swift.Duration)
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await sleep(until: deadline, origin: .current())
  }

  /// Sleeps until a test has moved the clock by the given duration.
  ///
  /// The same as the clock protocol's own `sleep(for:)`; it knows the line it was called at, for the text of failures.
  ///
  /// - Parameters:
  ///   - duration: How long to sleep. Returns immediately if it is zero or less.
  ///   - tolerance: Not used: the clock wakes its sleepers exactly.
  ///   - sourceLocation: The location of the sleeper in failures.
  /// - Throws: `CancellationError` if the task is cancelled before it wakes.
  public func sleep(
    for duration: Duration,
    tolerance: Duration? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await sleep(until: now.advanced(by: duration), origin: .current(sourceLocation: sourceLocation))
  }

  /// Wakes every sleeping task with a `CancellationError`, in order of deadline.
  ///
  /// Use it at the end of a test whose code keeps sleeping and whose tasks cannot be cancelled. The time doesn't
  /// advance, and the clock can be used again.
  public func cancelSleepers() {
    for sleeper in state.withLock({ $0.cancelAll() }) { sleeper.wake(.cancelled) }
  }
}

extension TestClock where Duration == Swift.Duration {
  /// Creates a clock that counts in `Duration`, with the given time.
  ///
  /// - Parameter now: The time to begin with.
  public convenience init(now: Instant = .init()) {
    self.init(beginning: now)
  }
}

extension TestClock {
  /// A sleeping task.
  struct Sleeper: Sendable {
    enum Awakening: Sendable {
      case neverAsleep, deadline, cancelled
    }

    private let continuation: UnsafeContinuation<Awakening, Never>
    let origin: SleepOrigin?
    /// The schedule of its task.
    let test: ObjectIdentifier?

    init(
      _ continuation: UnsafeContinuation<Awakening, Never>,
      origin: SleepOrigin?,
      in schedule: (any TestSchedule)?
    ) {
      self.continuation = continuation
      self.origin = origin
      test = schedule.map { ObjectIdentifier($0) }
    }

    /// Called exactly once, by the code that removes the sleeper from the state.
    func wake(_ awakening: Awakening) {
      continuation.resume(returning: awakening)
    }
  }

  // Specialised by hand, here and wherever a wake-up passes: its users are in other modules, so that the compiler would
  // only make the general code, in which a wake-up takes six times as long.
  @_specialize(where Duration == Swift.Duration)
  private func sleep(until deadline: Instant, origin: SleepOrigin?) async throws {
    try Task.checkCancellation()
    guard let ticket = state.withLock({ $0.reserveSleep(until: deadline) }) else { return }
    let awakening = await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let schedule = CurrentTestSchedule.schedule
        let sleeper = Sleeper(continuation, origin: origin, in: schedule)
        switch state.withLock({ $0.registerSleep(sleeper, until: deadline, with: ticket) }) {
        case .asleep(let watchers):
          schedule?.noteClockSleep { messageText(state.withLock { $0.now }.duration(to: deadline)) }
          for watcher in watchers { watcher.signal() }
        case .due, .cancelled: sleeper.wake(.neverAsleep)
        }
      }
    } onCancel: {
      state.withLock { $0.cancelSleep(ticket) }?.wake(.cancelled)
    }
    if awakening != .neverAsleep { state.withLock { $0.didResume() } }
    if awakening == .cancelled { throw CancellationError() }
    try Task.checkCancellation()
  }
}
