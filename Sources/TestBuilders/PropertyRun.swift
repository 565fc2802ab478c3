import Testing
import TestingSupportCore

/// Tries a property again and again: with random values first, then with those of smaller and smaller failing cases.
struct PropertyRun {
  // How many trials may be discarded, and how many may be run to reach a share of classes, for each requested trial.
  private static let mostDiscardedPerTrial = 10
  private static let mostAddedPerTrial = 9

  let trial: PropertyTrial
  let report: PropertyReport
  /// How many smaller inputs to try.
  let shrinkAttempts: Int
  private let kept: KeptInputs?

  init(property: Property, report: PropertyReport, shrinkAttempts: Int) {
    trial = PropertyTrial(property: property, report: report)
    self.report = report
    self.shrinkAttempts = shrinkAttempts
    kept = KeptInputs(of: report.sourceLocation)
  }

  /// Tries the property until it fails, and reports the smallest case in which it does.
  func tryAll(_ trials: Int, isolation: isolated (any Actor)? = #isolation) async {
    let source = CurrentValueSource.source(at: report.place)
    let decks = SpecialDecks()
    var health = TrialHealth(report: report)
    var classification = Classification()
    var (number, discarded) = (0, 0)
    while number < trials
      || !classification.missed.isEmpty && number < trials * (1 + Self.mostAddedPerTrial)
        && !classification.isMissedForCertain
    {
      let random = Trial(seed: source.nextSeed(), decks: decks)
      health.begin()
      let outcome = await trial.run(random)
      health.end(random.record)
      switch outcome {
      case .cancelled: return
      case .discarded:
        discarded += 1
        guard discarded < max(Self.mostDiscardedPerTrial * trials, 100) else {
          return report.discarded(discarded, checked: number)
        }
      case .holds:
        number += 1
        classification.count(random.record)
      case .fails(let failure):
        if Task.isCancelled { return report.cancelled(in: number + 1) }
        return await shrink(random.record, failure, in: number + 1)
      }
    }
    report.classes(classification)
  }

  /// Tries the property with the inputs that failed in earlier runs, and drops those that do not; whether it holds.
  func tryKept(isolation: isolated (any Actor)? = #isolation) async -> Bool {
    for input in kept?.inputs ?? [] {
      let repeated = Trial(repeating: input)
      let outcome = await trial.run(repeated)
      if case .cancelled = outcome { return false }
      guard outcome.failure != nil, !repeated.record.isMisfit else {
        kept?.drop(input)
        continue
      }
      let shown = Trial(repeating: input, takesNotes: true)
      guard await trial.runOpenly(shown) else { continue }
      report.failed(
        shown.record,
        "The property failed for an input that was kept from an earlier run",
        seed: nil
      )
      return false
    }
    return true
  }

  /// Tries the property with one case; whether it holds.
  func replay(_ choices: [UInt64], isolation: isolated (any Actor)? = #isolation) async -> Bool {
    let repeated = Trial(repeating: choices, takesNotes: true)
    let fails = await trial.runOpenly(repeated)
    let record = repeated.record
    if record.isMisfit {
      report.misfit(choices)
    } else if fails {
      report.failed(
        record,
        "The property failed for the replayed input",
        seed: report.seedToTell()
      )
    } else if record.isDiscarded || record.isInvalid {
      report.discardedReplay(choices)
      return false
    }
    return !fails && !record.isCancelled
  }

  private func shrink(
    _ record: Trial.Record,
    _ failure: PropertyFailure,
    in number: Int,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    var shrinker = Shrinker(record, limit: shrinkAttempts)
    await shrinker.shrink { choices in
      let smaller = Trial(repeating: choices)
      let isSame = await trial.run(smaller).failure?.isAlike(failure) == true
      return isSame ? smaller.record : nil
    }
    let smallest = Trial(repeating: shrinker.smallest.choices.map(\.value), takesNotes: true)
    let seed = report.seedToTell()
    if await trial.runOpenly(smallest) {
      let introduction =
        "The property failed in trial \(number)\nSmallest failing input, found in \(shrinker.tries) attempts:"
      let limitReached = shrinker.mayTry ? nil : "A smaller input may fail.\nRaise `shrinkAttempts:` to look for it."
      let problem = kept?.keep(smallest.record.choices.map(\.value))
      report.failed(
        smallest.record,
        introduction,
        seed: seed,
        [limitReached, problem.map { "The input could not be kept for the next run: \($0)" }].compactMap(\.self)
      )
    } else {
      report.failedOnlyOnce(failure, in: number, smallest.record, seed: seed)
    }
  }
}
