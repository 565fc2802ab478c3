import Testing
import TestingSupportCore

extension ReducerLoop {
  /// Starts an effect; `then` is called when nothing of it is left to be done, which may be before this returns.
  func start(
    _ effect: StoreEffect<Action>,
    in scope: StoreEffectScope,
    origin: StoreEffectOrigin,
    then: @escaping () -> Void
  ) {
    scope.begin()
    perform(effect.operation, in: scope, origin: origin) {
      scope.end()
      then()
    }
  }

  private func perform(
    _ operation: StoreEffect<Action>.Operation,
    in scope: StoreEffectScope,
    origin: StoreEffectOrigin,
    then: @escaping () -> Void
  ) {
    if scope.isCancelled { return then() }
    switch operation {
    case .none:
      then()
    case .send(let action):
      deliver(action, from: origin)
      then()
    case .run(let work):
      run(work, in: scope, origin: origin, then: then)
    case .merge(let effects):
      merge(effects, in: scope, origin: origin, then: then)
    case .concatenate(let effects):
      concatenate(effects[...], in: scope, origin: origin, then: then)
    case .cancellable(let effect, let id, let cancelInFlight):
      if cancelInFlight { cancelOthers(of: id, startedIn: scope) }
      start(effect, cancellableBy: id, in: scope, origin: origin, then: then)
    case .cancel(let id):
      cancel(id)
      then()
    case .throttle(let effect, let throttle):
      start(effect, throttledBy: throttle, in: scope, origin: origin, then: then)
    }
  }

  private func merge(
    _ effects: [StoreEffect<Action>],
    in scope: StoreEffectScope,
    origin: StoreEffectOrigin,
    then: @escaping () -> Void
  ) {
    guard !effects.isEmpty else { return then() }
    var left = effects.count
    for effect in effects {
      start(effect, in: scope, origin: origin) {
        left -= 1
        if left == 0 { then() }
      }
    }
  }

  private func concatenate(
    _ effects: ArraySlice<StoreEffect<Action>>,
    in scope: StoreEffectScope,
    origin: StoreEffectOrigin,
    then: @escaping () -> Void
  ) {
    guard let first = effects.first, !scope.isCancelled else { return then() }
    let part = StoreEffectScope(partOf: scope)
    start(first, in: part, origin: origin) { [self] in
      guard isFollowed({ concatenate(effects.dropFirst(), in: scope, origin: origin, then: then) }) else { return }
      activity.withLock { $0.discardUnobserved(part.finishedWork) }
    }
  }
}

// MARK: - Work

extension ReducerLoop {
  /// Whether what happens does so in the same order in every run.
  private var isExact: Bool { CurrentTestSchedule.schedule != nil }

  private func run(
    _ work: @escaping StoreEffect<Action>.Work,
    in scope: StoreEffectScope,
    origin: StoreEffectOrigin,
    then: @escaping () -> Void
  ) {
    let number = activity.withLock { $0.begin(origin) }
    scope.work.insert(number)
    stepCount += 1
    workToBegin += 1
    let send = StoreSend<Action> { [self] action in
      guard !scope.isCancelled else { return }
      let isLate = !scope.work.contains(number)
      if isLate { reportLate(action, from: origin) }
      deliver(action, from: origin, isReported: isLate)
      handleReturned()
      beginTurn(of: number)
    }
    let task = Task { [self] in
      workHasBegun()
      beginTurn(of: number)
      do {
        if !scope.isCancelled { try await work(send) }
      } catch {
        report(error, from: origin, isCancelled: scope.isCancelled)
      }
      scope.finish(number)
      // What follows shows that this work has finished.
      if isFollowed(then) { activity.withLock { $0.beginTurn(of: number) } }
      handleReturned()
      let isExact = isExact
      for waiter in activity.withLock({ $0.end(number, isExact: isExact) }) { waiter.signal() }
    }
    activity.withLock { $0.attach(task, to: number) }?.cancel()
  }

  /// Records that the work continues, and enqueues a job that records the end of its turn: the main actor runs its jobs
  /// in order, so that job runs before anything that this work may wait for.
  private func beginTurn(of number: Int) {
    activity.withLock { $0.beginTurn(of: number) }
    guard !isExact else { return }
    Task { [activity] in activity.withLock { $0.endTurn(of: number) } }
  }

  /// Whether the next step starts work or sends an action.
  private func isFollowed(_ next: () -> Void) -> Bool {
    let before = stepCount
    next()
    return stepCount > before
  }

  private func workHasBegun() {
    workToBegin -= 1
    guard workToBegin == 0 else { return }
    let actions = onAllBegun
    onAllBegun = []
    for action in actions { action() }
  }

  private func reportLate(_ action: Action, from origin: StoreEffectOrigin) {
    // The test has finished, or has skipped the rest: nothing is left to assert.
    if activity.withLock({ $0.isClosed }) { return }
    recordIssue(
      """
      An effect of \(origin.action.name) sent \(NamedAction(action).name) after it had finished
      Await the task that sends the action inside the effect.
      """,
      sourceLocation: origin.sourceLocation
    )
  }

  private func report(_ error: any Error, from origin: StoreEffectOrigin, isCancelled: Bool) {
    if error is CancellationError || isCancelled { return }
    recordIssue(
      """
      An effect of \(origin.action.name) threw an error that nothing catches
      \(String(describingForTest: error))
      Catch it in `run(_:catch:)` and send an action that says so.
      """,
      sourceLocation: origin.sourceLocation
    )
  }
}

// MARK: - Cancellation

extension ReducerLoop {
  func start(
    _ effect: StoreEffect<Action>,
    cancellableBy id: StoreEffectID,
    in parent: StoreEffectScope,
    origin: StoreEffectOrigin,
    then: @escaping () -> Void
  ) {
    let scope = StoreEffectScope(parent: parent)
    cancellableScopes[id, default: []].append(scope)
    start(effect, in: scope, origin: origin) { [self] in
      cancellableScopes[id]?.removeAll { $0 === scope }
      if cancellableScopes[id]?.isEmpty == true { cancellableScopes[id] = nil }
      then()
    }
  }

  private func cancel(_ id: StoreEffectID) {
    takeBackThrottled(id)
    for scope in cancellableScopes[id] ?? [] { cancel(scope) }
  }

  /// Cancels the effects of an identifier that an effect takes over, but not those that the effect is a part of.
  private func cancelOthers(of id: StoreEffectID, startedIn innermost: StoreEffectScope) {
    takeBackThrottled(id)
    for scope in cancellableScopes[id] ?? [] where !scope.contains(innermost) { cancel(scope) }
  }

  func cancel(_ scope: StoreEffectScope) {
    let numbers = scope.cancel()
    let (tasks, waiters) = activity.withLock { $0.cancel(numbers) }
    for task in tasks { task.cancel() }
    renewThrottledWaits()
    for waiter in waiters { waiter.signal() }
  }
}
