import Testing
import TestingSupportCore

/// Ticks at a regular interval on a clock.
///
/// Created by `timer(interval:tolerance:sourceLocation:)` of any clock. The interval counts from the first request for
/// an element, and the ticks stay on that grid however long the loop's body takes. A body that misses ticks immediately
/// receives one tick for all that it missed, and the next one on the grid, as with the timers of the platforms. So does a
/// loop that wakes late: the tick it receives then stands for all that were due.
///
/// The sequence ends when its task is cancelled.
public struct ClockTimer<Base: Clock>: AsyncSequence, Sendable {
  /// The time of a tick.
  public typealias Element = Base.Instant

  let clock: Base
  let interval: Base.Duration
  let tolerance: Base.Duration?
  let sourceLocation: SourceLocation

  /// Creates an iterator that counts from its own first tick.
  public func makeAsyncIterator() -> Iterator {
    Iterator(timer: self)
  }

  /// The ticks of one loop.
  public struct Iterator: AsyncIteratorProtocol, Sendable {
    private let timer: ClockTimer
    private var lastTick: Base.Instant?
    private var hasEnded = false

    init(timer: ClockTimer) {
      self.timer = timer
    }

    /// Waits for the next tick and returns the clock's time then, or `nil` once the task is cancelled.
    public mutating func next() async -> Base.Instant? {
      guard !hasEnded, timer.isSound else {
        hasEnded = true
        return nil
      }
      let tick = nextTick()
      do {
        try await SleepOrigin.$timer.withValue(timer.sourceLocation) {
          try await timer.clock.sleep(until: tick, tolerance: timer.tolerance)
        }
        let now = timer.clock.now
        lastTick = latestTick(from: tick, at: now)
        return now
      } catch {
        hasEnded = true
        return nil
      }
    }

    /// The next point of the grid, or the last one that was missed.
    private func nextTick() -> Base.Instant {
      let now = timer.clock.now
      guard let lastTick else { return now.advanced(by: timer.interval) }
      return latestTick(from: lastTick.advanced(by: timer.interval), at: now)
    }

    /// The last point of the grid that has passed, from one of its points on.
    private func latestTick(from tick: Base.Instant, at now: Base.Instant) -> Base.Instant {
      guard tick < now else { return tick }
      return tick.advanced(by: timer.interval * wholeIntervals(in: tick.duration(to: now)))
    }

    /// How many intervals fit. The quotient is rounded, so it is put right by one where it has to be.
    private func wholeIntervals(in duration: Base.Duration) -> Int {
      let interval = timer.interval
      guard var count = Int(exactly: (duration / interval).rounded(.down)) else { return 0 }
      while interval * count > duration { count -= 1 }
      while interval * (count + 1) <= duration { count += 1 }
      return count
    }
  }

  private var isSound: Bool {
    if interval > .zero { return true }
    let text =
      "The timer interval must be greater than zero, not \(messageText(interval))\nThe timer finished immediately."
    recordIssue(text, sourceLocation: sourceLocation)
    return false
  }
}

extension Clock {
  /// Ticks at a regular interval.
  ///
  /// ```swift
  /// for await _ in clock.timer(interval: .seconds(1)) {
  ///   remaining -= 1
  ///   if remaining == 0 { break }
  /// }
  /// ```
  ///
  /// An interval of zero or less fails the test, and the sequence is empty.
  ///
  /// - Parameters:
  ///   - interval: The time from tick to tick, and before the first one.
  ///   - tolerance: How much later than its time a tick may arrive.
  ///   - sourceLocation: Where an issue is recorded, and the location of the sleeper in failures of a ``TestClock``.
  /// - Returns: The times of the ticks, without drift, until the task is cancelled.
  public func timer(
    interval: Duration,
    tolerance: Duration? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> ClockTimer<Self> {
    ClockTimer(clock: self, interval: interval, tolerance: tolerance, sourceLocation: sourceLocation)
  }
}

extension Clock where Duration: Hashable {
  /// Ticks at a regular interval; for a clock of which only `any Clock<Duration>` is known.
  ///
  /// An interval of zero or less fails the test, and the sequence is empty.
  ///
  /// - Parameters:
  ///   - interval: The time from tick to tick, and before the first one.
  ///   - tolerance: How much later than its time a tick may arrive.
  ///   - sourceLocation: Where an issue is recorded, and the location of the sleeper in failures of a ``TestClock``.
  /// - Returns: The times of the ticks, without drift, until the task is cancelled.
  @_disfavoredOverload
  public func timer(
    interval: Duration,
    tolerance: Duration? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> ClockTimer<AnyClock<Duration>> {
    ClockTimer(clock: AnyClock(self), interval: interval, tolerance: tolerance, sourceLocation: sourceLocation)
  }
}
