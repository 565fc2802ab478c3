/// What is known of the throttled effects of one identifier.
struct ThrottleRecord<Action> {
  struct Pending {
    let effect: StoreEffect<Action>
    let scope: StoreEffectScope
    let origin: StoreEffectOrigin
    let then: () -> Void
  }

  let throttle: StoreEffectThrottle
  /// How much time has passed since the last one started.
  let elapsed: () -> Duration
  /// The one that starts next.
  var pending: Pending?
  /// The scope that waits for the end of the interval: that of the first effect that was too early.
  var waitingScope: StoreEffectScope?
  /// Counts the waits, so that one that was taken back is known when it ends late.
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
    let pending = throttles[id]?.pending
    throttles[id]?.pending = nil
    throttles[id]?.waitCount += 1
    pending?.then()
  }

  /// Sees to the effects that wait after a scope was cancelled: the wait may have been in that scope and be for an
  /// effect that took another's place and is not in it.
  func renewThrottledWaits() {
    for (id, record) in throttles where record.waitingScope?.isCancelled == true {
      throttles[id]?.waitingScope = nil
      guard let pending = record.pending else { continue }
      if pending.scope.isCancelled { takeBackThrottled(id) } else { waitForEndOfInterval(record.throttle) }
    }
  }

  private func startNow(_ arrival: ThrottleRecord<Action>.Pending, _ throttle: StoreEffectThrottle) {
    let waitCount = throttles[throttle.id]?.waitCount ?? 0
    throttles[throttle.id] = ThrottleRecord(throttle: throttle, elapsed: throttle.stopwatch(), waitCount: waitCount)
    start(arrival.effect, in: arrival.scope, origin: arrival.origin, then: arrival.then)
  }

  /// Waits as a part of the effect that is to start, so that the wait is cancelled with it.
  private func waitForEndOfInterval(_ throttle: StoreEffectThrottle) {
    guard let record = throttles[throttle.id], let pending = record.pending else { return }
    let number = record.waitCount + 1
    throttles[throttle.id]?.waitCount = number
    throttles[throttle.id]?.waitingScope = pending.scope
    let rest = throttle.interval - record.elapsed()
    let clock = throttle.clock
    let pause = StoreEffect<Action>.run { _ in try await clock.sleep(for: rest) }
    start(pause, cancellableBy: throttle.id, in: pending.scope, origin: pending.origin) { [self] in
      guard let record = throttles[throttle.id], record.waitCount == number, let pending = record.pending else {
        return
      }
      startNow(pending, throttle)
    }
  }
}
