public import Testing
internal import TestingSupportCore

/// Waits until nothing else in this test can run, without advancing virtual time.
///
/// Use it after an action that starts tasks, instead of sleeping or counting yields, when there is nothing more exact to
/// wait for:
///
/// ```swift
/// sut.didTapRefresh()
/// await settle()
/// #expect(sut.isLoading)
/// ```
/// Sleeping tasks keep sleeping: to let time pass, sleep.
///
/// If several tasks settle at the same time, they resume one after the other, each only when everything that the
/// previous one started is idle again:
///
/// - The body of the test resumes last, and a task resumes after the tasks that it has started. So everything that a
///   task does after its own `settle()` has happened when the test settles.
/// - Of all others, the task that asked last resumes first.
/// - A task that settles in a loop does not hold up the others: each of them is overtaken at most 10,000 times.
///
/// Every helper that waits until the test is idle follows this order, such as one that advances a clock or expects silence.
///
/// With ``DeterministicSupport/ordered`` support this function returns when no task of the test is ready to run or
/// running. It waits for tasks on the default executor, on actors and on the main actor, and for those that yield. It
/// doesn't wait for tasks on executors of your own, nor for a task that such an executor has handed to an actor.
///
/// In an ordinary test, it isn't known what can still run. The function then yields a bounded number of times, at the
/// priority of its caller: enough for a few actor hops on an idle machine, without a guarantee on a busy one. A test
/// that depends on it should be `.deterministic`.
///
/// A test whose tasks never suspend does not become idle. After ten seconds of real time this function records an issue
/// at the caller's line, and returns.
///
/// - Parameters:
///   - isolation: The actor of the caller, to which this function returns.
///   - sourceLocation: Where a failure is recorded.
public func settle(
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation
) async {
  guard let isSettled = await becomesIdle() else {
    for _ in 0..<turnsOutside { await Task.yield() }
    return
  }
  if !isSettled {
    recordIssue(
      """
      The test did not become idle within \(WaitLimit.current.messageText)
      \(Schedule.current?.textOfActiveTasks ?? "Some of its tasks keep running or yielding.")
      Cancel them, or wait for a specific event.
      """,
      sourceLocation: sourceLocation
    )
  }
}

private let turnsOutside = 256

/// Lets everything that is ready run first, as a yield does, and in one order also where no hook shows yields.
package func yieldInOrder(isolation: isolated (any Actor)? = #isolation) async {
  guard Runtime.level.hooks?.seesYield == false, let schedule = Schedule.current,
    let resumption = Runtime.makeResumption
  else { return await Task.yield() }
  let priority = Int(Task.currentPriority.rawValue)
  await withUnsafeContinuation { continuation in
    let job = resumption(priority, continuation)
    let isInside = Schedule.isCurrent(schedule)
    if !schedule.enqueue(job, of: 0, on: .own, isInside: isInside) { Runtime.enqueueOutside(job, on: .own) }
  }
}

/// Waits until nothing else of this test can run.
///
/// - Returns: Whether the test became idle, or `nil` outside a deterministic test.
package func becomesIdle(isolation: isolated (any Actor)? = #isolation) async -> Bool? {
  guard DeterministicSupport.current != .unavailable, let schedule = Schedule.current else { return nil }
  return await withCheckedContinuation { continuation in
    _ = schedule.whenIdle(.settled) { continuation.resume(returning: schedule.isSettled) }
  }
}
