import TestingSupportCore

/// What a test store has received and not yet asserted, and which effects run: all that decides whether a wait is over
/// and whether the test may end.
///
/// Purely a state machine: it calls nobody. Transitions give back the waiters to wake and the tasks to cancel, for the
/// caller to see to after it has released the lock.
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
    /// More actions are unasserted than so many, or none can come any more.
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

  /// The effects that did not end with the action they sent last, oldest first: whether they had ended when the test
  /// did was a matter of luck.
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

  /// The effect's task exists now; it is given back if it is to be cancelled at once.
  mutating func attach(_ task: Task<Void, Never>, to number: Int) -> Task<Void, Never>? {
    if isClosed { return task }
    effects[number]?.task = task
    return nil
  }

  /// An action came back from an effect.
  mutating func receive(_ action: Received) -> [Waiter] {
    guard !isClosed else { return [] }
    received.append(action)
    return wakeable()
  }

  /// The effect's work begins, or goes on after it sent an action: no other work has had its turn since.
  mutating func beginTurn(of number: Int) {
    effects[number]?.isInTurn = true
  }

  /// Other work has had its turn.
  mutating func endTurn(of number: Int) {
    effects[number]?.isInTurn = false
  }

  /// What followed the effects says that they have ended.
  mutating func discardUnobserved(_ numbers: some Sequence<Int>) {
    for number in numbers where effects[number]?.isUnobserved == true { effects[number] = nil }
  }

  /// The effect's task has ended.
  ///
  /// - Parameter isExact: Whether the order of events is the same in every run, so that it is no matter of luck whether
  ///   the effect ended before the test did.
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

  /// Effects were cancelled: they send nothing any more, but their tasks may take a while to end.
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
  /// Actions may come without any known effect: from a store that publishes them.
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

  /// Remembers actions that were taken without being asserted, should the test ask for one later.
  ///
  /// - Parameter place: What the test did instead, in words.
  mutating func skip(_ taken: some Sequence<Received>, at place: String) {
    skipped += taken.map { ($0, place) }
  }

  /// Where the latest of these actions was passed over.
  func placeSkipping(_ isIncluded: (Received) -> Bool) -> String? {
    skipped.last { isIncluded($0.received) }?.place
  }

  /// Whether the event has happened; if not, `waiter` is woken when it does.
  mutating func hasHappened(_ event: Event, elseWake waiter: Waiter) -> Bool {
    if hasHappened(event) { return true }
    sleepers.append((event, waiter))
    return false
  }

  /// Forgets a waiter that has timed out.
  mutating func forget(_ waiter: Waiter) {
    sleepers.removeAll { $0.waiter === waiter }
  }

  /// The test knows how its effects ended.
  mutating func discardUnobserved() {
    for effect in unobserved { effects[effect.number] = nil }
  }

  /// Forgets the effects whatever they do, after they have been reported.
  mutating func abandonEffects() -> [Task<Void, Never>] {
    defer { (effects, activeCount, taskCount) = ([:], 0, 0) }
    return effects.values.compactMap(\.task)
  }

  /// The store is gone: nothing is received from now on.
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
