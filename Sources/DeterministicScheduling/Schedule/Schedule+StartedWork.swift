internal import DeterministicSchedulingLoader
internal import Dispatch
internal import TestingSupportCore

/// What a schedule knows of the work outside it that its tests start, and what it does for it.
extension Schedule {
  /// A task of the test, or work that it has started, starts work.
  func beginWork(_ kind: testing_support_work_kind, delay: Duration, source: UInt) -> UInt64 {
    let (parent, passed) = (runningWork, takePassedTime())
    testing_support_forget_pace()
    return state.withLock { state in
      state.workActs(parent)
      // The work must not find an earlier time.
      if passed > .zero { state.pass(passed) }
      let due = state.scheduler.elapsed + delay
      let work: StartedWork.Kind =
        switch kind {
        case .started_block: delay > .zero ? .delayedBlock(due: due) : .block
        case .started_thread: .thread
        case .event_handler: .eventHandler(source: source)
        case .cancel_handler: .cancelHandler(source: source)
        case .cleanup_handler: .cleanupHandler
        case .added_operation: .operation
        case .made_item: .item
        }
      return state.startedWork.begin(work, at: state.scheduler.elapsed)
    }
  }

  /// The same sets the timer of an event source.
  func setTimer(of source: UInt, delay: Duration?, interval: Duration?) {
    state.withLock { state in
      let due = delay.map { state.scheduler.elapsed + $0 }
      state.startedWork.setTimer(of: source, due: due, interval: interval, at: state.scheduler.elapsed)
    }
  }

  /// A cleanup handler is that of a channel.
  func setChannel(_ channel: UInt, of handler: UInt64) {
    state.withLock { $0.startedWork.setChannel(channel, of: handler) }
  }

  /// A task of the test, or work that it has started, closes a channel.
  func closeChannel(_ channel: UInt) {
    state.withLock { $0.startedWork.close(channel) }
  }

  /// A handler has returned: time goes on if that was of a timer that does not go off again.
  func endCall(of number: UInt64) {
    let startsPump = state.withLock { state in
      state.startedWork.endCall(of: number, at: state.scheduler.elapsed)
      return !state.isClosed && state.startPumping()
    }
    if startsPump { startPump() }
  }

  /// Whether the calling thread runs work that this test has started outside.
  var isWorkRunning: Bool { testing_support_runs_work(Unmanaged.passUnretained(self).toOpaque()) }

  /// The number of the work of this test that the calling thread runs, or zero.
  var runningWork: UInt64 {
    testing_support_running_work(Unmanaged.passUnretained(self).toOpaque())
  }

  func endWork(_ number: UInt64) {
    let startsPump = state.withLock { state in
      state.workEnds(number)
      return !state.isClosed && state.startPumping()
    }
    if startsPump { startPump() }
  }

  /// What may be the reason if the test fails: which task has blocked the others, what virtual time has overtaken, and whether
  /// it has passed for a loop; `nil` if nothing, or if that was asked before.
  ///
  /// - Parameter isHang: Whether the test fails because it does not end: a loop is no surprise there.
  func takePossibleReason(ofHang isHang: Bool = false) -> String? {
    let passed = takePassedTime()
    let hasReadRealTime = Schedule.isCurrent(self) && testing_support_take_real_time()
    state.withLock { state in
      state.pass(passed)
      if hasReadRealTime { state.noteRealTime() }
    }
    let blocking = blockingText
    return state.withLock { state in
      defer { state.isReasonReported = true }
      if state.isReasonReported { return nil }
      let overtaken = (state.overtaken ?? state.possiblyOvertaken?.overtaking ?? state.overtakenTaskOfWork)?.text
      let reasons = [blocking, overtaken, isHang ? nil : state.scheduler.loopTime?.text].compactMap(\.self)
      return reasons.isEmpty ? nil : reasons.joined(separator: "\n")
    }
  }

  /// Work that the test has started outside starts a task.
  func noteTaskOfWork() {
    state.withLock { $0.startOfTaskOfWork = $0.startOfTaskOfWork ?? $0.scheduler.elapsed }
  }

  /// Starts something that is no work of a test, or asks for the real time for another reason than a test's.
  static func withoutTracking<R>(_ body: () -> R) -> R {
    testing_support_begin_own_work()
    defer { testing_support_end_own_work() }
    return body()
  }
}

