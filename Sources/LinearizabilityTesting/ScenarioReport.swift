import DeterministicScheduling
import Testing
import TestingSupportCore

/// Records what was found, at the line of the call that checks a system.
struct ScenarioReport {
  let comment: Comment?
  let sourceLocation: SourceLocation

  /// Records what is wrong with the use of the function, or why it has no result.
  func record(_ headline: String, _ details: String) {
    record([headline, details])
  }

  /// Records a scenario that fails in some order.
  ///
  /// - Parameters:
  ///   - model: The model before all calls.
  ///   - token: What replays the scenario.
  ///   - origin: How it was found.
  func record<Model>(
    _ failure: FailingOrder<CallHistory<Model>>,
    _ model: Model,
    _ token: String,
    _ origin: String
  ) {
    record(
      [headline(of: failure.run)] + issues(of: failure.run) + calls(of: failure.run)
        + nearestOrder(of: failure.run, model) + [failure.story].compactMap(\.self)
        + [origin, "Replay it with `expectLinearizable(replaying: \"\(token)\")`."]
    )
  }

  /// Records a scenario that failed, and not when it ran again in the same orders.
  func recordIrreproducible<Model>(_ failure: FailingOrder<CallHistory<Model>>, _ token: String, _ origin: String) {
    record(
      ["The failure of a scenario is not reproducible", "It did not fail when the same orders ran again.", origin]
        + [headline(of: failure.run)] + issues(of: failure.run) + calls(of: failure.run)
        + ["Look for real time, threads of its own, unseeded random numbers, and state that outlives a system."]
    )
  }

  func warnThatNothingOverlapped() {
    recordWarning(
      """
      No two calls overlapped in any order
      A call that does not suspend runs as a whole, so only sequences of calls were checked.
      Use Thread Sanitizer to find missing locks.
      """,
      sourceLocation: sourceLocation
    )
  }

  private func record(_ lines: [String]) {
    recordIssue(lines.joined(separator: "\n"), comment: comment, sourceLocation: sourceLocation)
  }

  private func headline<Model>(of run: ExploredRun<CallHistory<Model>>) -> String {
    if !run.issues.isEmpty { return "A scenario recorded an issue" }
    let pending = run.outcome?.entries.count { $0.result == nil } ?? 0
    switch pending {
    case 0: return "No sequential order of the calls explains their results"
    case 1: return "A call never returned"
    default: return "\(pending) calls never returned"
    }
  }

  private func issues<Model>(of run: ExploredRun<CallHistory<Model>>) -> [String] {
    run.issues.map { issue in
      let location = issue.sourceLocation == sourceLocation ? nil : issue.sourceLocation
      return issue.summary + (location.map { " (\($0.fileName):\($0.line))" } ?? "")
    }
  }

  private func calls<Model>(of run: ExploredRun<CallHistory<Model>>) -> [String] {
    guard let entries = run.outcome?.entries, !entries.isEmpty else { return [] }
    let rows = entries.map { entry in
      let interval = entry.interval
      return [
        "\(entry.caller)", entry.text, entry.result.map { "→ \($0.text().onOneLine)" } ?? "→ never returns",
        "\(interval.start)–\(interval.end.map { "\($0)" } ?? "")",
      ]
    }
    return ["Who called what, the result, and when the call began and returned:"] + table(rows)
  }

  private func nearestOrder<Model>(of run: ExploredRun<CallHistory<Model>>, _ model: Model) -> [String] {
    guard run.issues.isEmpty, let history = run.outcome, history.entries.allSatisfy({ $0.result != nil }) else {
      return []
    }
    let calls = history.nearestOrder(for: model)
    let rows = calls.enumerated().map { index, call in
      let result = index == calls.count - 1 ? (call.entry.result?.text()).map { ", not \($0)" } ?? "" : ""
      return ["\(call.entry.caller)", call.entry.text, "→ \(call.expected)\(result)".onOneLine]
    }
    return ["The sequential order that comes closest, and what the model returns:"] + table(rows)
  }

  private func table(_ rows: [[String]]) -> [String] {
    let columns = rows.first?.indices ?? 0..<0
    let widths = columns.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      return "  " + cells.joined(separator: "  ").trimmingTrailingSpaces
    }
  }
}

extension Issue {
  /// What went wrong: of an issue that only has its comments, these.
  fileprivate var summary: String {
    let comments = comments.map(\.rawValue)
    if case .unconditional = kind, !comments.isEmpty { return comments.joined(separator: "\n") }
    return ([kind.description] + comments).joined(separator: "\n")
  }
}

extension String {
  fileprivate var onOneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }

  fileprivate var trimmingTrailingSpaces: String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}
