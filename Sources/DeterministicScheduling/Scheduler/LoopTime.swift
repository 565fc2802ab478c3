/// The time that has passed although tasks were ready, since they seemed to wait for it in a loop.
package struct LoopTime: Equatable, Sendable {
  /// What they did for so long.
  package enum Cause: Equatable, Sendable {
    case polls
    case yields(Int)
    case steps(Int)
    /// Nothing else could run.
    case spin
  }

  /// What they did when time passed for the first time.
  let cause: Cause
  let start: Duration
  /// When time has passed for the last time.
  var end: Duration

  /// As a failure says it.
  package var text: String {
    let jump = "Virtual time went from \(start.messageText) to \(end.messageText) while"
    let actions: String
    switch cause {
    case .polls: actions = "done nothing but read the time or sleep for no time, thousands of times"
    case .yields(let count): actions = "done nothing but yield, \(count) times"
    case .steps(let count): actions = "taken \(count) steps"
    case .spin:
      return """
        \(jump) a task did not suspend
        It read the time thousands of times, as a loop does that waits for time to pass, and no other task could run.
        If it waits for another task, let it suspend in the loop, such as with `await Task.yield()`.
        """
    }
    return """
      \(jump) tasks were ready
      They had \(actions), as a loop does that waits for time to pass.
      If they do not wait, a timeout in the test may have come too early. Let it sleep on a clock that the test advances, such as `TestClock`.
      """
  }
}

extension Scheduler {
  mutating func noteLoop(_ cause: LoopTime.Cause, from start: Duration, to end: Duration) {
    guard end > start else { return }
    loopTime = LoopTime(cause: loopTime?.cause ?? cause, start: loopTime?.start ?? start, end: end)
  }
}

extension ClosedRange<Int> {
  /// The nearest number in the range.
  func clamped(_ number: Double) -> Int {
    Int(Swift.min(Swift.max(number, Double(lowerBound)), Double(upperBound)))
  }
}
