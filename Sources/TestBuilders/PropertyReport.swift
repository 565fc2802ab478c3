import Testing
import TestingSupportCore

/// Says how a property failed, at the line of the call that checks it.
struct PropertyReport {
  /// The function that was called: `expectAll`.
  let function: String
  let comment: Comment?
  let trials: Int
  let sourceLocation: SourceLocation

  var place: String { "\(sourceLocation.fileID):\(sourceLocation.line):\(sourceLocation.column)" }

  /// What to report about the seed, unless it was reported already. No trait reports it again.
  func seedToTell() -> String? {
    let told = SeedScope.current?.textToTell()
    // Only one of the runs of a schedule is reported, and it is not known which.
    let isKnown = SeedScope.current != nil && CurrentTestSchedule.schedule == nil
    return isKnown ? told : CurrentValueSource.seedOrigin.replayAdvice
  }

  func failed(_ record: Trial.Record, _ introduction: String, seed: String?, _ remarks: [String] = []) {
    tell([introduction] + values(of: record) + advice(for: record, seed) + remarks)
  }

  func failedOnlyOnce(_ failure: PropertyFailure, in number: Int, _ record: Trial.Record, seed: String?) {
    tell(
      [
        "The property is not reproducible",
        "It failed in trial \(number) but passed when the smallest failing input ran again, "
          + "so it depends on more than its values.", "Input:",
      ] + values(of: record) + ["It failed with:", failure.text] + advice(for: record, seed)
    )
  }

  func misfit(_ choices: [UInt64]) {
    tell(
      [
        "Replay token \"\(ReplayToken.encode(choices))\" no longer fits the property",
        "The property or a fixture has changed.", "Remove `replaying:`.",
      ]
    )
  }

  func noCode(_ text: String) {
    tell(["\"\(text)\" is not a replay token"])
  }

  func caught(_ error: any Error) {
    if let comment {
      Issue.record(error, comment, sourceLocation: sourceLocation)
    } else {
      Issue.record(error, sourceLocation: sourceLocation)
    }
  }

  func cancelled(in number: Int) {
    tell(["The test was cancelled in trial \(number) of \(trials)", "The property was not checked to the end."])
  }

  func discarded(_ discarded: Int, checked: Int) {
    tell(
      [
        "Only \(checked) of \(trials) trials met the property's assumptions",
        "\(discarded) trials were discarded.", "Draw values that meet the assumptions.",
      ]
    )
  }

  func discardedReplay(_ choices: [UInt64]) {
    tell(
      [
        "The replayed input does not meet the property's assumptions", "Nothing was checked.",
        "Remove `replaying: \"\(ReplayToken.encode(choices))\"`.",
      ]
    )
  }

  /// Attaches the shares of all classes, and reports those that are missed.
  func classes(_ classification: Classification) {
    guard !classification.isEmpty else { return }
    #if compiler(>=6.2)
      if Test.current != nil {
        Attachment.record(classification.table + "\n", named: "Trials by class.txt", sourceLocation: sourceLocation)
      }
    #endif
    let missed = classification.missed
    guard !missed.isEmpty else { return }
    tell(
      [
        "Too few trials were " + missed.map { "\"\($0)\"" }.joined(separator: " or "), "Trials by class:",
        classification.table, "Draw such values more often, or lower the share.",
      ]
    )
  }

  func warn(_ text: String) {
    #if compiler(>=6.3)
      Issue.record(Comment(rawValue: text), severity: .warning, sourceLocation: sourceLocation)
    #endif
  }

  private func values(of record: Trial.Record) -> [String] {
    record.notes.map { $0.label.isEmpty ? "  \($0.text)" : "  \($0.label) → \($0.text)" }
  }

  private func advice(for record: Trial.Record, _ seed: String?) -> [String] {
    ["Replay it with `\(function)(replaying: \"\(ReplayToken.encode(record.choices.map(\.value)))\")`."]
      + [seed].compactMap(\.self)
  }

  private func tell(_ lines: [String]) {
    recordIssue(lines.joined(separator: "\n"), comment: comment, sourceLocation: sourceLocation)
  }
}
