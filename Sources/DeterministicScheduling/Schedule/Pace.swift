internal import TestingSupportCore

/// How fast time passes beside a job that was left behind and is at work: no faster than the process is given time, as long as the
/// job is waited for.
///
/// From then on time passes freely, except that it stands still for a moment when the test rests after one of its next steps: the
/// job may have waited for what that step has done. If the job's task is cancelled, all this begins anew.
struct Pace: Sendable {
  private let thread: Int32
  /// The time in the test when the job was left behind.
  private let elapsed: Duration
  private let given = GivenTime()
  private let time: ThreadTime
  // The latest step after which time has stood still for a moment, and what the job was given since.
  private var latestStep: (number: Int, time: ThreadTime)?
  private var stepsLeft = 50
  private(set) var isCancelled: Bool

  /// - Parameters:
  ///   - thread: The thread that the job keeps.
  ///   - elapsed: The time in the test.
  ///   - isCancelled: Whether the job's task is cancelled.
  init(of thread: Int32, at elapsed: Duration, isCancelled: Bool = false) {
    (self.thread, self.elapsed, self.isCancelled) = (thread, elapsed, isCancelled)
    time = ThreadTime(since: .init(at: thread))
  }

  private static var timeAfterStep: Duration { .milliseconds(20) }

  /// A moment in which a test rests.
  struct Moment {
    /// How many steps the test has taken.
    let step: Int
    /// The time in the test.
    let elapsed: Duration
    /// When the next sleep ends.
    let deadline: Duration?
    /// For how long a job is waited for.
    let limit: Duration
    let reason: TimeoutReason
  }

  /// How much longer time stands still before the next sleep ends, in a test that rests; `nil` if it passes freely.
  mutating func rest(_ now: Moment) -> Duration? {
    let native = now.deadline.map { $0 - elapsed - given.elapsed(now.reason) }
    if let native, native <= .zero { return nil }
    var missing = missing(to: now.limit, now.reason)
    if missing <= .zero { missing = missingAfterStep(now) }
    return missing > .zero ? min(missing, native ?? missing) : nil
  }

  /// How much time may have passed in a test that does not rest; `nil` if that is not limited.
  func latestTime(limit: Duration, _ reason: TimeoutReason) -> Duration? {
    missing(to: limit, reason) > .zero ? elapsed + given.elapsed(reason) : nil
  }

  // How much longer the job is waited for: on a busy machine, it may be given less than the process.
  private func missing(to limit: Duration, _ reason: TimeoutReason) -> Duration {
    max(limit - given.elapsed(reason), missing(to: limit, since: time))
  }

  private mutating func missingAfterStep(_ now: Moment) -> Duration {
    if latestStep?.number != now.step {
      guard stepsLeft > 0 else { return .zero }
      stepsLeft -= 1
      latestStep = (now.step, ThreadTime(since: .init(at: thread)))
    }
    guard let latestStep else { return .zero }
    let rest = now.deadline.map { $0 - now.elapsed } ?? Self.timeAfterStep
    return missing(to: min(Self.timeAfterStep, rest), since: latestStep.time)
  }

  private func missing(to limit: Duration, since start: ThreadTime) -> Duration {
    limit - start.elapsed(at: .init(at: thread))
  }
}

extension ScheduleState {
  /// Which time virtual time keeps pace with: the process is given none while the main queue is blocked.
  var timeOfPace: TimeoutReason { lane.keepsMain ? .blocked : .reached }

  /// Whether time stands still for the sake of a job that was left behind and is at work: a time-out must not end before
  /// it natively would, nor a helper that waits for what the job does.
  mutating func isHeldByJobLeftBehind() -> Bool {
    // Tasks that poll let time pass themselves, as far as they may.
    guard isExact, !lane.displaced.isEmpty, !scheduler.hasReadyJobs else { return false }
    renewPaceOfCancelled()
    let now = Pace.Moment(
      step: scheduler.stepCount,
      elapsed: scheduler.elapsed,
      deadline: scheduler.nextDeadline,
      limit: pacingLimit,
      reason: timeOfPace
    )
    guard let rest = lane.longestRest(now) else { return false }
    let work = lane.workOfDisplaced(now.reason)
    guard work != .zero else { return false }
    restOfPace = max(min(rest, work ?? rest, .seconds(1)), .milliseconds(1))
    return true
  }

  /// Lets no more time pass for tasks that poll than a job that was left behind, and is at work, was given.
  mutating func limitTimeOfPolls() {
    guard isExact, !lane.displaced.isEmpty else {
      scheduler.latestTime = nil
      return
    }
    guard scheduler.hasReadyJobs else { return }
    // To look at threads takes longer than a step.
    let look = (lane.displaced.count, scheduler.stepCount / 128)
    guard latestLookAtPace != look else { return }
    latestLookAtPace = look
    scheduler.latestTime = latestTimeBesideJobsLeftBehind()
  }

  /// How much time may have passed for tasks that poll, for the sake of such jobs; `nil` if these do not limit it.
  mutating func latestTimeBesideJobsLeftBehind() -> Duration? {
    renewPaceOfCancelled()
    let (limit, reason) = (pacingLimit, timeOfPace)
    let latest = lane.displaced.compactMap { $0.pace?.latestTime(limit: limit, reason) }.min()
    return latest != nil && lane.workOfDisplaced(reason) != .zero ? latest : nil
  }

  private mutating func renewPaceOfCancelled() {
    let tasks = tasks
    renewPace { tasks.isCancelled($0) }
  }

  /// Jobs that were left behind may end since their tasks were cancelled. A test that is over, or has failed, does not wait for
  /// that.
  mutating func renewPace(ofTasks isCancelled: (Int) -> Bool) {
    if phase == .running, !lane.displaced.isEmpty { lane.renewPace(at: scheduler.elapsed, ofTasks: isCancelled) }
  }
}
