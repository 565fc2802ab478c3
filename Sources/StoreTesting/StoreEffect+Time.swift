extension StoreEffect {
  /// Starts the effect once `duration` has passed without another effect of the same identifier.
  ///
  /// Use it for a search that waits until the user has stopped typing. Pass the feature's clock, so that a test
  /// controls the time; in a deterministic test, `ContinuousClock()` takes no real time either.
  ///
  /// ```swift
  /// case .queryChanged(let query):
  ///   state.query = query
  ///   return .run { send in await send(.didFind(try await client.search(query))) }
  ///     .debounce(id: "search", for: .milliseconds(300), clock: clock)
  /// ```
  public func debounce(id: some Hashable & Sendable, for duration: Duration, clock: any Clock<Duration>) -> Self {
    let pause = Self.run { _ in try await clock.sleep(for: duration) }
    return .concatenate(pause, self).cancellable(id: id, cancelInFlight: true)
  }

  /// Starts the effect immediately if none with the same identifier has started within `interval`; otherwise, starts
  /// one of the effects that are too early at the end of that interval.
  ///
  /// - Parameters:
  ///   - id: Names the effects that are counted together; ``cancel(id:)`` takes back one that is still to start.
  ///   - interval: The least time between two starts.
  ///   - clock: Measures the interval.
  ///   - latest: Whether the last of the effects that are too early is started, or the first.
  public func throttle(
    id: some Hashable & Sendable,
    for interval: Duration,
    clock: any Clock<Duration>,
    latest: Bool
  ) -> Self {
    let throttle = StoreEffectThrottle(id: StoreEffectID(id), interval: interval, clock: clock, keepsLatest: latest)
    return Self(operation: .throttle(self, throttle))
  }
}
