import Testing
import TestingSupportCore

/// Discards the trial of a property unless a condition holds.
///
/// Use this function when a rule holds for some values only, and no generator draws just those. Unlike an early return,
/// it draws another trial instead:
///
/// ```swift
/// await expectAll { (total: Int, count: Int) in
///   try assume(count != 0 && count != -1)
///   #expect(total / count * count + total % count == total)
/// }
/// ```
///
/// If ten times as many trials are discarded as are requested, the property fails. Outside a property, a condition that
/// is `false` records an issue.
///
/// - Parameters:
///   - condition: What the rest of the property requires.
///   - sourceLocation: The source location of the issue outside a property.
/// - Throws: An error that ends the trial, if `condition` is `false`.
public func assume(_ condition: Bool, sourceLocation: SourceLocation = #_sourceLocation) throws {
  guard !condition else { return }
  if let trial = CurrentValueSource.trialSource?.trial {
    trial.mark { $0.isDiscarded = true }
  } else {
    recordIssue(
      "`assume` requires a property\nThere is no trial to discard.\nCall it inside `expectAll` or `expectModel`.",
      sourceLocation: sourceLocation
    )
  }
  throw DiscardedTrial()
}

/// Ends a trial whose values do not meet an assumption.
struct DiscardedTrial: Error {}
