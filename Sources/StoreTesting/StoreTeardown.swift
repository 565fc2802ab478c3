import Testing
import TestingSupportCore

/// The end of a test store: what it leaves behind fails the test.
struct StoreTeardown: Sendable {
  private let source: any StoreTeardownSource

  init<State, Action>(of activity: Locked<StoreActivityState<ReceivedAction<State, Action>>>) {
    source = ActivityTeardownSource(activity: activity)
  }

  /// Whether there is anything left that may still change.
  var isOpen: Bool { source.isOpen }

  /// Cancels what is left and, if it is to be reported, fails the test at each line of it that set off something left.
  func tearDown(isReported: Bool) {
    let left = source.close()
    for task in left.tasks { task.cancel() }
    guard isReported else { return }
    if let first = left.unasserted.first { report(left.unasserted.map(\.name), sourceLocation: first.sourceLocation) }
    for effect in left.running { reportRunning(effect.origin) }
    for effect in left.unobserved { reportUnobserved(effect.origin) }
  }

  private func report(_ unasserted: [String], sourceLocation: SourceLocation) {
    recordIssue(
      """
      The test ended with \(unasserted.counted("received action")) not yet asserted
      \(unasserted.asList)
      Assert each with `await store.receive(…)`, or skip them with `await store.skipReceived()`.
      """,
      sourceLocation: sourceLocation
    )
  }

  private func reportRunning(_ origin: StoreEffectOrigin) {
    recordIssue(
      """
      An effect of \(origin.action.name) was still running when the test ended
      Await `store.finish()`, send an action that cancels it, or call `await store.skipInFlightEffects()`.
      """,
      sourceLocation: origin.sourceLocation
    )
  }

  private func reportUnobserved(_ origin: StoreEffectOrigin) {
    recordIssue(
      """
      An effect of \(origin.action.name) may have outlived the test
      It kept running after its last action; whether it finished first was a race.
      Await `store.finish()`, or make the test `.deterministic`.
      """,
      sourceLocation: origin.sourceLocation
    )
  }
}

/// What a store left behind.
private struct UnfinishedStoreWork {
  let unasserted: [(name: String, sourceLocation: SourceLocation)]
  let running: [StoreEffectRecord]
  let unobserved: [StoreEffectRecord]
  let tasks: [Task<Void, Never>]
}

// Erases the types of state and action, which don't matter for the teardown and need not be `Sendable`.
private protocol StoreTeardownSource: Sendable {
  var isOpen: Bool { get }
  func close() -> UnfinishedStoreWork
}

private struct ActivityTeardownSource<State, Action>: StoreTeardownSource {
  let activity: Locked<StoreActivityState<ReceivedAction<State, Action>>>

  var isOpen: Bool {
    activity.withLock { $0.isRunning || !$0.unasserted.isEmpty }
  }

  func close() -> UnfinishedStoreWork {
    let (received, running, unobserved, tasks) = activity.withLock { activity in
      let left = (activity.unasserted, activity.running, activity.unobserved)
      return (left.0, left.1, left.2, activity.close())
    }
    let unasserted = received.filter { !$0.isReported }.map { (name: $0.name, sourceLocation: $0.sourceLocation) }
    return UnfinishedStoreWork(unasserted: unasserted, running: running, unobserved: unobserved, tasks: tasks)
  }
}

extension [String] {
  /// "1 received action", "2 received actions".
  func counted(_ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  /// The elements on separate lines, repeated ones on one line, up to a readable number.
  var asList: String {
    var runs: [(text: String, count: Int)] = []
    for (index, text) in enumerated() {
      if runs.last?.text == text {
        runs[runs.count - 1].count += 1
      } else if runs.count < 10 {
        runs.append((text, 1))
      } else {
        runs.append(("… and \(count - index) more", 1))
        break
      }
    }
    return runs.map { $0.count == 1 ? "  \($0.text)" : "  \($0.text) × \($0.count)" }.joined(separator: "\n")
  }
}
