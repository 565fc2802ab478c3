import DeterministicScheduling
import Testing

/// What is wrong with one run of a scenario.
enum ScenarioFailure: Hashable, Sendable {
  /// The system, or what it uses, has recorded an issue.
  case issue(SourceLocation?)
  case neverReturned
  case noSequentialOrder

  /// - Returns: `nil` if nothing is wrong.
  init?<Model>(_ run: ExploredRun<CallHistory<Model>>, model: Model) {
    if let issue = run.issues.first {
      self = .issue(issue.sourceLocation)
    } else if let history = run.outcome, !history.isExplained(by: model) {
      self = history.entries.contains { $0.result == nil } ? .neverReturned : .noSequentialOrder
    } else {
      return nil
    }
  }
}
