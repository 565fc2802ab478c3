internal import Dispatch

/// What a run's body and its schedule did, written down while they do it.
struct RunRecording: Sendable {
  private(set) var duration = Duration.zero
  private(set) var isAbandoned = false
  var log = ScheduleLog()
  /// What virtual time went past, for a failure.
  var overtaken: String?
  /// Whether a job blocked its thread so long that the test continued without it.
  var hasBlocked = false
  /// The failures of a run that hangs, and whether it had outside events before.
  var hang: (texts: [String], hasOutsideEvents: Bool)?
  /// Whether the seed was read, for example for test data.
  var hasReadSeed = false
  private var start = DispatchTime.now()

  /// The body starts: the time it waited for other tests is not included, so a parallel run reports the same as a
  /// serial one.
  mutating func begin() { start = .now() }

  /// The body has finished.
  mutating func end() {
    duration = .nanoseconds(Int64(DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds))
  }

  /// The body was left behind.
  mutating func abandon(with log: ScheduleLog?) {
    end()
    isAbandoned = true
    self.log = log ?? ScheduleLog()
  }
}
