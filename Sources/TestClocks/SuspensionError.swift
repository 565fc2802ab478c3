import Testing

/// Tasks are asleep on a ``TestClock`` that should have nobody asleep.
///
/// Thrown by ``TestClock/checkSuspension(isolation:sourceLocation:)``. Its description names every sleeper:
///
/// ```
/// 2 sleepers on the test clock at 3 seconds:
/// - until 5 seconds, 2 seconds away, asleep since SearchTests.swift:12:23
/// - until 9 seconds, 6 seconds away, in the task "poll"
/// ```
public struct SuspensionError: Error, Equatable, CustomStringConvertible {
  /// A task that is asleep.
  public struct Sleeper: Equatable, Sendable, CustomStringConvertible {
    /// When the task will wake, in words.
    public let deadline: String
    /// How far away that is, in words.
    public let remaining: String
    /// Where the task went to sleep, if it used the clock's own `sleep(for:)` or a timer.
    public let sourceLocation: SourceLocation?
    /// The name of the task, if it has one and the system has names of tasks.
    public let taskName: String?

    /// One line that says all of it.
    public var description: String {
      let name = taskName.map { ", in the task \"\($0)\"" } ?? ""
      let place = sourceLocation.map { ", asleep since \($0)" } ?? ""
      return "until \(deadline), \(remaining) away\(name)\(place)"
    }
  }

  /// The tasks that are asleep, the earliest deadline first.
  public let sleepers: [Sleeper]
  let now: String

  init(now: some CustomStringConvertible, sleepers: [Sleeper]) {
    self.now = now.description
    self.sleepers = sleepers
  }

  /// The number of sleepers and a line for each of the first twenty.
  public var description: String {
    guard !sleepers.isEmpty else { return "No sleeper on the test clock at \(now)" }
    return (["\(summary):"] + lines).joined(separator: "\n")
  }

  /// How many sleepers there are.
  var summary: String { inWords(sleepers: sleepers.count, at: now) }

  /// A line for each of the first twenty sleepers.
  var lines: [String] {
    let named = sleepers.prefix(20).map { "- \($0)" }
    return sleepers.count > named.count ? named + ["… and \(sleepers.count - named.count) more"] : named
  }
}

/// "no sleeper", "1 sleeper", "2 sleepers".
func inWords(sleepers count: Int) -> String {
  count == 0 ? "no sleeper" : count == 1 ? "1 sleeper" : "\(count) sleepers"
}

/// "2 sleepers on the test clock at 3 seconds".
func inWords(sleepers count: Int, at now: some CustomStringConvertible) -> String {
  "\(inWords(sleepers: count)) on the test clock at \(now)"
}
