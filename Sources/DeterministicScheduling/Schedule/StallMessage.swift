internal import TestingSupportCore

/// The failure of a test that waits for an event that never happens.
enum StallMessage {
  /// What to add if the test has resumed tasks of other tests.
  ///
  /// - Parameter tests: The names of those tests, and whether they were over.
  static func addition(resumedTests tests: [String: Bool]) -> String {
    tests.sorted { $0.key < $1.key }.map { name, isFinished in
      """

      It resumed a task of the test "\(name)", which \(isFinished ? "has finished: the task never runs again" : "owns it").
      Give each test its own instance, or start the shared task in the initializer of a static property.
      """
    }.joined()
  }

  /// - Parameters:
  ///   - waiting: The tasks that wait.
  ///   - rooms: Where they may wait for the test.
  ///   - limit: How long the test rested.
  ///   - setting: Where the test says how long it waits.
  static func stalled(
    waiting: [SuspendedTask],
    rooms: [any WaitPoint],
    limit: Duration,
    setting: OutsideSetting
  ) -> String {
    """
    No task in this test can make progress
    Nothing outside the test resumed it within \(limit.messageText), so the test was cancelled.
    \(listing(waiting))\(rooms.listing)
    Look for a continuation that is never resumed, a stream that never finishes, a gate that is never opened, \
    \(waiting.contains { $0.state == .blocksThread } ? "a semaphore that is never signaled, a lock that is never released, " : "")\
    a clock that is never advanced, or tasks that wait for each other.
    Allow more time for I/O or a dispatch queue: `\(setting.text(forMoreThan: limit))`.
    """
  }

  /// The warning of a test that may be asleep, or the failure of one that has been idle too long for that.
  static func idle(rooms: [any WaitPoint], limit: Duration, isFinal: Bool, setting: OutsideSetting) -> String {
    let consequence = isFinal ? ", so it was cancelled" : ""
    let event =
      isFinal
      ? "No sleep ended, and nothing outside the test resumed it."
      : "It continues when a sleep ends, or when something outside the test resumes it."
    return """
      The test has been idle for \(limit.messageText)\(consequence)\(rooms.listing)
      \(event)
      Look for a continuation that is never resumed, a stream that never finishes, a gate that is never opened, or a clock \
      that is never advanced. Allow more time for what is slow: \
      `\(setting.text(forMoreThan: limit, atLeast: .seconds(60)))`.
      """
  }

  static func bodyNeverRuns(waiting: [SuspendedTask], rooms: [any WaitPoint], wakes: Int, elapsed: Duration) -> String {
    """
    The test body is suspended while other tasks wake endlessly
    Sleeping tasks woke \(wakes) times in \(elapsed.messageText) of virtual time; the body did not. The test was cancelled.
    \(listing(waiting))\(rooms.listing)
    Cancel the repeating timer or poll first, or wait for what it does.
    """
  }

  /// - Parameters:
  ///   - waiting: The tasks that have not ended.
  ///   - waits: How often the body has waited.
  ///   - elapsed: How much virtual time has passed.
  ///   - limit: How long the test waits for the outside.
  static func polling(
    waiting: [SuspendedTask],
    rooms: [any WaitPoint],
    waits: Int,
    elapsed: Duration,
    limit: Duration,
    setting: OutsideSetting
  ) -> String {
    """
    The test waits in a loop that does not end
    The body has slept or yielded \(waits) times in \(elapsed.messageText) of virtual time, and nothing else \
    resumed it. The test was abandoned.
    \(listing(waiting))\(rooms.listing)
    Look for a condition that no task can make true any more. Await a continuation or a stream in place of a poll.
    Allow more time for I/O or a dispatch queue: `\(setting.text(forMoreThan: limit))`.
    """
  }

  /// - Parameters:
  ///   - waiting: The tasks that have not ended.
  ///   - limit: How long the test has gone on, at least.
  ///   - steps: How many steps it has taken.
  ///   - elapsed: How much virtual time has passed.
  static func endless(
    waiting: [SuspendedTask],
    rooms: [any WaitPoint],
    limit: Duration,
    steps: Int,
    elapsed: Duration,
    setting: OutsideSetting
  ) -> String {
    """
    The test has run for \(limit.messageText) and does not end
    It has taken \(steps) steps in \(elapsed.messageText) of virtual time. The test was abandoned.
    \(listing(waiting))\(rooms.listing)
    Look for a loop whose condition no task can make false, such as a poll or a timer that is never cancelled.
    Allow more time: `\(setting.text(forMoreThan: limit, atLeast: .seconds(120)))`.
    """
  }

  /// - Parameters:
  ///   - yielding: The tasks that yield.
  ///   - waiting: The other tasks.
  static func livelock(
    yielding: [SuspendedTask],
    waiting: [SuspendedTask],
    rooms: [any WaitPoint],
    limit: Duration
  ) -> String {
    """
    Livelock: \(yielding.count == 1 ? "a task does" : "\(yielding.count) tasks do") nothing but yield
    Nothing else happened for \(limit.messageText), so the test was cancelled.
    Yielding: \(SuspendedTask.list(yielding))\(waiting.isEmpty ? "" : "\nSuspended: \(SuspendedTask.list(waiting))")\(rooms.listing)
    Look for a condition that no task can make true any more. Await a continuation or a stream in place of `Task.yield()`.
    """
  }