/// A jump of virtual time that something outside the test did not keep up with.
struct Overtaking: Sendable {
  var start: Duration
  var end: Duration
  /// What had not happened by then, as the end of a sentence that begins with "while".
  var event: String
  /// Where the test says that it waits for what it starts outside; `nil` if it has said so.
  var missingSetting: OutsideSetting?
  var advice = Advice.wrap

  /// What to do about it.
  enum Advice: String {
    case wrap = "Wrap the wait in `withOutsideWork { }`"
    /// Nothing but sleeps waited for the event: no sleep ends where time stands still.
    case await = "Await the event, such as with a continuation or a stream, in place of a sleep"
    /// Nothing stops time for a task that belongs to no test.
    case startInTest =
      "Await what the task does, or start it in the test: one that is started elsewhere belongs to no test"
  }

  var text: String {
    let (before, after) = (start.messageText, end.messageText)
    let jump = before == after ? "on by \((end - start).messageText), at \(before)," : "from \(before) to \(after)"
    return """
      Virtual time went \(jump) while \(event)
      A sleep or a timeout in the test may have ended too early.
      \(advice.rawValue)\(missingSetting.map { ", or use `\($0.text(forMoreThan: .zero))`" } ?? "").
      """
  }
}

extension ScheduleState {
  /// Whether time stands still for the sake of work that the test has started outside.
  mutating func isHeldByStartedWork() -> Bool {
    guard awaitsStartedWork, phase == .running, !startedWork.isEmpty else { return false }
    let hasReadyJobs = scheduler.hasReadyJobs
    guard hasReadyJobs || scheduler.hasTimers else { return false }
    let isHeld = startedWork.holdsTime(until: scheduler.nextDeadline) { !hasReadyJobs && isAnyTaskSuspended }
    guard isHeld, !hasSleptAsLongNatively else {
      heldDeadline = nil
      return false
    }
    // A test whose tasks poll never comes to rest, and is given as long.
    guard hasReadyJobs, heldSteps.isMultiple(of: 1000) else { return true }
    let deadline = heldDeadline ?? WaitDeadline(after: outsideLimit)
    heldDeadline = deadline
    guard deadline.hasPassed else { return true }
    startedWork.giveUp()
    return false
  }

  /// Whether the next sleep would natively have ended by now: no work keeps it from ending for longer.
  var hasSleptAsLongNatively: Bool { mutating get { !scheduler.hasReadyJobs && isNextSleepOver } }

  /// The same while something is ready.
  var isNextSleepOver: Bool {
    mutating get {
      noteHeldTime()
      return restOfHeldSleep.map { $0 <= .zero } ?? false
    }
  }

  /// A step is taken, perhaps while time stands still.
  ///
  /// What time stands still for may begin again and again, so that there is always some of it. In a test whose tasks poll,
  /// a sleep ends then that would natively have ended.
  mutating func noteHeldStep() {
    if scheduler.isTimeHeld, scheduler.hasReadyJobs {
      heldSteps += 1
      if heldSteps.isMultiple(of: 1000) { isHeldSleepOver = isHeldSleepOver || isAnyHeldSleepOver }
    }
    guard isHeldSleepOver, scheduler.hasTimers, !outside.holdsTime else { return }
    (scheduler.isTimeHeld, scheduler.isSleepOver) = (isHeldByJobLeftBehind(), true)
  }

  private var isAnyHeldSleepOver: Bool {
    mutating get {
      noteHeldTime()
      return scheduler.timers.contains { timer in
        rest(of: timer, delayedBy: Self.longestDelay).map { $0 <= .zero } ?? false
      }
    }
  }

  // How much longer than natively a sleep goes on at most for what begins again and again.
  private static var longestDelay: Duration { .milliseconds(250) }

  private mutating func noteHeldTime() {
    guard let timer = scheduler.timers.first else { return }
    heldTime.note(timer, before: scheduler.sequence, at: scheduler.elapsed)
  }

  // How long the next sleep, which is held, would natively go on.
  private var restOfHeldSleep: Duration? { scheduler.timers.first.flatMap { rest(of: $0) } }

