internal import Dispatch

/// What a run's body and its schedule did, written down while they do it.
struct RunRecording: Sendable {
  private(set) var duration = Duration.zero
  private(set) var isAbandoned = false
  var log = ScheduleLog()
  /// Whether a job kept its thread so long that the test went on without it.
  var hasBlocked = false
  /// Whether the seed was asked for, as for test data.
  var hasReadSeed = false
  private var start = DispatchTime.now()

  /// The body begins: the time it waited for a place among other tests is not its own, so that a run of many tests at once
  /// reports the same as one by one.
  mutating func begin() { start = .now() }

  /// The body has come to its end.
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
