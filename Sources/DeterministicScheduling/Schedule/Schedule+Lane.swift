internal import DeterministicSchedulingLoader
internal import Dispatch
internal import TestingSupportCore

/// The lane of a test: takes one step after the other, on the test's own queue or on the main queue, never on both.
extension Schedule {
  // The number of jobs that a lane runs before it releases the main queue, or looks whether another one waits for its slot.
  private static var jobsPerRound: Int { 32 }

  // How long a lane keeps its slot while another one waits for it, in nanoseconds.
  private static var slotTime: UInt64 { 5_000_000 }

  func startPump() {
    Self.withoutTracking { startLane() }
  }

  private func startLane() {
    // A test that begins on the main actor, or goes on there, need not wake another thread first.
    if state.withLock({ $0.startsOnMain }) {
      DispatchQueue.main.async { _ = self.pump(on: .main, first: nil) }
    } else {
      enterLane(first: nil)
    }
  }

  private func enterLane(first: Turn?) {
    let queue = state.withLock { $0.queue }
    FIFOSemaphore.lanes.acquire {
      queue.async {
        if self.pump(on: .own, first: first) { FIFOSemaphore.lanes.release() }
      }
    }
  }

  /// Takes one step after the other on another thread, in place of one that is held.
  func continueLane(on queue: DispatchQueue) {
    queue.async {
      if self.pump(on: .own, first: nil) { FIFOSemaphore.lanes.release() }
    }
  }

  /// Takes one step after the other, as long as they are for this lane.
  ///
  /// - Returns: Whether the thread still has the lane. It has not if a job has kept it so long that another thread went on
  ///   in its place, or if it has handed the lane back to a thread that was held.
  private func pump(on lane: Lane, first: Turn?) -> Bool {
    let previous = testing_support_enter_schedule(Unmanaged.passUnretained(self).toOpaque())
    let thread = testing_support_this_thread()
    let occupancy = testing_support_begin_occupancy(thread)
    testing_support_set_explores_hops(exploresHops)
    testing_support_set_has_lane_slot(lane == .own)
    if lane == .own { state.yields.enterLane() }
    defer {
      state.yields.leaveLane()
      testing_support_set_has_lane_slot(false)
      testing_support_set_explores_hops(false)
      testing_support_end_occupancy()
      testing_support_enter_schedule(previous)
    }
    let entry = state.withLock { state in
      state.lane.enter(occupancy, on: lane, thread: thread)
      if case .run(let job, _) = first?.step { state.lane.begin(job, of: state.scheduler.currentTask) }
      return (time: first?.time ?? state.shownTime, looks: state.looks)
    }
    var time = entry.time
    testing_support_set_time(epoch, testing_support_time(time.elapsed))
    testing_support_set_looks(entry.looks)
    guard var turn = first ?? takeTurn(by: occupancy, showing: time) else { return false }
    var endedTask: UInt64 = 0
    var jobsLeft = Self.jobsPerRound
    let slotEnd = DispatchTime.now().uptimeNanoseconds + Self.slotTime
    while true {
      if turn.time != time {
        time = turn.time
        testing_support_set_time(epoch, testing_support_time(time.elapsed))
      }
      switch turn.step {
      case .run(let job, let jobLane):
        guard jobLane == lane, !turn.isBehindMainBlock, jobsLeft > 0 || (lane == .own && Self.keepsSlot(until: slotEnd))
        else {
          return hand(turn, to: jobLane, from: occupancy)
        }
        jobsLeft = jobsLeft > 0 ? jobsLeft - 1 : Self.jobsPerRound
        if turn.isYield { testing_support_await_resumption(Runtime.pointer(to: job)) }
        endedTask = Runtime.run(job, on: lane)
        if turn.isYield, let task = testing_support_take_resumption() {
          endedTask = Runtime.run(unsafeBitCast(task, to: UnownedJob.self), on: lane)
        }
        jobsLeft -= state.yields.sinceStep
      case .tell(let action):
        for task in state.withLock({ $0.tasks.takeUnseenEnds() }) { Runtime.release(task) }
        action?()
      case .release(let task):
        task?.goOn(from: lane)
        return false
      case .rest(let rest):
        if rest.startsWatch { watch(after: outsideLimit) }
        if rest.raisesFence { raiseFence() }
        if rest.looksAgain { lookAgain() }
        if let delay = rest.helperCheck { checkHelpers(after: delay) }
        if let delay = rest.longest { wake(after: delay) }
        return true
      }
      guard let next = takeTurn(after: endedTask, by: occupancy, showing: time) else { return false }
      turn = next
      endedTask = 0
    }
  }

  private static func keepsSlot(until end: UInt64) -> Bool {
    !FIFOSemaphore.lanes.hasWaiters || DispatchTime.now().uptimeNanoseconds < end
  }

  private func hand(_ turn: Turn, to lane: Lane, from occupancy: UInt64) -> Bool {
    testing_support_begin_own_work()
    defer { testing_support_end_own_work() }
    guard state.withLock({ $0.lane.leave(occupancy) }) else {
      // Cannot be but on a machine that stands still between a step and its job: whoever went on runs the job.
      state.withLock { state in
        if case .run(let job, _) = turn.step { state.requeue(job, on: lane) }
      }
      return false
    }
    var turn = turn
    turn.isBehindMainBlock = false
    switch lane {
    case .own, .hop: enterLane(first: turn)
    case .main: DispatchQueue.main.async { [turn] in _ = self.pump(on: .main, first: turn) }
    }
    return true
  }

