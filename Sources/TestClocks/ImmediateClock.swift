import DeterministicScheduling
import TestingSupportCore

/// A clock on which every sleep returns immediately.
///
/// Use it where a test cares about what happens and not about when: a delayed load, a retry, a debounce that is given
/// one value. Each sleep moves the clock's time to its deadline, so that durations measured on it add up, and is noted
/// in ``sleeps``. Where a test has to look *between* two sleeps, use ``TestClock``.
///
/// ```swift
/// let clock = ImmediateClock()
/// let server = FailingServer(failures: 2)
/// let content = try await retrying(on: clock) { try await server.load() }
/// #expect(content == "content")
/// #expect(clock.sleeps == [.seconds(1), .seconds(2)])
/// ```
///
/// A sleep yields once, so that a loop over it leaves room for others, and throws `CancellationError` in a cancelled
/// task. A loop that never ends in production does not end here either: cancel its task.
public final class ImmediateClock<Duration: DurationProtocol & Hashable>: Clock, Sendable {
  /// A point in an immediate clock's time, counted from the clock's beginning.
  public typealias Instant = TestClock<Duration>.Instant

  private struct State: Sendable {
    var now: Instant
    var sleeps: [Duration] = []
  }

  private let state: Locked<State>

  /// Creates a clock with the given time.
  ///
  /// - Parameter now: The time to begin with.
  public convenience init(now: Instant = .init()) {
    self.init(beginning: now)
  }

  private init(beginning: Instant) {
    state = Locked(State(now: beginning))
  }

  /// The time to which the sleeps so far have moved the clock.
  public var now: Instant { state.withLock { $0.now } }

  /// The requested durations of all sleeps, in order. The duration of a sleep until an instant in the past is negative.
  public var sleeps: [Duration] { state.withLock { $0.sleeps } }

  /// The smallest step of the clock: zero, so any two different instants are distinct.
  public var minimumResolution: Duration { .zero }

  /// Moves the time to the deadline, unless it lies in the past, and returns after letting others run once.
  ///
  /// - Parameters:
  ///   - deadline: The time to move to.
  ///   - tolerance: Not used.
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    state.withLock { state in
      state.sleeps.append(state.now.duration(to: deadline))
      state.now = max(state.now, deadline)
    }
    await yieldInOrder()
    try Task.checkCancellation()
  }
}

extension ImmediateClock where Duration == Swift.Duration {
  /// Creates a clock that counts in `Duration`, with the given time.
  ///
  /// - Parameter now: The time to begin with.
  public convenience init(now: Instant = .init()) {
    self.init(beginning: now)
  }
}

extension Clock where Self == ImmediateClock<Swift.Duration> {
  /// A clock on which every sleep returns immediately.
  public static var immediate: ImmediateClock<Swift.Duration> { ImmediateClock() }
}
