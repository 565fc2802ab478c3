internal import Testing
internal import TestingSupportCore

/// The known issues and warnings that the runs of one test have recorded: each is passed on once, not once a run.
package final class NonfailingIssues: Sendable {
  private let seen = Locked<Set<String>>([])

  package init() {}

  /// Whether this is the first that is seen of the issue.
  func isNew(_ issue: Issue) -> Bool {
    let text = "\(issue.sourceLocation.map { "\($0)" } ?? "") \(issue)"
    return seen.withLock { $0.insert(text).inserted }
  }
}
