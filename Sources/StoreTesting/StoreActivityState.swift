import TestingSupportCore

/// What a test store has received and not yet asserted, and which effects are running: everything that decides whether
/// a wait ends and whether the test may finish.
///
/// A pure state machine, which calls no other code. Transitions return the waiters to signal and the tasks to cancel;
/// the caller does so after releasing the lock.
struct StoreActivityState<Received: Sendable>: Sendable {
  private var received: ArraySlice<Received> = []
  private var skipped: [(received: Received, place: String)] = []
  private var effects: [Int: StoreEffectRecord] = [:]
  private var effectCount = 0
  private var activeCount = 0
  private var taskCount = 0
  private var sleepers: [(event: Event, waiter: Waiter)] = []
  private var listener: Task<Void, Never>?
  private(set) var isClosed = false

  /// What a test can wait for.
  enum Event: Sendable {
    /// More than `after` actions are unasserted, or no more can arrive.
    case action(after: Int)
    /// Every task has ended, those of cancelled effects too.
    case end
  }

  var unasserted: ArraySlice<Received> { received }

  /// Whether an effect may still send actions.
  var isRunning: Bool { activeCount > 0 }

  /// The effects that may still send actions, oldest first.
  var running: [StoreEffectRecord] { inOrder { $0.isActive } }

  /// The effects whose task has not ended, though they may be cancelled, oldest first.
  var unended: [StoreEffectRecord] { inOrder { $0.hasTask } }

  /// The effects that did not finish with the last action they sent, oldest first: whether they finished before the
  /// test was a race.
  var unobserved: [StoreEffectRecord] { inOrder { $0.isUnobserved } }

  private func inOrder(_ isIncluded: (StoreEffectRecord) -> Bool) -> [StoreEffectRecord] {
    effects.values.filter(isIncluded).sorted { $0.number < $1.number }
  }

  private func hasHappened(_ event: Event) -> Bool {
    switch event {
    case .action(let count): received.count > count || (listener == nil && activeCount == 0)
    case .end: taskCount == 0
    }
  }
}

// MARK: - What happens in the store

extension StoreActivityState {
  /// An effect is to start.
  mutating func begin(_ origin: StoreEffectOrigin) -> Int {
    effectCount += 1
    activeCount += 1
    taskCount += 1
    effects[effectCount] = StoreEffectRecord(number: effectCount, origin: origin)
    return effectCount
  }

  /// The effect's task now exists; returned if the caller has to cancel it immediately.
  mutating func attach(_ task: Task<Void, Never>, to number: Int) -> Task<Void, Never>? {
    if isClosed { return task }
    effects[number]?.task = task
    return nil
  }

  /// An effect sent an action.
  mutating func receive(_ action: Received) -> [Waiter] {
    guard !isClosed else { return [] }
    received.append(action)
    return wakeable()
  }

  /// The effect's work starts, or continues after it sent an action: no other work has run since.
  mutating func beginTurn(of number: Int) {
    effects[number]?.isInTurn = true
  }

  /// Other work has run.
  mutating func endTurn(of number: Int) {
    effects[number]?.isInTurn = false
  }

  /// What followed the effects shows that they have finished.
  mutating func discardUnobserved(_ numbers: some Sequence<Int>) {
    for number in numbers where effects[number]?.isUnobserved == true { effects[number] = nil }
  }

  /// The effect's task has ended.
  ///
  /// - Parameter isExact: Whether the order of events is the same in every run, so that it isn't a race whether the
  ///   effect finishes before the test.
  mutating func end(_ number: Int, isExact: Bool) -> [Waiter] {
    guard let effect = effects[number], effect.hasTask else { return [] }
    taskCount -= 1
    if effect.isActive { activeCount -= 1 }
    if isExact || effect.isInTurn || effect.isCancelled {
      effects[number] = nil
    } else {
      effects[number]?.phase = .finishedUnobserved
      effects[number]?.task = nil
    }
    return wakeable()
  }

  /// Effects were cancelled: they send no more actions, but their tasks may take a while to finish.
  mutating func cancel(_ numbers: some Sequence<Int>) -> (tasks: [Task<Void, Never>], waiters: [Waiter]) {
    var tasks: [Task<Void, Never>] = []
    for number in numbers where effects[number]?.isActive == true {
      effects[number]?.phase = .cancelled
      activeCount -= 1
      if let task = effects[number]?.task { tasks.append(task) }
    }
    return (tasks, wakeable())
  }
}

extension StoreActivityState {
  /// Actions may arrive without a known effect: from a store that publishes them.
  mutating func beginListening(_ task: Task<Void, Never>) {
    listener = task
  }

  /// The store publishes no more actions.
  mutating func endListening() -> [Waiter] {
    listener = nil
    return wakeable()
  }
}

// MARK: - What the test asks for

extension StoreActivityState {
  /// Takes the oldest action that has not been asserted.
  mutating func takeFirst() -> Received? {
    received.popFirst()
  }

  /// Takes the oldest actions that have not been asserted.
  mutating func takeFirst(_ count: Int) -> ArraySlice<Received> {
    defer { received.removeFirst(min(count, received.count)) }
    return received.prefix(count)
  }

  /// Takes all actions that have not been asserted.
  mutating func takeAll() -> ArraySlice<Received> {
    defer { received = [] }
    return received
  }

  /// Stores actions that were skipped, in case the test expects one of them later.
  ///
  /// - Parameter place: What the test did instead, as text.
  mutating func skip(_ taken: some Sequence<Received>, at place: String) {
    skipped += taken.map { ($0, place) }
  }

  /// Where the latest of these actions was passed over.
  func placeSkipping(_ isIncluded: (Received) -> Bool) -> String? {
    skipped.last { isIncluded($0.received) }?.place
  }

  /// Whether the event has happened; if not, `waiter` is signaled when it does.
  mutating func hasHappened(_ event: Event, elseWake waiter: Waiter) -> Bool {
    if hasHappened(event) { return true }
    sleepers.append((event, waiter))
    return false
  }

  /// Forgets a waiter that has timed out.
  mutating func forget(_ waiter: Waiter) {
    sleepers.removeAll { $0.waiter === waiter }
  }

  /// The test knows how its effects finished.
  mutating func discardUnobserved() {
    for effect in unobserved { effects[effect.number] = nil }
  }

  /// Forgets the effects whatever they do, after they have been reported.
  mutating func abandonEffects() -> [Task<Void, Never>] {
    defer { (effects, activeCount, taskCount) = ([:], 0, 0) }
    return effects.values.compactMap(\.task)
  }

  /// The store is deallocated: nothing is received from now on.
  mutating func close() -> [Task<Void, Never>] {
    isClosed = true
    skipped = []
    return effects.values.compactMap(\.task) + [listener].compactMap { $0 }
  }

  private mutating func wakeable() -> [Waiter] {
    let woken = sleepers.filter { hasHappened($0.event) }
    guard !woken.isEmpty else { return [] }
    sleepers = sleepers.filter { !hasHappened($0.event) }
    return woken.map(\.waiter)
  }
}
