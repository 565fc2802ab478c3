internal import Dispatch
internal import TestingSupportCore

/// Waits until nothing is left that could still let go of an object.
///
/// In a deterministic test that is exact: when nothing of the test can run any more, and no sleep is left. Elsewhere
/// nobody can know, so it waits for as long as objects go one after the other or tasks of the test have not ended, and
/// a while longer for detached tasks, which carry no sign of the test. Only a test that leaks waits at all.
struct Settlement {
  let remainingCount: () -> Int
  let isWorkInFlight: () -> Bool

  /// How long nothing must have happened, in real time, while no task of the test is known to be running.
  private static let quiet = Duration.milliseconds(300)
  private static let longestPause = Duration.milliseconds(50)

  func wait() async {
    guard remainingCount() > 0 else { return }
    if CurrentTestSchedule.schedule != nil {
      _ = await Waiter().wait()
    } else {
      await waitOutsideOfSchedule()
    }
  }

  private func waitOutsideOfSchedule() async {
    var latest = remainingCount()
    let start = ContinuousClock.now
    var lastProgress = start
    var pause = Duration.zero
    while latest > 0, start.duration(to: .now) < WaitLimit.current {
      await rest(pause)
      let count = remainingCount()
      if count < latest { lastProgress = .now }
      latest = count
      if !isWorkInFlight(), lastProgress.duration(to: .now) > Self.quiet { return }
      pause = min(max(pause * 2, .microseconds(100)), Self.longestPause)
    }
  }

  /// Lets everything run that waits for a thread, then a while of real time. Both have to pass: on a machine under load
  /// a task of the lowest priority runs only when those that the test has left behind have had their turn.
  private func rest(_ pause: Duration) async {
    await Task.yield()
    let turn = Waiter()
    Task.detached(priority: .background) { turn.arrive() }
    _ = await turn.wait(within: WaitLimit.current)
    let end = Waiter()
    DispatchQueue.global().asyncAfter(deadline: .now() + pause.timeInterval) { end.arrive() }
    _ = await end.wait(within: WaitLimit.current)
  }
}
