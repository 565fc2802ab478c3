internal import TestingSupportCore

/// Recognizes tests that go on without end: nothing outside can be waited for, since they never rest.
struct LivelockWatch: Sendable {
  enum Cause: CaseIterable {
    /// Tasks do nothing but yield to each other.
    case yields
    /// The body goes on although it was cancelled.
    case cancellation
    /// The body does nothing but wait, for nobody who resumes it.
    case polls
    /// The test has taken very many steps.
    case steps
  }

  /// How often something may begin or end outside until that no longer shows that the test will end.
  static var mostInterruptions: Int { 2_000 }

  private(set) var cause: Cause?
  /// The tasks that have taken steps since.
  private(set) var tasks: Set<Int> = []
  /// What the code that runs the test has to know.
  private var finding: Schedule.Event?
  /// Whether the body was reported, and is about to be cancelled.
  private(set) var isReported = false
  /// Whether the test was stopped, and is about to be abandoned.
  private(set) var hasStoppedTest = false
  private var deadline: WaitDeadline?
  // How far the test has to come, too: time may pass while it is given no thread.
  private var goal = 0
  // How often something has begun or ended outside, and the number that was the latest.
  private var interruptions = 0
  private var latestInterruption = 0

  /// Notes a step of a test that seems to go on without end.
  ///
  /// - Parameters:
  ///   - task: The task whose step it was.
  ///   - effort: How much the test has done.
  ///   - furtherEffort: How much more it has to do, and for how long in real time, before that counts.
  /// - Returns: Whether it has.
  mutating func note(_ task: Int?, _ cause: Cause, at effort: Int, furtherEffort: Int, limit: Duration) -> Bool {
    if cause != self.cause { reset() }
    if let task { tasks.insert(task) }
    guard let deadline else {
      deadline = WaitDeadline(after: limit)
      (goal, self.cause) = (effort + furtherEffort, cause)
      return false
    }
    return effort > goal && deadline.hasPassed
  }

  /// The test awaits something outside.
  ///
  /// - Parameters:
  ///   - number: Changes whenever something outside begins or ends.
  ///   - hasLimit: Whether what it awaits ends after a limit of its own.
  /// - Returns: Whether its steps count all the same: it awaits one thing for long, or has awaited others again and again.
  mutating func goesOnBesideOutsideWork(_ number: Int, hasLimit: Bool) -> Bool {
    let isNew = number != latestInterruption
    if isNew { interruptions += 1 }
    latestInterruption = number
    guard interruptions <= Self.mostInterruptions, isNew || hasLimit else { return true }
    reset()
    return false
  }

  /// Something else has happened.
  mutating func reset() {
    if deadline != nil { (deadline, tasks, cause) = (nil, [], nil) }
  }

  /// The test does not seem to go on without end.
  mutating func endWatch() {
    reset()
    interruptions = 0
  }

  mutating func report(_ event: Schedule.Event) { (finding, isReported) = (event, true) }

  /// What was reported has been acted upon.
  mutating func watchAgain() {
    isReported = false
    reset()
  }

  /// What was reported need not end the test.
  mutating func goOn() {
    hasStoppedTest = false
    watchAgain()
  }

  /// Takes what was found since it was last taken.
  mutating func takeFinding() -> Schedule.Event? {
    guard finding != nil else { return nil }
    defer { finding = nil }
    return finding
  }

  mutating func stopTest(_ event: Schedule.Event) {
    hasStoppedTest = true
    report(event)
  }
}
