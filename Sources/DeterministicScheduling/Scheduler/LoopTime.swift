/// The time that has passed although tasks were ready, since they seemed to wait for it in a loop.
package struct LoopTime: Equatable, Sendable {
  /// What they did for so long.
  package enum Cause: Equatable, Sendable {
    case polls
    case yields(Int)
    case steps(Int)
  }

  /// What they did when time passed for the first time.
  let cause: Cause
  let start: Duration
  /// When time has passed for the last time.
  var end: Duration

  /// As a failure says it.
  package var text: String {
    let actions =
      switch cause {
      case .polls: "done nothing but read the time or sleep for no time, thousands of times"
      case .yields(let count): "done nothing but yield, \(count) times"
      case .steps(let count): "taken \(count) steps"
      }
    return """
      Virtual time went from \(start.messageText) to \(end.messageText) while tasks were ready
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
