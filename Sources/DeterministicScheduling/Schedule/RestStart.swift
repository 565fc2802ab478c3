internal import Dispatch
internal import TestingSupportCore

/// When a test came to rest, in the time that the process was given: what resumes it may need a thread first.
struct RestStart: Sendable {
  private let given = TimeoutTimer.shared.given
  private let real = DispatchTime.now()

  static var now: RestStart { RestStart() }

  /// How long the test has rested.
  ///
  /// - Parameter reason: Why that is asked: where time is not given any more, real time counts.
  func elapsed(_ reason: TimeoutReason) -> Duration {
    switch reason {
    case .reached: TimeoutTimer.shared.given - given
    case .blocked: .nanoseconds(Int64(DispatchTime.now().uptimeNanoseconds - real.uptimeNanoseconds))
    }
  }

  func isLater(than other: RestStart) -> Bool { real > other.real }

  /// How much longer the test has to rest until it has rested for `limit`.
  func missing(to limit: Duration, _ reason: TimeoutReason = .reached) -> Duration { limit - elapsed(reason) }
}

/// Measures the time that the process is given from its creation on.
///
/// Where a task of a test does so, the task has not asked for the real time.
struct GivenTime: Sendable {
  private let start: RestStart
  // Given time goes on while a timeout is set.
  private let timeout: WaitDeadline

  init() {
    (start, timeout) = Schedule.withoutTracking { (.now, WaitDeadline(after: .seconds(86_400))) }
  }

  var elapsed: Duration { elapsed(.reached) }

  func elapsed(_ reason: TimeoutReason) -> Duration { Schedule.withoutTracking { start.elapsed(reason) } }
}
