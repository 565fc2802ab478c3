/// How often effects of one identifier may start.
struct StoreEffectThrottle: Sendable {
  var id: StoreEffectID
  let interval: Duration
  let clock: any Clock<Duration>
  /// Whether the last of the effects that are too early starts at the end of the interval, or the first.
  let keepsLatest: Bool

  func scoped(to scope: any Hashable & Sendable) -> Self {
    var throttle = self
    throttle.id = id.scoped(to: scope)
    return throttle
  }

  /// Starts measuring: the result returns how much of the clock's time has passed since.
  func stopwatch() -> @Sendable () -> Duration {
    Self.stopwatch(on: clock)
  }

  private static func stopwatch<C: Clock<Duration>>(on clock: C) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}
