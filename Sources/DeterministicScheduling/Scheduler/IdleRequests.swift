internal import TestingSupportCore

/// All helpers that wait for a test to be idle, by what they wait for.
struct IdleRequests: Sendable {
  enum Occasion {
    /// A sleeper was woken, and what it enqueued has run: no other sleeper, even if it is due.
    case woken
    case settled
    case stalled
    /// The test is stalled, or its time stands still, and a helper has waited long enough for an outside event.
    case overdue
    case timeHeld
  }

  /// How many helpers may resume because the test has settled, without a turn of the body, before time passes all the same.
  private static var settlingLimit: Int { 2 * IdleRequestQueue.overtakingLimit }

  private var settled = IdleRequestQueue()
  private var stalled = IdleRequestQueue()
  private var timePassed: [(request: IdleRequest, task: Int?)] = []
  private var woken = IdleRequestQueue()
  private var overdue = IdleRequestQueue()
  private var timeHeld = IdleRequestQueue()
  private var settledCount = 0
  // The task whose request was answered last: a request without a task continues what that task began.
  private var told: Int?

  /// Whether tasks settle again and again, so that time would never pass.
  var isSettlingEndless: Bool { settledCount >= Self.settlingLimit }

  /// Whether a helper waits until the test has settled.
  var isAnySettling: Bool { !settled.isEmpty }

  mutating func append(_ request: IdleRequest, when idleness: Idleness, for task: Int?) {
    let isContinued = task == nil && told != nil
    switch idleness {
    case .settled: settled.append(request, of: task ?? told, isContinued: isContinued)
    case .stalled: stalled.append(request, of: task ?? told, isContinued: isContinued)
    case .stalledWithoutOutside:
      stalled.append(request, of: task ?? told, isContinued: isContinued, yieldsToOutside: true)
    case .timeHeld: timeHeld.append(request, of: task ?? told, isContinued: isContinued)
    }
  }

  /// A helper has waited long enough for an outside event.
  mutating func appendOverdue(_ request: IdleRequest, for task: Int?) { overdue.append(request, of: task) }

  mutating func appendWhenTimePassed(_ request: IdleRequest, for task: Int?) {
    timePassed.append((request, task ?? told))
  }

  mutating func remove(_ request: IdleRequest) {
    if !timePassed.isEmpty { timePassed.removeAll { $0.request == request } }
    woken.remove(request)
    settled.remove(request)
    stalled.remove(request)
    overdue.remove(request)
    timeHeld.remove(request)
  }

  /// Virtual time has reached the end of a sleep.
  mutating func noteTimePassed() {
    settledCount = 0
    if timePassed.isEmpty { return }
    for (request, task) in timePassed { woken.append(request, of: task) }
    timePassed = []
  }

  /// The body of the test has a turn.
  mutating func noteProgress() {
    settledCount = 0
  }

  /// The task whose request was answered has made its next request.
  mutating func endAnswer() {
    told = nil
  }

  /// Takes the request that is next of those that wait for an occasion.
  ///
  /// - Parameter isOutsideAwaited: Whether a helper waits for an outside event, with a limit.
  mutating func next(_ occasion: Occasion, _ tasks: TaskNumbers, isOutsideAwaited: Bool = false) -> IdleRequest? {
    let next =
      switch occasion {
      case .woken: woken.popNext(tasks.isStarted)
      case .settled: settled.popNext(tasks.isStarted)
      case .stalled: stalled.popNext(isOutsideAwaited: isOutsideAwaited, tasks.isStarted)
      case .overdue: overdue.popNext(tasks.isStarted)
      case .timeHeld: timeHeld.popNext(tasks.isStarted)
      }
    guard let next else { return nil }
    if occasion == .settled, !next.isContinued { settledCount += 1 }
    told = next.task
    return next.request
  }
}
