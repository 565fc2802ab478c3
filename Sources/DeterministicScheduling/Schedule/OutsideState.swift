internal import Dispatch
internal import TestingSupportCore

/// How a test depends on outside events: the helpers that wait for them, and the work outside the test.
struct OutsideState: Sendable {
  /// A helper that waits for outside events when the test cannot make progress.
  struct PatientHelper {
    let patience: Duration
    let task: UInt64
  }

  /// How many calls of `withOutsideWork` are running: virtual time does not advance during these.
  var workCount = 0
  private var helpers: [IdleRequest: PatientHelper] = [:]
  // When to look next whether a helper has waited long enough.
  private var nextCheck: DispatchTime?

  var holdsTime: Bool { workCount > 0 }

  mutating func add(_ request: IdleRequest, _ helper: PatientHelper) {
    helpers[request] = helper
  }

  mutating func remove(_ request: IdleRequest) {
    if !helpers.isEmpty { helpers[request] = nil }
  }

  /// Returns when to check, if a check is needed: the test is idle, and no earlier check is scheduled.
  mutating func arrangeCheck(idleSince start: DispatchTime) -> DispatchTime? {
    guard let shortest = helpers.values.map(\.patience).min() else { return nil }
    let check = start + shortest.timeInterval
    if let nextCheck, nextCheck <= check { return nil }
    nextCheck = check
    return check
  }

  /// Whether a look that was arranged is still the next one.
  mutating func beginCheck(_ check: DispatchTime) -> Bool {
    guard nextCheck == check else { return false }
    nextCheck = nil
    return true
  }

  /// Takes the helpers that have waited long enough.
  mutating func takeDue(idleSince start: DispatchTime) -> [(request: IdleRequest, task: UInt64)] {
    let now = DispatchTime.now()
    let due = helpers.filter { start + $0.value.patience.timeInterval <= now }.sorted { $0.key.id < $1.key.id }
    for (request, _) in due { helpers[request] = nil }
    return due.map { ($0.key, $0.value.task) }
  }
}