  static func ignoredCancellation(waiting: [SuspendedTask], limit: Duration) -> String {
    let (cancelled, others) = (waiting.filter(\.isCancelled), waiting.filter { !$0.isCancelled })
    let listings = [
      cancelled.isEmpty ? nil : listing(cancelled, as: "Suspended and ignoring cancellation"),
      others.isEmpty ? nil : listing(others, as: "Suspended and not cancelled"),
    ].compactMap(\.self)
    let advice =
      others.isEmpty ? "" : " `await task.value` does not cancel the task: `withTaskCancellationHandler` can."
    return """
      The test did not finish within \(limit.messageText) of being cancelled
      \(listings.isEmpty ? listing([]) : listings.joined(separator: "\n")). The test was abandoned.
      Handle cancellation where a task ignores it.\(advice)
      """
  }

  /// - Parameters:
  ///   - task: The task whose job keeps its thread, as the subject of a sentence.
  ///   - function: Where the job started, or resumed.
  ///   - isWaiting: Whether it waited in the system: that is not allowed as long as work.
  static func blocked(task: String, function: String?, isWaiting: Bool) -> String {
    """
    A task blocked its thread, so the test continued on another
    \(task) \(isWaiting ? "waited for half a second" : "ran for a second")\(function.map { " in `\($0)`" } ?? "") without suspending. From there on the order of \
    steps is no longer fully under control.
    Suspend instead: await a continuation, a stream, or `Task.yield()` in place of a semaphore, a lock, or a busy loop.
    """
  }

  /// A possible reason for the failure of a test.
  ///
  /// - Parameter isWaiting: Whether the task waited in the system, rather than in a loop.
  static func blockedShortly(task: String, function: String?, time: Duration, isWaiting: Bool) -> String {
    let wholeTime = Duration.milliseconds(100) * Int(time / .milliseconds(100))
    return """
      A task blocked its thread while other tasks of the test were ready
      \(task) \(isWaiting ? "waited" : "ran") for at least \(wholeTime.messageText)\(function.map { " in `\($0)`" } ?? "") without suspending. The tasks of a test share \
      one thread, so what it waited for may have been theirs to do.
      Suspend instead: await a continuation or a stream in place of a semaphore, a lock, or a \(isWaiting ? "wait" : "loop") with a time limit.
      """
  }

  /// - Parameter limit: How long the task has kept its thread, while the rest of the test had nothing to do.
  static func blockedLong(task: String, function: String?, limit: Duration) -> String {
    """
    A task has blocked its thread for \(limit.messageText)
    \(task) has not suspended since it continued\(function.map { " in `\($0)`" } ?? ""). Everything else in the test waits for it.
    Look for a semaphore that is never signaled, a lock that is never released, or a loop that never ends.
    """
  }

  /// Another library takes the jobs of the process before the schedule does.
  static let foreignHook = """
    Another library decides the order of the tasks in this process
    It has set the runtime's `swift_task_enqueueGlobal_hook`, as `withMainSerialExecutor` does, so the order of this test was \
    not fully under control.
    Remove it, or run the test without deterministic scheduling.
    """

  /// - Parameter tasks: The tasks that wait for an executor.
  static func wentOn(without tasks: [SuspendedTask], limit: Duration) -> String {
    """
    The test continued although an executor has not run its tasks
    Waiting for \(limit.messageText): \(SuspendedTask.list(tasks)). From there on the order of steps is no longer fully under control.
    If the test itself runs them later, it decides their order already: run it without deterministic scheduling. Otherwise \
    look for an executor that never runs its jobs.
    """
  }

  /// - Parameter tasks: The tasks that block a thread.
  static func wentOn(beside tasks: [SuspendedTask], limit: Duration) -> String {
    """
    A task blocked its executor's thread, so the test continued without it
    Blocking for \(limit.messageText): \(SuspendedTask.list(tasks)). From there on the order of steps is no longer fully under control.
    Suspend instead: await a continuation or a stream in place of a semaphore or a lock.
    """
  }

  private static func listing(_ waiting: [SuspendedTask], as title: String = "Suspended") -> String {
    let groups: [(String, SuspendedTask.State)] = [
      (title, .suspended), ("Blocking a thread", .blocksThread), ("Ready, but not run by an executor", .queued),
    ]
    let lines = groups.compactMap { title, state in
      let tasks = waiting.filter { $0.state == state }
      return tasks.isEmpty ? nil : "\(title): \(SuspendedTask.list(tasks))"
    }
    return lines.isEmpty ? "\(title): \(SuspendedTask.list([]))" : lines.joined(separator: "\n")
  }
}