  /// What the lane does next, and at what time.
  private struct Turn: Sendable {
    enum Step {
      case run(UnownedJob, on: Lane)
      case tell((@Sendable () -> Void)?)
      // Indirect, as is the next one, since each step is paid for by its size.
      indirect case release(HeldTask?)
      indirect case rest(Rest)
    }

    struct Rest {
      var looksAgain: Bool
      var startsWatch: Bool
      var raisesFence: Bool
      var helperCheck: Duration?
      var longest: Duration?
    }

    var step: Step
    var time: ScheduleState.ShownTime
    /// Whether the job is for the main queue, and to run behind a block that the test has enqueued there.
    var isBehindMainBlock = false
    /// Whether the job resumes a task after a yield, and the task has its turn, too.
    var isYield = false
  }

  /// - Parameter endedTask: The task that has ended with the job before, or zero; `nil` if there is no job before.
  /// - Returns: `nil` if the thread has lost the lane.
  private func takeTurn(
    after endedTask: UInt64? = nil,
    by occupancy: UInt64,
    showing time: ScheduleState.ShownTime
  ) -> Turn? {
    testing_support_begin_turn()
    if let outer { borrowTurnOfActor(from: outer) }
    let passed = testing_support_take_passed_time()
    let hasLooked = testing_support_take_look()
    let hasReadRealTime = testing_support_take_real_time()
    let yields = state.yields
    let immediateYields = yields.take()
    var hasLentSlot = false
    var blocks: [MainBlock] = []
    let (turn, finished, startsPump, finding): (Turn?, UInt, Bool, Event?) = state.withLockOfLane { state in
      if immediateYields > 0 { state.note(immediateYields: immediateYields) }
      if describesSteps { state.noteCancelled(isByStep: endedTask != nil) }
      let finished = endedTask.map { $0 == 0 ? 0 : state.finish($0) } ?? 0
      guard state.lane.isOccupied(by: occupancy) else {
        letShownTimePass(in: &state)
        state.leaveLane(occupancy)
        return (nil, finished, state.startPumping(), nil)
      }
      if state.lane.hasLentSlot { hasLentSlot = state.lane.takeBackSlot() }
      if passed != 0 { state.pass(.nanoseconds(passed)) }
      if hasLooked { state.scheduler.noteLook() }
      if hasReadRealTime { state.noteRealTime() }
      blocks = state.takeDueMainBlocks()
      let step = state.nextStep()
      state.answer = nil
      let shownTime = state.shownTime
      if shownTime != time {
        state.looks = 0
      } else if hasLooked {
        state.looks = testing_support_looks()
      }
      let turnStep: Turn.Step
      var (isYield, isBehindMainBlock) = (false, false)
      switch step {
      case .run(let number, let lane):
        let job = UnownedJob(number: number)
        let resumed = lane == .own ? state.takeTaskResumed(by: job) : nil
        isYield = resumed != nil
        if lane == .main, let block = state.latestMainBlock, state.scheduler.currentSequence >= block {
          (isBehindMainBlock, state.latestMainBlock) = (true, nil)
        }
        state.lane.begin(resumed ?? job, of: state.scheduler.currentTask)
        if lane == .own, state.mayYieldImmediately { yields.allow(ImmediateYields.mostInStep) }
        turnStep = .run(job, on: lane)
      case .tell(let request):
        turnStep = .tell(state.withdraw(request))
        state.answer = (!state.scheduler.wasImpatient, state.scheduler.hasTimers && !state.scheduler.isTimeHeld)
      case .release(let key):
        turnStep = .release(state.release(key, from: occupancy))
      case .rest:
        _ = state.lane.leave(occupancy)
        turnStep = .rest(
          Turn.Rest(
            looksAgain: state.rest(),
            startsWatch: state.startWatching(),
            raisesFence: state.needsFence && state.fence.raise(),
            helperCheck: state.outside.arrangeCheck(idleSince: state.restingSince),
            longest: state.longestRest
          )
        )
      }
      let turn = Turn(step: turnStep, time: shownTime, isBehindMainBlock: isBehindMainBlock, isYield: isYield)
      return (turn, finished, false, state.livelock.takeFinding())
    }
    Runtime.release(finished)
    for block in blocks { block.enqueue() }
    // There is one slot less for others from when there is one.
    if hasLentSlot { FIFOSemaphore.lanes.acquire {} }
    if startsPump { startPump() }
    if let finding { found(finding) }
    return turn
  }

  // A task of this test runs on an actor that ordinary tasks use too, where nobody tells when it is done.
  private func lookAgain() {
    Self.watchQueue.asyncAfter(deadline: .now() + .milliseconds(1)) { [weak self] in
      guard let self else { return }
      let startsPump = state.withLock { state in
        state.excursions.lookAgain()
        return state.startPumping()
      }
      if startsPump { startPump() }
    }
  }
}

extension testing_support_time {
  init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self.init(seconds: seconds, nanoseconds: attoseconds / 1_000_000_000)
  }
}
