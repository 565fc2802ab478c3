internal import TestingSupportCore

/// Waits until nothing is left that could still release an object.
///
/// In a deterministic test, this is exact: it waits until the test cannot make progress, and then for outside events as
/// long as the test allows for them. In any other test, the library can't observe this. It waits while objects are
/// being deallocated or tasks of the test are unfinished, then briefly for detached tasks, which can't be attributed to
/// the test. A limit applies once everything that is ready has had a chance to run. Only a test that leaks waits at
/// all.
struct DeallocationWait: Sendable {
  let remainingCount: @Sendable () -> Int
  let hasUnfinishedTasks: @Sendable () -> Bool

  /// How long nothing must have happened, in time that the process was given, while no task of the test is known to be
  /// running.
  private static let quiet = Duration.milliseconds(300)
  /// How often everything that is ready must have had a chance to run in that time. Time alone means nothing on a busy
  /// machine.
  private static let turns = 2000
  private static let turnsAtOnce = 100
  private static let longestPause = Duration.milliseconds(50)

  func wait() async {
    guard remainingCount() > 0 else { return }
    // A separate task: in a cancelled one, such as a test at its time limit, waits return immediately.
    await Task {
      if let schedule = CurrentTestSchedule.schedule {
        _ = await Waiter().wait(waitsForOutside: false)
        await waitForOutside(of: schedule)
      } else {
        await waitOutsideOfSchedule()
      }
    }.value
  }

  /// If a test allows for outside events, one of them may release the object.
  private func waitForOutside(of schedule: any TestSchedule) async {
    guard let patience = schedule.patience else { return }
    let limit = WaitDeadline(after: patience)
    var pause = Duration.microseconds(100)
    while remainingCount() > 0, !limit.hasPassed {
      guard await Waiter.pause(for: pause) else { return }
      pause = min(pause * 2, Self.longestPause)
    }
  }

  private func waitOutsideOfSchedule() async {
    var latest = remainingCount()
    let limit = WaitDeadline(after: WaitLimit.current)
    var (quiet, turns) = (WaitDeadline(after: Self.quiet), 0)
    var pause = Duration.zero
    while latest > 0, turns < Self.turns || !limit.hasPassed {
      await yieldToOtherTasks()
      turns += Self.turnsAtOnce
      _ = await Waiter.pause(for: pause)
      let count = remainingCount()
      if count < latest { (quiet, turns) = (WaitDeadline(after: Self.quiet), 0) }
      latest = count
      if !hasUnfinishedTasks(), turns >= Self.turns, quiet.hasPassed { return }
      pause = min(max(pause * 2, .microseconds(100)), Self.longestPause)
    }
  }

  /// Yields to everything that is ready to run, whatever its priority.
  private func yieldToOtherTasks() async {
    let done = Waiter()
    let priorities: [TaskPriority] = [.high, .medium, .low, .background]
    let running = Locked(priorities.count)
    for priority in priorities {
      Task.detached(priority: priority) {
        for _ in 0..<Self.turnsAtOnce { await Task.yield() }
        if running.withLock({ running in
          running -= 1; return running == 0
        }) {
          done.signal()
        }
      }
    }
    _ = await done.wait(within: WaitLimit.current)
  }
}
