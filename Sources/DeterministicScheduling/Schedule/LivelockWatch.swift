internal import TestingSupportCore

/// Recognizes tasks that do nothing but yield to each other.
struct LivelockWatch: Sendable {
  /// The tasks that have taken steps since.
  private(set) var tasks: Set<Int> = []
  /// What the code that runs the test has to know.
  private var finding: Schedule.Event?
  /// Whether the body was reported, and is about to be cancelled.
  private(set) var isReported = false
  /// Whether the test was stopped since its tasks yield even after its body was cancelled.
  private(set) var hasStoppedTest = false
  private var deadline: WaitDeadline?
  // How often tasks have to yield, too: time may pass while the test is given no thread.
  private var yieldsLeft = 0

  /// Notes a step after which nothing but yields has happened for long.
  ///
  /// - Parameter yields: After how many further steps it counts.
  /// - Returns: Whether that has lasted for a time.
  mutating func note(_ task: Int?, for limit: Duration, yields: Int) -> Bool {
    if let task { tasks.insert(task) }
    guard let deadline else {
      deadline = WaitDeadline(after: limit)
      yieldsLeft = yields
      return false
    }
    yieldsLeft -= 1
    return yieldsLeft < 0 && deadline.hasPassed
  }

  /// Tasks have yielded so often without a step that was noted.
  mutating func noteYields(_ count: Int) { yieldsLeft -= count }

  /// Something else has happened.
  mutating func reset() {
    if deadline != nil { (deadline, tasks) = (nil, []) }
  }

  mutating func report(_ event: Schedule.Event) { (finding, isReported) = (event, true) }

  /// What was reported has been acted upon.
  mutating func watchAgain() {
    isReported = false
    reset()
  }

  /// Takes what was found since it was last taken.
  mutating func takeFinding() -> Schedule.Event? {
    guard finding != nil else { return nil }
    defer { finding = nil }
    return finding
  }

  mutating func stopTest() { hasStoppedTest = true }
}
