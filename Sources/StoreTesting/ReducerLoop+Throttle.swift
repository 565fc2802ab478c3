/// What is known of the throttled effects of one identifier.
struct ThrottleRecord<Action> {
  struct Pending {
    let effect: StoreEffect<Action>
    let scope: StoreEffectScope
    let origin: StoreEffectOrigin
    let then: () -> Void
  }

  /// How much time has passed since the last one started.
  let elapsed: () -> Duration
  /// The one that starts next.
  var pending: Pending?
  /// Counts the waits for the end of an interval, so that one that was taken back is known when it ends late.
  var waitCount = 0
}

extension ReducerLoop {
  func start(
    _ effect: StoreEffect<Action>,
    throttledBy throttle: StoreEffectThrottle,
    in scope: StoreEffectScope,
    origin: StoreEffectOrigin,
    then: @escaping () -> Void
  ) {
    let arrival = ThrottleRecord.Pending(effect: effect, scope: scope, origin: origin, then: then)
    guard let record = throttles[throttle.id], record.pending != nil || record.elapsed() < throttle.interval else {
      return startNow(arrival, throttle)
    }
    if let pending = record.pending {
      if throttle.keepsLatest { throttles[throttle.id]?.pending = arrival }
      (throttle.keepsLatest ? pending : arrival).then()
    } else {
      throttles[throttle.id]?.pending = arrival
      waitForEndOfInterval(throttle)
    }
  }

  /// Forgets the effect that waits for the end of its interval.
  func takeBackThrottled(_ id: StoreEffectID) {
    guard let pending = throttles[id]?.pending else { return }
    throttles[id]?.pending = nil
    pending.then()
  }

  private func startNow(_ arrival: ThrottleRecord<Action>.Pending, _ throttle: StoreEffectThrottle) {
    let waitCount = throttles[throttle.id]?.waitCount ?? 0
    throttles[throttle.id] = ThrottleRecord(elapsed: throttle.stopwatch(), waitCount: waitCount)
    start(arrival.effect, in: arrival.scope, origin: arrival.origin, then: arrival.then)
  }

  /// Waits as a part of the effect that is to start, so that the wait is cancelled with it.
  private func waitForEndOfInterval(_ throttle: StoreEffectThrottle) {
    guard let pending = throttles[throttle.id]?.pending else { return }
    throttles[throttle.id]?.waitCount += 1
    let number = throttles[throttle.id]?.waitCount
    let rest = throttle.interval - (throttles[throttle.id]?.elapsed() ?? .zero)
    let clock = throttle.clock
    let pause = StoreEffect<Action>.run { _ in try await clock.sleep(for: rest) }
    start(pause, cancellableBy: throttle.id, in: pending.scope, origin: pending.origin) { [self] in
      guard throttles[throttle.id]?.waitCount == number else { return }
      endWait(of: throttle, in: pending.scope)
    }
  }

  private func endWait(of throttle: StoreEffectThrottle, in scope: StoreEffectScope) {
    guard let pending = throttles[throttle.id]?.pending else { return }
    // Another effect took the place of the one that waited, and only that one was cancelled: the interval goes on.
    if scope.isCancelled, !pending.scope.isCancelled { return waitForEndOfInterval(throttle) }
    throttles[throttle.id]?.pending = nil
    startNow(pending, throttle)
  }
}
