internal import DeterministicSchedulingLoader
package import Testing
internal import TestingSupportCore

/// How a test's body is to be run.
package struct DeterministicRun: Sendable {
  /// Decides the order; first in, first out without.
  package var strategy: (any ScheduleStrategy)?
  /// The seed that is in force, for the order and for test data; `nil` for first in, first out.
  package var seed: UInt64?
  /// How long, in real time, a test that cannot make progress waits for an outside event.
  package var outsideLimit: Duration
  /// What becomes of tasks that outlive the body.
  package var leftovers: Leftovers
  /// What happens if a task throws an error that no task awaits.
  package var unhandledErrors: UnhandledErrors
  /// The same, if the test sets it: how long helpers wait for outside events too.
  package var outsidePatience: Duration?
  /// Where the test says so.
  var outsideSetting = OutsideSetting.function
  /// What `Date()` shows; what it shows around the run if it is `nil`.
  package var dates: DateSource?
  /// How long sleeps take.
  package var sleeps: SleepMode
  /// Whether the steps are to be logged.
  package var isRecording: Bool
  /// Whether the log is to say what each step does in the code of the test: that takes time.
  var describesSteps = false
  /// How long a job may block its thread before the test continues without it: in time that the job was given.
  package var blockingLimit = Duration.seconds(1)
  /// How long a job may block its thread, if there is nothing else to do, before that is reported.
  package var longBlockingLimit: Duration
  /// For how long virtual time keeps pace with a job that blocks its thread and is at work, if not for as long as that.
  package var pacingLimit: Duration?
  /// Whether the test pauses for tasks that wait for an executor of the user's.
  var awaitsQueued = true
  /// How long a test that cannot make progress is given, if less than failures say: where it is known that nothing outside
  /// takes part.
  package var stallLimit: Duration?
  /// How long a test that was cancelled for that has to end, if less than that.
  package var cancellationLimit: Duration?
  /// Takes a failure of a test that hangs, in place of an issue, and whether the test had outside events before.
  package var onHang: (@Sendable (_ text: String, _ hasOutsideEvents: Bool) -> Void)?
  /// How long a test may be idle before it is cancelled, where sleeping tasks are not known: longer than any test sleeps.
  package var idleLimit = Duration.seconds(600)
  /// How long a test may go on in real time, if it has taken very many steps.
  package var endlessLimit = Duration.seconds(60)
  /// How many sleepers may wake without a turn of the body before time passes no more, and how often the body may wait
  /// without doing anything else.
  package var wakesWithoutBody = 100_000

  package init(
    strategy: (any ScheduleStrategy)? = nil,
    seed: UInt64? = nil,
    outsideLimit: Duration? = nil,
    leftovers: Leftovers = .cancel,
    unhandledErrors: UnhandledErrors = .ignore,
    dates: DateSource? = nil,
    sleeps: SleepMode = .automatic,
    isRecording: Bool = false
  ) {
    self.strategy = strategy
    self.seed = seed
    self.leftovers = leftovers
    self.unhandledErrors = unhandledErrors
    self.outsideLimit = outsideLimit ?? .seconds(5)
    outsidePatience = outsideLimit
    longBlockingLimit = max(.seconds(30), outsideLimit ?? .zero)
    self.dates = dates
    self.sleeps = sleeps
    self.isRecording = isRecording
  }

  /// Whether errors that no task awaits are to be reported, and are seen.
  var reportsErrors: Bool { unhandledErrors == .fail && Runtime.level.seesErrors }

  /// Runs `body` under its own schedule and returns when it has finished and everything it started is idle.
  ///
  /// - Returns: The log of the steps, if requested.
  /// - Throws: ``AbandonedTest`` if the body did not finish.
  package func perform(
    sourceLocation: SourceLocation,
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async -> Void
  ) async throws -> ScheduleLog? {
    Runtime.reportFailure()
    if sleeps == .skipped { OneTimeWarning.sleepsNotSkipped.record(Runtime.level, sourceLocation: sourceLocation) }
    if leftovers == .fail { OneTimeWarning.leftoversNotSeen.record(Runtime.level, sourceLocation: sourceLocation) }
    if dates == .virtual { OneTimeWarning.datesNotVirtual.record(Runtime.level, sourceLocation: sourceLocation) }
    if unhandledErrors == .fail { OneTimeWarning.errorsNotSeen.record(Runtime.level, sourceLocation: sourceLocation) }
    guard Runtime.support != .unavailable else {
      await body()
      return nil
    }
    let foreignHooks = testing_support_foreign_hooks()
    defer {
      if testing_support_foreign_hooks() != foreignHooks {
        recordWarning(StallMessage.foreignHook, sourceLocation: sourceLocation)
      }
    }
    let outer = Schedule.current
    if outer == nil { await FIFOSemaphore.tests.acquire() }
    defer { if outer == nil { FIFOSemaphore.tests.release() } }
    let schedule = Schedule(self, outer: outer, testName: Test.current?.title)
    let borrowed = UnretainedClosure(body)
    let isOnMain = isolation === MainActor.shared
    let task = schedule.prepare {
      // A body that is called on the main actor begins there: two changes of threads less.
      isOnMain
        ? Task { @MainActor in
          await borrowed()
          schedule.bodyDidEnd()
        }
        : Task {
          await borrowed()
          schedule.bodyDidEnd()
        }
    }
    try await withTaskCancellationHandler {
      schedule.start()
      while true {
        switch await schedule.nextEvent() {
        case .ended: return report(schedule.unhandledErrors, sourceLocation: sourceLocation)
        case .leftBehind(let tasks):
          recordIssue(LeftoversMessage.text(tasks: tasks), sourceLocation: sourceLocation)
        case .stalled(let waiting):
          let text = StallMessage.stalled(
            waiting: waiting,
            rooms: schedule.waitPoints,
            limit: outsideLimit,
            setting: outsideSetting
          )
          cancel(task, of: schedule, because: text + addition(to: schedule), sourceLocation: sourceLocation)
        case .neverIdle(let waiting, let wakes, let elapsed):
          let text = StallMessage.bodyNeverRuns(
            waiting: waiting,
            rooms: schedule.waitPoints,
            wakes: wakes,
            elapsed: elapsed
          )
          cancel(task, of: schedule, because: text + addition(to: schedule), sourceLocation: sourceLocation)
        case .livelock(let yielding, let waiting):
          let text = StallMessage.livelock(
            yielding: yielding,
            waiting: waiting,
            rooms: schedule.waitPoints,
            limit: outsideLimit
          )
          cancel(task, of: schedule, because: text + addition(to: schedule), sourceLocation: sourceLocation)
        case .polling(let waiting, let waits, let elapsed):
          let text = StallMessage.polling(
            waiting: waiting,
            rooms: schedule.waitPoints,
            waits: waits,
            elapsed: elapsed,
            limit: outsideLimit,
            setting: outsideSetting
          )
          try abandon(task, of: schedule, because: text, sourceLocation: sourceLocation)
        case .endless(let waiting, let limit, let steps, let elapsed):
          let text = StallMessage.endless(
            waiting: waiting,
            rooms: schedule.waitPoints,
            limit: limit,
            steps: steps,
            elapsed: elapsed,
            setting: outsideSetting
          )
          try abandon(task, of: schedule, because: text, sourceLocation: sourceLocation)
        case .idle(let isFinal):
          let text = StallMessage.idle(
            rooms: schedule.waitPoints,
            limit: isFinal ? schedule.idleLimit : schedule.outsideLimit,
            isFinal: isFinal,
            setting: outsideSetting
          )
          if isFinal {
            cancel(task, of: schedule, because: text + addition(to: schedule), sourceLocation: sourceLocation)
          } else {
            recordWarning(text + addition(to: schedule), sourceLocation: sourceLocation)
          }
        case .blocked(let task, let function, let isWaiting, let isLeftBehind):
          let text =
            isLeftBehind
            ? StallMessage.blocked(task: task, function: function, isWaiting: isWaiting)
            : StallMessage.blockedLong(task: task, function: function, limit: longBlockingLimit)
          recordWarning(text, sourceLocation: sourceLocation)
        case .wentOn(let tasks):
          recordWarning(StallMessage.wentOn(without: tasks, limit: outsideLimit), sourceLocation: sourceLocation)
        case .wentOnBeside(let tasks):
          recordWarning(StallMessage.wentOn(beside: tasks, limit: outsideLimit), sourceLocation: sourceLocation)
        case .ignoredCancellation(let waiting):
          guard schedule.abandon(task) else { continue }
          let limit = cancellationLimit ?? outsideLimit
          record(StallMessage.ignoredCancellation(waiting: waiting, limit: limit), sourceLocation: sourceLocation)
          report(schedule.unhandledErrors, sourceLocation: sourceLocation)
          throw AbandonedTest(log: schedule.log)
        }
      }
    } onCancel: {
      schedule.callerWasCancelled()
      task.cancel()
    }
    return schedule.log
  }

  private func addition(to schedule: Schedule) -> String {
    StallMessage.addition(resumedTests: schedule.resumedTests)
      + (schedule.takePossibleReason(ofHang: true).map { "\n\($0)" } ?? "")
  }

  private func cancel(
    _ body: Task<Void, Never>,
    of schedule: Schedule,
    because text: String,
    sourceLocation: SourceLocation
  ) {
    record(text, hasOutsideEvents: schedule.hasOutsideEvents, sourceLocation: sourceLocation)
    body.cancel()
    schedule.bodyWasCancelled()
  }

  // Cancelled, most polls would never suspend again, since their sleeps return immediately.
  private func abandon(
    _ body: Task<Void, Never>,
    of schedule: Schedule,
    because text: String,
    sourceLocation: SourceLocation
  ) throws {
    let text = text + addition(to: schedule)
    record(text, hasOutsideEvents: schedule.hasOutsideEvents, sourceLocation: sourceLocation)
    guard schedule.abandon(body) else { return body.cancel() }
    report(schedule.unhandledErrors, sourceLocation: sourceLocation)
    throw AbandonedTest(log: schedule.log)
  }

  private func report(_ errors: [UnhandledError], sourceLocation: SourceLocation) {
    if !errors.isEmpty { recordIssue(UnhandledError.message(errors), sourceLocation: sourceLocation) }
  }

  private func record(_ text: String, hasOutsideEvents: Bool = true, sourceLocation: SourceLocation) {
    if let onHang { onHang(text, hasOutsideEvents) } else { recordIssue(text, sourceLocation: sourceLocation) }
  }
}

extension Test {
  /// What the test is called in failures of other tests.
  fileprivate var title: String { displayName ?? name }
}

/// A deterministic test that did not finish, neither by waiting nor by cancellation.
package struct AbandonedTest: Error, CustomStringConvertible {
  /// The steps until then, if a log was requested.
  package var log: ScheduleLog?

  package var description: String { "The test did not finish and was abandoned" }
}