  // The same of any sleep, with a delay of its own.
  private func rest(of timer: TimerQueue.Timer, delayedBy delay: Duration = .zero) -> Duration? {
    guard let rest = heldTime.rest(of: timer, timeOfPace) else { return nil }
    let limit = rest + Self.longestDelay
    let restBesideWork =
      awaitsStartedWork ? startedWork.rest(until: timer.deadline, at: scheduler.elapsed, atMost: limit) : nil
    return max(rest + delay, restBesideWork ?? rest)
  }

  /// How long the lane rests at most while time stands still for started work alone.
  var heldRest: Duration? {
    guard !outside.holdsTime, awaitsStartedWork, let rest = restOfHeldSleep else { return nil }
    return min(max(rest, .milliseconds(1)), .seconds(60))
  }

  /// Notes what a jump of time may have overtaken: a new one, or one that goes on.
  mutating func noteJump(from start: Duration) {
    let continuesJump = overtaken?.start == start
    guard !startedWork.isEmpty, overtaken == nil || continuesJump else { return }
    let late = startedWork.late(at: scheduler.elapsed) { isAnyTaskSuspended }
    guard !late.isEmpty else { return }
    if continuesJump {
      overtaken?.end = scheduler.elapsed
      return
    }
    let overtaking = Overtaking(
      start: start,
      end: scheduler.elapsed,
      event: "work on a dispatch queue or a thread was unfinished",
      missingSetting: awaitsStartedWork ? nil : outsideSetting,
      advice: isAnyTaskSuspended(besides: scheduler.wokenSleeper) ? .wrap : .await
    )
    if late.values.contains(false) {
      overtaken = overtaking
    } else if possiblyOvertaken == nil || possiblyOvertaken?.overtaking.start == start {
      possiblyOvertaken = (overtaking, Set(late.keys))
    }
  }

  // The same of a task that such work has started.
  fileprivate var overtakenTaskOfWork: Overtaking? {
    guard let start = startOfTaskOfWork, start < scheduler.elapsed else { return nil }
    return Overtaking(
      start: start,
      end: scheduler.elapsed,
      event: "a task ran outside the test that a dispatch queue or a thread had started",
      advice: .startInTest
    )
  }

  /// Work resumes a task, or starts more work: a jump of time was too early if the work was unfinished then.
  mutating func workActs(_ number: UInt64) {
    guard number != 0 else { return }
    startedWork.act(number)
    guard let possible = possiblyOvertaken, possible.work.contains(number) else { return }
    overtaken = overtaken ?? possible.overtaking
    possiblyOvertaken = nil
  }

  /// Work that had resumed a task before a jump of time, and has done nothing else, was only about to return.
  mutating func workEnds(_ number: UInt64) {
    startedWork.end(number)
    possiblyOvertaken?.work.remove(number)
    if possiblyOvertaken?.work.isEmpty == true { possiblyOvertaken = nil }
  }

  /// Something outside the test resumes a task: time may have jumped while the task waited for that.
  mutating func noteOutsideResumption(of task: UInt64) {
    guard scheduler.elapsed > .zero, overtaken == nil, outsideWaits == 0, !scheduler.isAsleep(task),
      let number = scheduler.knownNumber(of: task)
    else { return }
    let start = latestTurns.indices.contains(number) ? latestTurns[number] : .zero
    guard start < scheduler.elapsed else { return }
    overtaken = Overtaking(
      start: start,
      end: scheduler.elapsed,
      event: "\(tasks.titleInSentence(of: number)) waited for an event outside the test",
      missingSetting: awaitsStartedWork ? nil : outsideSetting
    )
  }

  /// Notes that a task has its turn.
  mutating func noteTurn() {
    guard scheduler.timeChanges > 0, let task = scheduler.currentTask else { return }
    while latestTurns.count <= task { latestTurns.append(.zero) }
    latestTurns[task] = scheduler.elapsed
  }

  private var isAnyTaskSuspended: Bool { isAnyTaskSuspended(besides: nil) }

  // Whether any task waits for anything else than a sleep, or runs, besides one that has just slept.
  private func isAnyTaskSuspended(besides sleeper: UInt64?) -> Bool {
    let sleeping = Set(scheduler.sleepingTasks + [sleeper.flatMap(scheduler.knownNumber)].compactMap(\.self))
    return tasks.unfinished.contains { !sleeping.contains($0) }
  }
}
