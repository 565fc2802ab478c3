import Testing

/// How a property failed in one trial.
struct PropertyFailure {
  let issues: [Issue]
  let error: (any Error)?

  /// Whether the two failed in the same place, or threw errors of the same type: a smaller case is to show the same
  /// mistake, not another one.
  func isAlike(_ other: PropertyFailure) -> Bool {
    guard let issue = issues.first, let otherIssue = other.issues.first else {
      guard issues.isEmpty, other.issues.isEmpty, let error, let otherError = other.error else { return false }
      return type(of: error) == type(of: otherError)
    }
    return issue.sourceLocation == otherIssue.sourceLocation
  }

  var text: String {
    let texts = issues.map { issue in
      "\(issue)" + (issue.sourceLocation.map { " (\($0.fileID):\($0.line))" } ?? "")
    }
    return (texts + (issues.isEmpty ? [error.map { "Caught error: \($0)" } ?? ""] : [])).joined(separator: "\n")
  }
}
