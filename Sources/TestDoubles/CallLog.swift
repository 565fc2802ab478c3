import Testing
import TestingSupportCore

/// The calls of several spies, in the order in which they were made.
///
/// Use a log where the order across methods or across doubles matters. Give each spy a name and the log:
///
/// ```swift
/// let log = CallLog()
/// let deletion = FunctionSpy<Void, Void, Never>(name: "delete", log: log)
/// let insertion = FunctionSpy<Int, Void, Never>(name: "insert", log: log)
///
/// deletion.call()
/// insertion.call(1)
///
/// #expect(log.entries == ["delete", "insert(1)"])
/// ```
///
/// An entry is the spy's name, followed by what it was called with in parentheses. Doubles without spies add their own
/// entries with ``record(_:)``.
public final class CallLog: Sendable {
  private let state = Locked(State())

  private struct State {
    var entries: [String] = []
    var waiters = ThresholdWaiters()
  }

  /// Creates an empty log.
  public init() {}

  /// What was recorded, in order.
  public var entries: [String] { state.withLock { $0.entries } }

  /// Adds an entry at the end.
  ///
  /// - Parameter entry: What the log shows.
  public func record(_ entry: String) {
    let reached = state.withLock { state in
      state.entries.append(entry)
      return state.waiters.takeReached(by: state.entries.count)
    }
    for waiter in reached { waiter.signal() }
  }

  /// Removes all entries, for example those of a test's preparation.
  public func removeAll() {
    state.withLock { $0.entries.removeAll() }
  }

  /// Waits until the log has entries.
  ///
  /// This method returns as soon as the entry is recorded. If entries are missing, it records an issue that lists the
  /// others.
  ///
  /// - Parameters:
  ///   - count: How many entries there must be.
  ///   - limit: How long to wait in real time. Defaults to waiting until a deterministic test cannot make progress, and
  ///     to the wait limit in any other test.
  ///   - isolation: The isolation to wait in: the caller's.
  ///   - sourceLocation: Where the issue is recorded.
  public func waitForEntries(
    _ count: Int = 1,
    within limit: Duration? = nil,
    isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    guard count >= 0 else {
      recordIssue("`waitForEntries` requires a count of 0 or more, not \(count)", sourceLocation: sourceLocation)
      return
    }
    let waiter = Waiter()
    let isReached = state.withLock { state in
      if state.entries.count >= count { return true }
      state.waiters.add(waiter, for: count)
      return false
    }
    if isReached { return }
    let outcome = await waiter.wait(within: limit)
    if outcome == .signaled { return }
    let entries = state.withLock { state in
      state.waiters.remove(waiter)
      return state.entries
    }
    if entries.count >= count { return }
    let expected = "Expected \(pluralized(count, "entry", "entries")) in the call log"
    let recorded = entries.isEmpty ? "" : "\n" + lines(of: entries)
    recordIssue(
      "\(expected), but there \(entries.count == 1 ? "is 1" : "are \(entries.count)")\(recorded)\n\(outcome)",
      sourceLocation: sourceLocation
    )
  }

  private func lines(of entries: [String]) -> String {
    entries.enumerated().suffix(10).map { "  \($0 + 1). \($1)" }.joined(separator: "\n")
  }
}

extension CallLog {
  /// Records the call of a spy.
  func recordCall<Input>(of name: String?, with input: Input) {
    record((name ?? "") + arguments(of: input))
  }
}

/// What a function was called with, in parentheses: nothing for `Void`, and the elements of a tuple.
private func arguments<Input>(of input: Input) -> String {
  if Input.self == Void.self { return "" }
  let mirror = Mirror(reflecting: input)
  guard mirror.displayStyle == .tuple else { return "(\(String(describingForMessage: input)))" }
  let parts = mirror.children.map { label, value in
    let name = label.flatMap { $0.hasPrefix(".") ? nil : "\($0): " } ?? ""
    return name + String(describingForMessage: value)
  }
  return "(\(parts.joined(separator: ", ")))"
}
