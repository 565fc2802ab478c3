import TestingSupportCore

/// Why a clock stopped before it had arrived.
enum AdvanceFailure: Equatable, Sendable {
  /// As many sleepers were woken as allowed.
  case wakeUps(Int)
  /// Sleepers were woken for as long as allowed.
  case realTime(Duration, wakeUps: Int)
  /// A task of the test never suspends for long.
  case busyTest
  /// Something happened on the clock for as long as allowed.
  case busyClock(Duration)
  /// The next sleeper belongs to a test that is paused while this code runs.
  case pausedTest
  /// Sleepers were woken, and have not run for as long as allowed.
  case notResumed(Int, Duration)

  /// What happened, as the end of a sentence about the call.
  var text: String {
    switch self {
    case .wakeUps(let count): "stopped after \(count) wake-up\(count == 1 ? "" : "s")"
    case .realTime(let limit, let count): "stopped after \(limit.messageText) of real time and \(count) wake-ups"
    case .pausedTest:
      "stopped\nThe next sleeper belongs to a test that is paused for `withDeterministicScheduling`."
    case .busyTest: "stopped\nThe test never became idle; a task keeps resuming."
    case .busyClock(let limit): "stopped after \(limit.messageText) of real time\nThe clock never became idle."
    case .notResumed(let count, let limit):
      """
      stopped after \(limit.messageText) of real time
      \(count) woken task\(count == 1 ? " has" : "s have") not run.
      """
    }
  }

  func advice(for call: AdvanceCall) -> String {
    let advice = "Cancel the repeating task before you \(call.verb) the clock"
    return switch self {
    case .wakeUps, .realTime: advice + (call.alternative.map { ", or \($0)." } ?? ".")
    case .busyTest, .busyClock: advice + "."
    case .pausedTest: "Start the sleeping task inside, or advance the clock outside."
    case .notResumed:
      """
      Look for a blocked thread, an executor that does not run its jobs, or a test that is paused for \
      `withDeterministicScheduling`.
      """
    }
  }
}

/// A call that lets everything run that a clock wakes, for its failures.
enum AdvanceCall {
  /// With the call as text.
  case advance(String)
  case run, checkSuspension

  var text: String {
    switch self {
    case .advance(let text): text
    case .run: "run()"
    case .checkSuspension: "checkSuspension()"
    }
  }

  fileprivate var verb: String {
    switch self {
    case .advance: "advance"
    case .run: "run"
    case .checkSuspension: "check"
    }
  }

  /// What to do instead where tasks sleep again and again.
  fileprivate var alternative: String? {
    switch self {
    case .advance: "advance it by less"
    case .run: "call `advance(by:)` instead"
    case .checkSuspension: nil
    }
  }
}
