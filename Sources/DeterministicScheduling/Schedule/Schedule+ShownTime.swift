internal import DeterministicSchedulingLoader
internal import TestingSupportCore

/// What time it is on threads that run code of a test beside its lane: work that the test has started, and tasks that were left
/// behind, also on executors of their own. No thread shows an earlier time than another one has shown.
extension Schedule {
  /// Sets the virtual time of the calling thread.
  ///
  /// - Returns: Whether the time is virtual there: it is not when the test is over.
  func showTime() -> Bool {
    let (occupancy, task) = (testing_support_occupancy(), testing_support_current_task())
    // What the thread let pass, by looking at the clock.
    let passed = takePassedTime()
    let shown = Duration(testing_support_shown_time())
    let (elapsed, isOver, hasLostLane) = state.withLock { state in
      let hasLostLane = state.lane.isDisplaced(occupancy) || state.excursions.leftBehind.contains(task)
      if hasLostLane {
        state.passBesideLane(until: shown)
      } else if passed > .zero {
        state.pass(passed)
      }
      return (state.scheduler.elapsed, state.isClosed, hasLostLane)
    }
    if isOver { return false }
    if hasLostLane { testing_support_lose_lane() }
    if occupancy == 0 || hasLostLane {
      testing_support_show_time(epoch, testing_support_time(elapsed))
    } else {
      // A lane may be ahead, by what it lets pass in this turn.
      testing_support_set_time_forward(epoch, testing_support_time(elapsed))
    }
    return true
  }

  /// The calling thread has looked at a clock that stands still, for so long.
  ///
  /// As much time passes for the whole test. So a loop that waits for a time ends there when it really would, and a timeout is
  /// not early.
  ///
  /// - Returns: Whether time passes no faster than that on a lane.
  func passRealTime(_ duration: Duration) -> Bool {
    let time = Duration(testing_support_shown_time()) + duration
    let isLane = testing_support_occupancy() != 0
    let (elapsed, startsPump, keepsPace) = state.withLock { state in
      guard !state.isClosed else { return (state.scheduler.elapsed, false, false) }
      state.passBesideLane(until: time)
      let startsPump = state.scheduler.dueTimer != nil && state.startPumping()
      return (state.scheduler.elapsed, startsPump, state.isTimeLimited(onLane: isLane))
    }
    testing_support_show_time(epoch, testing_support_time(elapsed))
    if startsPump { startPump() }
    return keepsPace
  }

  /// The calling thread leaves the lane that it had lost: the task that it ran must not find an earlier time elsewhere.
  func letShownTimePass(in state: inout ScheduleState) {
    state.passBesideLane(until: Duration(testing_support_shown_time()))
  }

  /// Sets the virtual time of a thread that is none of this test's, but runs one of its tasks.
  func showTimeToTask() {
    testing_support_show_time(epoch, testing_support_time(state.withLock { $0.scheduler.elapsed }))
  }
}

extension ScheduleState {
  // Code that asks for the time again and again, and does not suspend, may wait for what else goes on. That is not given more
  // time than really passes.
  fileprivate mutating func isTimeLimited(onLane isLane: Bool) -> Bool {
    guard phase == .running else { return false }
    if awaitsStartedWork, startedWork.mayBePolled(limit: pacingLimit) { return true }
    if isLane, excursions.isAnyActive || isAnyTaskElsewhere { return true }
    return !lane.displaced.isEmpty && latestTimeBesideJobsLeftBehind() != nil
  }

  /// Code has let time pass by asking for it again and again, without suspending.
  mutating func pass(_ duration: Duration) {
    guard duration > .zero else { return }
    let start = scheduler.elapsed
    scheduler.pass(duration)
    if let start = notePoll(from: start) { scheduler.noteSpin(from: start) }
  }

  /// Time has passed for a loop that asks for it again and again: its jumps are one.
  ///
  /// - Returns: When that jump began; `nil` if it is no longer than that of code that only measures.
  @discardableResult
  mutating func notePoll(from start: Duration) -> Duration? {
    let first = latestPoll?.end == start ? latestPoll?.start ?? start : start
    latestPoll = (first, scheduler.elapsed)
    guard scheduler.elapsed - first >= .milliseconds(1) else { return nil }
    noteJump(from: first)
    return first
  }

  // Told under the lock: who is told asks for the time, and so waits until it has passed.
  fileprivate mutating func passBesideLane(until time: Duration) {
    guard time > scheduler.elapsed else { return }
    scheduler.pass(until: time)
    testing_support_note_time_beside_lane()
  }
}

extension Duration {
  fileprivate init(_ time: testing_support_time) {
    self = .seconds(time.seconds) + .nanoseconds(time.nanoseconds)
  }
}
