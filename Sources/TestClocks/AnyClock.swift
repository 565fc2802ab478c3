/// Any clock, with its type erased.
///
/// Use it where code is generic over one clock type and the test decides which clock that is. For a property or a
/// parameter, `any Clock<Duration>` needs no wrapper.
///
/// ```swift
/// private let throttle: Throttle<AnyClock<Duration>>
///
/// init(clock: any Clock<Duration> = ContinuousClock()) {
///   throttle = Throttle(interval: .seconds(1), clock: AnyClock(clock))
/// }
/// ```
///
/// Instants of two erased clocks can be compared and measured when both wrap the same type of clock.
public struct AnyClock<Duration: DurationProtocol & Hashable>: Clock {
  private let base: any Clock<Duration>

  /// Erases the type of the given clock.
  ///
  /// - Parameter base: The clock to wrap. An erased clock is not wrapped once more.
  public init(_ base: any Clock<Duration>) {
    self.base = (base as? AnyClock<Duration>)?.base ?? base
  }

  /// The current time of the wrapped clock.
  public var now: Instant { Self.now(of: base) }

  /// The smallest step of the wrapped clock.
  public var minimumResolution: Duration { base.minimumResolution }

  /// Sleeps on the wrapped clock.
  ///
  /// An instant of another type of clock fails the test, and the sleep returns immediately.
  ///
  /// - Parameters:
  ///   - deadline: When to wake: an instant of this clock.
  ///   - tolerance: How much later is good enough.
  /// - Throws: What the wrapped clock throws: `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await Self.sleep(on: base, until: deadline, tolerance: tolerance)
  }

  private static func now<C: Clock<Duration>>(of clock: C) -> Instant {
    Instant(clock.now)
  }

  private static func sleep<C: Clock<Duration>>(on clock: C, until deadline: Instant, tolerance: Duration?) async throws
  {
    guard let deadline = deadline.base as? C.Instant else {
      Instant.recordMismatch(deadline.base, clock.now)
      return try Task.checkCancellation()
    }
    try await clock.sleep(until: deadline, tolerance: tolerance)
  }
}
