package import Testing
internal import TestingSupportCore

/// How a test's body is to be run.
package struct DeterministicRun: Sendable {
  /// Decides the order; first in, first out without.
  package var strategy: (any ScheduleStrategy)?
  /// The seed that is in force, for the order and for test data; `nil` for first in, first out.
  package var seed: UInt64?
  /// How long, in real time, a test may rest until something from outside wakes it.
  package var outsideLimit: Duration
  /// Whether the steps are to be logged.
  package var isRecording: Bool

  package init(
    strategy: (any ScheduleStrategy)? = nil,
    seed: UInt64? = nil,
    outsideLimit: Duration = .seconds(5),
    isRecording: Bool = false
  ) {
    self.strategy = strategy
    self.seed = seed
    self.outsideLimit = outsideLimit
    self.isRecording = isRecording
  }

  /// Runs `body` under a schedule of its own and returns when it has ended and everything it started has settled.
  ///
  /// - Returns: The log of the steps, if one was asked for.
  /// - Throws: ``AbandonedTest`` if the body could not be brought to its end.
  package func perform(
    sourceLocation: SourceLocation,
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async -> Void
  ) async throws -> ScheduleLog? {
    guard Runtime.support != .unavailable else {
      await body()
      return nil
    }
    let schedule = Schedule(
      strategy: strategy,
      seed: seed,
      outsideLimit: outsideLimit,
      isRecording: isRecording
    )
    let outer = Schedule.current
    outer?.pause()
    defer { outer?.resume() }
    let borrowed = BorrowedBody(body)
    let task = schedule.begin {
      Task {
        await borrowed()
        schedule.bodyDidEnd()
      }
    }
    try await withTaskCancellationHandler {
      while true {
        switch await schedule.nextEvent() {
        case .ended: return
        case .stalled(let waiting):
          recordIssue(Self.text(waiting: waiting, limit: outsideLimit), sourceLocation: sourceLocation)
          task.cancel()
        case .stuck:
          schedule.abandon()
          throw AbandonedTest()
        }
      }
    } onCancel: {
      task.cancel()
    }
    return schedule.log
  }

  private static func text(waiting: [String], limit: Duration) -> String {
    let tasks = waiting.isEmpty ? "" : " Tasks that were started: \(waiting.joined(separator: ", "))."
    return """
      Nothing in this test can run any more, and nothing from outside woke it within \(limit.inWords).\(tasks) \
      It waits for something that never comes; the test's task was cancelled. If it waits for the outside, \
      raise the limit: .deterministic(outside: …).
      """
  }
}

/// A deterministic test that could not be brought to its end, neither by waiting nor by cancellation.
package struct AbandonedTest: Error, CustomStringConvertible {
  package var description: String {
    "The test's body did not end after its task was cancelled, and was left behind."
  }
}
