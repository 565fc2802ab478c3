import Testing
import TestingSupportCore

/// Warns of trials that take very long, and of those with very many values, once each.
struct TrialHealth {
  private static let manyChoices = 20_000

  let report: PropertyReport
  private var start = ContinuousClock.now
  private var isSlow = false
  private var isLarge = false

  init(report: PropertyReport) {
    self.report = report
  }

  /// A trial begins.
  mutating func begin() {
    start = .now
  }

  /// A trial has ended.
  mutating func end(_ record: Trial.Record) {
    let duration = ContinuousClock.now - start
    // Virtual time doesn't measure how long a trial takes.
    if !isSlow, CurrentTestSchedule.schedule == nil, duration > WaitLimit.current {
      isSlow = true
      report.warn(
        """
        A trial took \(duration.messageText)
        All \(report.trials) trials may take very long.
        Lower `trials:`, or draw smaller values.
        """
      )
    }
    if !isLarge, record.choices.count > Self.manyChoices {
      isLarge = true
      report.warn(
        """
        A trial made \(record.choices.count) random choices
        A failing input of that size takes long to find and to make small.
        Draw smaller collections.
        """
      )
    }
  }
}
