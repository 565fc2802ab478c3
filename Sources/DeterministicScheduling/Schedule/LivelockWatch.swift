internal import TestingSupportCore

/// Recognizes tasks that do nothing but yield to each other.
struct LivelockWatch: Sendable {
  /// The tasks that have taken steps since.
  private(set) var tasks: Set<Int> = []
  /// What the code that runs the test has to know.
  var finding: Schedule.Event?
  /// Whether the test was stopped since its tasks yield even after its body was cancelled.
  private(set) var hasStoppedTest = false
  private var deadline: WaitDeadline?

  /// Notes a step after which nothing but yields has happened for long.
  ///
  /// - Returns: Whether that has lasted for a time.
  mutating func note(_ task: Int?, for limit: Duration) -> Bool {
    if let task { tasks.insert(task) }
    guard let deadline else {
      deadline = WaitDeadline(after: limit)
      return false
    }
    return deadline.hasPassed
  }

  /// Something else has happened.
  mutating func reset() {
    if deadline != nil { (deadline, tasks) = (nil, []) }
  }

  mutating func stopTest() { hasStoppedTest = true }
}
