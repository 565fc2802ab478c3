internal import TestingSupportCore

/// Waits until nothing is left that could still let go of an object.
///
/// In a deterministic test that is exact: when nothing of the test can run any more, and no sleep is left; a test that
/// says that it waits for the outside is given as much time for that. Elsewhere nobody can know, so it waits for as
/// long as objects go one after the other or tasks of the test have not ended, and a while longer for detached tasks,
/// which carry no sign of the test; up to a limit, which ends nothing before everything that is ready has had its
/// turns. Only a test that leaks waits at all.
struct DeallocationWait: Sendable {
  let remainingCount: @Sendable () -> Int
  let hasUnfinishedTasks: @Sendable () -> Bool

  /// How long nothing must have happened, in time that the process was given, while no task of the test is known to be
  /// running.
  private static let quiet = Duration.milliseconds(300)
  /// How often everything that waits for a thread must have had its turn meanwhile. Time alone says nothing on a
  /// machine under load.
  private static let turns = 2000
  private static let turnsAtOnce = 100
  private static let longestPause = Duration.milliseconds(50)

  func wait() async {
    guard remainingCount() > 0 else { return }
    // A task of its own: in one that is cancelled, as a test is at its time limit, nothing waits.
    await Task {
      if let schedule = CurrentTestSchedule.schedule {
        _ = await Waiter().wait(waitsForOutside: false)
        await waitForOutside(of: schedule)
      } else {
        await waitOutsideOfSchedule()
      }
    }.value
  }

  /// What a test holds that says that it waits for the outside may be released there.
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

  /// Gives turns to everything that is ready to run, whatever its priority.
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
          done.arrive()
        }
      }
    }
    _ = await done.wait(within: WaitLimit.current)
  }
}
