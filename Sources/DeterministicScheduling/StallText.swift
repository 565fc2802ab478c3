internal import TestingSupportCore

/// What a test is told that waits for something that never comes.
enum StallText {
  /// - Parameters:
  ///   - waiting: The tasks that wait.
  ///   - rooms: Where they may wait for the test.
  ///   - limit: How long the test rested.
  ///   - isTraitPossible: Whether there is a test of Swift Testing to put a trait on.
  static func stalled(waiting: [String], rooms: [any WaitingRoom], limit: Duration, isTraitPossible: Bool) -> String {
    """
    Nothing in this test can run any more, and nothing from outside woke it within \(limit.inWords). \
    Still waiting: \(list(waiting)).\(rooms.paragraph)
    The test was cancelled. A continuation that is never resumed, a stream that never ends, a gate that is never opened \
    or a clock that is never advanced does this. If the test waits for something outside, such as I/O or a dispatch \
    queue, give it more time: \
    \(isTraitPossible ? ".deterministic" : "withDeterministicScheduling")(outside: .seconds(30)).
    """
  }

  static func endless(waiting: [String], rooms: [any WaitingRoom], wakes: Int, elapsed: Duration) -> String {
    """
    Only sleepers go on in this test: they have woken \(wakes) times, in \(elapsed.inWords) of virtual time, \
    without a turn of the test itself. Still waiting: \(list(waiting)).\(rooms.paragraph)
    The test was cancelled. It waits for something that never comes, while a timer or a poll goes on without end: \
    end that first, or wait for what it does.
    """
  }

  static func stuck(waiting: [String], limit: Duration) -> String {
    """
    This test did not end within \(limit.inWords) after it was cancelled, and was left behind. \
    Still waiting: \(list(waiting)). What waits there takes no notice of cancellation.
    """
  }

  private static func list(_ waiting: [String]) -> String {
    let longest = 8
    guard !waiting.isEmpty else { return "a task that is not known" }
    let shown = waiting.prefix(longest).joined(separator: ", ")
    return waiting.count > longest ? "\(shown) and \(waiting.count - longest) more" : shown
  }
}
