import Testing
import TestingSupportCore

/// Tries a property again and again: with random values first, then with those of smaller and smaller failing cases.
struct PropertyRun {
  let property: Property
  let report: PropertyReport

  /// Tries the property until it fails, and reports the smallest case in which it does.
  func tryAll(_ trials: Int, isolation: isolated (any Actor)? = #isolation) async {
    let source = CurrentValues.source(at: report.place)
    for number in 1...trials {
      let trial = Trial(seed: source.nextSeed())
      guard let failure = await failure(of: trial) else { continue }
      if Task.isCancelled { return report.cancelled(in: number) }
      var shrinker = Shrinker(trial.record)
      await shrinker.shrink { choices in
        let smaller = Trial(repeating: choices)
        let isSame = await self.failure(of: smaller)?.isAlike(failure) == true
        return isSame ? smaller.record : nil
      }
      return await show(shrinker.smallest.choices.map(\.value), failure, in: number, after: shrinker.tries)
    }
  }

  /// Tries the property with one case; whether it holds.
  func replay(_ choices: [UInt64], isolation: isolated (any Actor)? = #isolation) async -> Bool {
    let trial = Trial(repeating: choices, takesNotes: true)
    let fails = await runOpenly(trial)
    if trial.record.isMisfit {
      report.misfit(choices)
    } else if fails {
      report.failed(
        trial.record,
        "The property fails in the case that was asked for:",
        seed: report.seedToTell()
      )
    }
    return !fails
  }

  private func show(
    _ choices: [UInt64],
    _ failure: PropertyFailure,
    in number: Int,
    after tries: Int,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    let trial = Trial(repeating: choices, takesNotes: true)
    let seed = report.seedToTell()
    if await runOpenly(trial) {
      report.failed(
        trial.record,
        "The property fails. The smallest case found in \(tries) tries after trial \(number):",
        seed: seed
      )
    } else {
      report.failedOnlyOnce(failure, in: number, trial.record, seed: seed)
    }
  }

  /// Runs the property for one trial, so that nobody sees it fail.
  private func failure(of trial: Trial, isolation: isolated (any Actor)? = #isolation) async -> PropertyFailure? {
    let issues = await capturingIssues(sourceLocation: report.sourceLocation) {
      try await property.check(with: trial)
    }
    return issues.first { $0.isFailure }.map { PropertyFailure(first: $0) }
  }

  /// Runs the property for one trial, so that its issues fail the test; whether there were any.
  private func runOpenly(_ trial: Trial, isolation: isolated (any Actor)? = #isolation) async -> Bool {
    let fails = Locked(false)
    // It knows none of the issues. It sees them before a `withKnownIssue` around the property does, for which the property
    // fails all the same.
    await withKnownIssue(isIntermittent: true) {
      do {
        try await property.check(with: trial)
      } catch {
        fails.withLock { $0 = true }
        // The expectation that was required has told already.
        if !(error is ExpectationFailedError) { report.caught(error) }
      }
    } matching: { issue in
      if issue.isFailure { fails.withLock { $0 = true } }
      return false
    }
    return fails.withLock { $0 }
  }
}
