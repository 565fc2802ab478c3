import Testing

/// An error about tasks that are still sleeping on a ``TestClock``.
///
/// Thrown by ``TestClock/checkSuspension(isolation:sourceLocation:)``. Its description names every sleeper:
///
/// ```
/// 2 tasks are still sleeping on the test clock at 3 seconds
/// - wakes at 5 seconds (in 2 seconds), sleeping since SearchTests.swift:12:23
/// - wakes at 9 seconds (in 6 seconds), task "poll"
/// ```
public struct SuspensionError: Error, Equatable, CustomStringConvertible {
  /// A sleeping task.
  public struct Sleeper: Equatable, Sendable, CustomStringConvertible {
    /// When the task wakes, as text.
    public let deadline: String
    /// The time until then, as text.
    public let remaining: String
    /// Where the task went to sleep, if it used the clock's own `sleep(for:)` or a timer.
    public let sourceLocation: SourceLocation?
    /// The name of the task, if it has one and the system has names of tasks.
    public let taskName: String?

    /// All properties in one line.
    public var description: String {
      let place = sourceLocation.map { ", sleeping since \($0)" } ?? ""
      let name = taskName.map { ", task \"\($0)\"" } ?? ""
      return "wakes at \(deadline) (in \(remaining))\(place)\(name)"
    }
  }

  /// The sleeping tasks, the earliest deadline first.
  public let sleepers: [Sleeper]
  let now: String

  init(now: some CustomStringConvertible, sleepers: [Sleeper]) {
    self.now = now.description
    self.sleepers = sleepers
  }

  /// The number of sleepers and a line for each of the first twenty.
  public var description: String {
    let count =
      sleepers.isEmpty ? "No task is" : sleepers.count == 1 ? "1 task is still" : "\(sleepers.count) tasks are still"
    return (["\(count) sleeping on the test clock at \(now)"] + lines).joined(separator: "\n")
  }

  /// A line for each of the first twenty sleepers.
  var lines: [String] {
    let named = sleepers.prefix(20).map { "- \($0)" }
    return sleepers.count > named.count ? named + ["… and \(sleepers.count - named.count) more"] : named
  }
}

/// "no sleeper", "1 sleeper", "2 sleepers".
func messageText(sleepers count: Int) -> String {
  count == 0 ? "no sleeper" : count == 1 ? "1 sleeper" : "\(count) sleepers"
}

/// "2 sleepers on the test clock at 3 seconds".
func messageText(sleepers count: Int, at now: some CustomStringConvertible) -> String {
  "\(messageText(sleepers: count)) on the test clock at \(now)"
}
