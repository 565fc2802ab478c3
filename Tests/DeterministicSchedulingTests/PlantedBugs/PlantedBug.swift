import DeterministicScheduling
import Testing

/// A small piece of app code with an order-dependent bug, beside the same piece without it.
///
/// The plain order hides each of these bugs, as a developer's machine does. They measure what a strategy is worth: how
/// many schedules it needs until one shows the bug.
struct PlantedBug: Sendable {
  enum Version: Sendable { case buggy, corrected }

  let name: String
  /// Runs the app code once and says whether what it promises was kept.
  let keepsItsPromise: @Sendable (Version) async -> Bool

  static let all = [
    doubleDownload, twoCallsOfAnActor, overdraft, lostUpdate, lastWriteWins, subscribeAfterSend, cancelledBetweenAwaits,
    debounceRestart,
    refreshStampede, pagesOutOfOrder, missedWakeUp, mergedStreams, unsynchronisedInit, staleRollback,
    profileAfterLogout,
  ]
}

extension PlantedBug: CustomTestStringConvertible {
  var testDescription: String { name }
}

/// The way to a server, a disk or another process and back: some turns of the schedule go by.
func roundTrip(turns: Int = 1) async {
  // conventions:ignore yielding - the order of tasks that yield is the subject
  for _ in 0..<turns { await Task.yield() }
}

/// Starts a task that a trace can call by its name, where tasks have names.
@discardableResult
func start<Value: Sendable>(_ name: String, _ body: @escaping @Sendable () async -> Value) -> Task<Value, Never> {
  #if compiler(>=6.2)
    Task(name: name) { await body() }
  #else
    Task { await body() }
  #endif
}
