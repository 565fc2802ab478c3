import Testing
import TestingSupportCore

/// Runs a property for one trial.
struct PropertyTrial {
  enum Outcome {
    case holds
    case fails(PropertyFailure)
    /// The values did not meet what the property assumes.
    case discarded
    /// The trial has cancelled the test.
    case cancelled

    var failure: PropertyFailure? {
      if case .fails(let failure) = self { failure } else { nil }
    }
  }

  let property: Property
  let report: PropertyReport
  /// The warnings that were passed on to the test.
  private let warnings = Locked<Set<String>>([])

  init(property: Property, report: PropertyReport) {
    self.property = property
    self.report = report
  }

  /// Runs the property without recording its failures. Each of its warnings is passed to the test once.
  func run(_ trial: Trial, isolation: isolated (any Actor)? = #isolation) async -> Outcome {
    let warnings = warnings
    let issues = await capturingIssues(
      sourceLocation: report.sourceLocation,
      where: { issue in
        if issue.failsItsTest { return true }
        let text = "\(issue.sourceLocation.map { "\($0)" } ?? "") \(issue)"
        return !warnings.withLock { $0.insert(text).inserted }
      },
      { try await property.check(with: trial) }
    )
    let record = trial.record
    if record.isCancelled { return .cancelled }
    if record.isInvalid { return .discarded }
    if let first = issues.first(where: { issue in issue.failsItsTest }) { return .fails(PropertyFailure(first: first)) }
    return record.isDiscarded ? .discarded : .holds
  }

  /// Runs the property so that its issues fail the test; whether there were any.
  func runOpenly(_ trial: Trial, isolation: isolated (any Actor)? = #isolation) async -> Bool {
    let fails = Locked(false)
    // It knows none of the issues. It sees them before a `withKnownIssue` around the property does, for which the property
    // fails all the same.
    await withKnownIssue(isIntermittent: true) {
      do {
        try await property.check(with: trial)
      } catch {
        fails.withLock { $0 = true }
        // The failed requirement is already reported.
        if !(error is ExpectationFailedError) { report.caught(error) }
      }
    } matching: { issue in
      if issue.failsItsTest { fails.withLock { $0 = true } }
      return false
    }
    return fails.withLock { $0 }
  }
}
