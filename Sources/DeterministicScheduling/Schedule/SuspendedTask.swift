/// A task that waits, or yields, and where in the code.
struct SuspendedTask: Sendable, Equatable {
  let title: String
  /// Where it continues, and where the functions do that await it there.
  var frames: [UInt] = []
  var state = State.suspended
  /// Whether it was cancelled. The test's cancellation reaches its body and child tasks alone.
  var isCancelled = true

  enum State {
    case suspended
    /// It has not suspended since it continued there.
    case blocksThread
    /// It is ready to continue there, and its executor has not run it.
    case queued
  }

  /// The task, its function, and the line. Takes a while: the symbols of the program are searched.
  var text: String {
    CodePlace(firstWrittenByUserAt: frames).map { "\(title) \($0.text)" } ?? title
  }

  /// Some tasks, as a failure lists them.
  static func list(_ tasks: [SuspendedTask]) -> String {
    let longest = 8
    guard !tasks.isEmpty else { return "unknown task" }
    let shown = tasks.prefix(longest).map(\.text).joined(separator: ", ")
    return tasks.count > longest ? "\(shown), and \(tasks.count - longest) more" : shown
  }
}
