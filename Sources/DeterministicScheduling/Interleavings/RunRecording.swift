/// What a run's body and its schedule did, written down while they do it.
struct RunRecording: Sendable {
  /// How much time the process was given meanwhile.
  private(set) var duration = Duration.zero
  private(set) var isAbandoned = false
  var log = ScheduleLog()
  /// Where the error was thrown that the body threw, if it is known.
  var throwOrigin: ThrowOrigin?
  /// What virtual time went past, for a failure.
  var possibleReason: String?
  /// Whether a job blocked its thread so long that the test continued without it.
  var hasBlocked = false
  /// Whether the test pauses for tasks that wait for an executor of the user's.
  var awaitsQueued = true
  /// The failures of a run that hangs, and whether it had outside events before.
  var hang: (texts: [String], hasOutsideEvents: Bool)?
  /// Whether more than the order may have decided: the seed was read, for test data, or work outside was started.
  var dependsOnMore = false
  private var time: GivenTime?

  /// The body starts: the time it waited for other tests is not included, so a parallel run reports the same as a
  /// serial one.
  mutating func begin() { time = GivenTime() }

  /// The body has finished.
  mutating func end() {
    duration = time?.elapsed ?? .zero
    time = nil
  }

  /// The body was left behind.
  mutating func abandon(with log: ScheduleLog?) {
    end()
    isAbandoned = true
    self.log = log ?? ScheduleLog()
  }
}
