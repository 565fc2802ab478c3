internal import TestingSupportCore

/// How a test depends on outside events: the helpers that wait for them, and the work outside the test.
struct OutsideState: Sendable {
  /// A helper that waits for outside events when the test cannot make progress.
  struct PatientHelper {
    let patience: Duration
    let task: UInt64
  }

  /// How many calls of `withOutsideWork` are running: virtual time does not advance during these.
  private var workCount = 0
  /// How many of these have begun or ended, and how many waits of helpers have begun.
  private(set) var changes = 0
  private var helpers: [IdleRequest: PatientHelper] = [:]
  // When to check next whether a helper has waited long enough, in the time that the process was given.
  private var nextCheck: Duration?
  /// Checks then.
  var watch: WaitDeadline?

  var holdsTime: Bool { workCount > 0 }

  mutating func beginWork() {
    workCount += 1
    changes += 1
  }

  mutating func endWork() {
    workCount -= 1
    changes += 1
  }

  mutating func noteWait() { changes += 1 }

  mutating func add(_ request: IdleRequest, _ helper: PatientHelper) {
    helpers[request] = helper
  }

  mutating func remove(_ request: IdleRequest) {
    if !helpers.isEmpty { helpers[request] = nil }
  }

  /// Returns how long to wait for a check, if a check is needed: the test is idle, and no earlier check is scheduled.
  mutating func arrangeCheck(idleSince start: RestStart) -> Duration? {
    guard let shortest = helpers.values.map(\.patience).min() else { return nil }
    let delay = start.missing(to: shortest)
    let check = TimeoutTimer.shared.given + delay
    if let nextCheck, nextCheck <= check { return nil }
    nextCheck = check
    return delay
  }

  /// A check is due.
  mutating func beginCheck() {
    nextCheck = nil
  }

  /// Takes the helpers that have waited long enough.
  mutating func takeDue(
    idleSince start: RestStart,
    _ reason: TimeoutReason
  ) -> [(request: IdleRequest, task: UInt64)] {
    let elapsed = start.elapsed(reason)
    let due = helpers.filter { $0.value.patience <= elapsed }.sorted { $0.key.id < $1.key.id }
    for (request, _) in due { helpers[request] = nil }
    return due.map { ($0.key, $0.value.task) }
  }
}
