internal import TestingSupportCore

/// Recognizes tests that go on without end: nothing outside can be waited for, since they never rest.
struct LivelockWatch: Sendable {
  enum Cause: CaseIterable, Sendable {
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

  private struct Watch {
    let deadline: WaitDeadline
    // How far the test had come.
    let start: Int
    // How far it has to come, too: time may pass while it is given no thread.
    let goal: Int
    var tasks: Set<Int> = []
  }

  // One beside the other: very many steps may be seen before it is seen that tasks only yield, which is sure far sooner.
  private var watches: [Cause: Watch] = [:]
  /// What the code that runs the test has to know.
  private var finding: Schedule.Event?
  /// Whether the body was reported, and is about to be cancelled.
  private(set) var isReported = false
  /// Whether the test was stopped, and is about to be abandoned.
  private(set) var hasStoppedTest = false
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
    guard let watch = watches[cause] else {
      watches[cause] = Watch(
        deadline: WaitDeadline(after: limit),
        start: effort,
        goal: effort + furtherEffort,
        tasks: Set([task].compactMap(\.self))
      )
      return false
    }
    if let task, !watch.tasks.contains(task) { watches[cause]?.tasks.insert(task) }
    return effort > watch.goal && watch.deadline.hasPassed
  }

  /// Since how much effort the test is seen to go on without end for this cause; `nil` if it is not.
  func start(of cause: Cause) -> Int? { watches[cause]?.start }

  /// The tasks that have taken steps since that was seen.
  func tasks(since cause: Cause) -> Set<Int> { watches[cause]?.tasks ?? [] }

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
    if !watches.isEmpty { watches = [:] }
  }

  /// The same for one cause.
  mutating func reset(_ cause: Cause) {
    if !watches.isEmpty { watches[cause] = nil }
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
