/// What a deterministic test's schedule offers to the modules that do not import the scheduler.
///
/// `DeterministicScheduling` conforms to it, and provides the schedule of the running code through
/// ``CurrentTestSchedule``. A helper that waits requests a callback when the test cannot make progress, instead of
/// counting seconds.
package protocol TestSchedule: AnyObject, Sendable {
  /// How much virtual time has passed since the test began.
  var elapsed: Duration { get }
  /// The seed that decides the order of the schedule, and of random test data with it; `nil` for first in, first out.
  var seed: UInt64? { get }

  /// Calls `action` once, on the thread that runs the test's jobs, as soon as the test is idle in the given sense.
  ///
  /// Actions run one at a time, and jobs that an action enqueues run before the next action is called. The latest
  /// request is answered first; the request of a task is answered after those of the tasks that it has started, and
  /// that of the test body last. If an action makes another request, it counts as a request of the same task.
  func whenIdle(_ idleness: Idleness, _ action: @escaping @Sendable () -> Void) -> IdleRequest
  /// Calls `action` once, in the same way, as soon as virtual time has advanced to a sleeper and everything that it
  /// woke has run.
  ///
  /// With ``Idleness/stalled`` beside it a helper sees the test at every instant of its life, also in one that never
  /// runs out of sleepers.
  func whenTimePassed(_ action: @escaping @Sendable () -> Void) -> IdleRequest
  /// Calls `action` once, in the same way, as soon as the test is ``Idleness/stalled`` and nothing outside it has
  /// resumed it for a while, in real time.
  func whenStalled(after patience: Duration, _ action: @escaping @Sendable () -> Void) -> IdleRequest
  /// How long the test waits for outside events: the limit of its `outside:`, if any.
  var outsidePatience: Duration? { get }
  /// Whether nothing is ready to run. `false` in an action means that the test never became idle, and that the schedule
  /// has stopped waiting for that.
  var isSettled: Bool { get }
  /// Whether nothing will run, however much time passes. `false` in an action for ``Idleness/stalled`` means that a
  /// task keeps sleeping or resuming, and that the schedule has stopped waiting for it to finish.
  var isStalled: Bool { get }
  /// Whether virtual time stands still while something outside the test goes on.
  var isTimeHeld: Bool { get }
  /// The schedule that is paused while this one runs: that of the test around it.
  var pausedSchedule: (any TestSchedule)? { get }
  /// The numbers of the test's tasks that have begun and not ended, but for the one that runs its body.
  var unfinishedTasks: Set<Int> { get }
  /// What tasks are called, and where they wait, as a failure lists them; `nil` if there are none, or none is known.
  func list(_ tasks: Set<Int>) -> String?
  /// Takes a request back. The action is not called from then on; calling it with a spent request does nothing.
  func withdraw(_ request: IdleRequest)

  /// Notifies the schedule that a helper waits for an outside event with its own limit, so that being unable to make
  /// progress doesn't fail the test until ``endWaitingForOutside()`` is called as many times.
  func beginWaitingForOutside()
  func endWaitingForOutside()

  /// Registers, as long as it is alive, a point at which tasks of the test may wait for the test, to list it if the
  /// test cannot make progress.
  func remember(_ room: any WaitPoint)
  /// Those of them that still live.
  var waitPoints: [any WaitPoint] { get }

  /// Notifies the schedule that the running step has advanced a test clock, for a report of the steps.
  func noteClock(_ time: () -> String)
  /// Notifies the schedule that the running task falls asleep on a test clock, for the same report.
  func noteClockSleep(_ duration: () -> String)
}

extension TestSchedule {
  /// For a schedule that cannot observe when a task ends.
  package var unfinishedTasks: Set<Int> { [] }
  package func list(_ tasks: Set<Int>) -> String? { nil }

  /// For a schedule that no test is around.
  package var pausedSchedule: (any TestSchedule)? { nil }

  /// For a schedule that calls back only when that is so.
  package var isSettled: Bool { true }
  package var isStalled: Bool { true }
  package var isTimeHeld: Bool { false }

  /// For a schedule that knows of nothing outside the test.
  package var outsidePatience: Duration? { nil }
  package func whenStalled(after patience: Duration, _ action: @escaping @Sendable () -> Void) -> IdleRequest {
    whenIdle(.stalled, action)
  }

  /// How long a helper waits for outside events when the test cannot make progress; `nil` for a test without
  /// `outside:`.
  package var patience: Duration? { WaitLimit.explicit ?? outsidePatience }

  /// For a schedule that cannot stop at each sleeper: it never calls back; use ``Idleness/stalled`` instead.
  package func whenTimePassed(_ action: @escaping @Sendable () -> Void) -> IdleRequest {
    IdleRequest(id: .max)
  }

  /// For a schedule that does not know the waiting tasks.
  package func remember(_ room: any WaitPoint) {}
  package var waitPoints: [any WaitPoint] { [] }

  /// For a schedule that does not report its steps.
  package func noteClock(_ time: () -> String) {}
  package func noteClockSleep(_ duration: () -> String) {}
}

/// Identifies a request made with ``TestSchedule/whenIdle(_:_:)``.
package struct IdleRequest: Hashable, Sendable {
  package let id: UInt64
  package init(id: UInt64) { self.id = id }
}

/// How a test is idle.
package enum Idleness: Sendable {
  /// Nothing is ready to run. Virtual time does not advance: sleepers may be left.
  case settled
  /// Nothing is ready to run and no sleeper is left: only an outside event can resume the test.
  case stalled
  /// The same, and no helper waits for an outside event. For a helper that fails then.
  case stalledWithoutOutside
  /// Nothing is ready to run, and virtual time stands still while something outside the test goes on.
  case timeHeld
}

/// The way from any module to the schedule of the running test.
package enum CurrentTestSchedule {
  // Safe: written once, by the scheduler's installation, before any test runs; read-only afterward.
  nonisolated(unsafe) private static var installed: (seesSleepers: Bool, provider: @Sendable () -> (any TestSchedule)?)?

  /// The schedule that the running code belongs to. `nil` outside a deterministic test, and where schedules do not see
  /// which tasks sleep: helpers wait there as in an ordinary test.
  package static var schedule: (any TestSchedule)? { installed?.seesSleepers == true ? settlingSchedule : nil }

  /// The schedule, also where it does not see which tasks sleep. It reports when the test has settled, not when it is
  /// stalled.
  package static var settlingSchedule: (any TestSchedule)? { installed?.provider() }

  /// Called once, when the scheduler is installed in the process.
  ///
  /// - Parameter seesSleepers: Whether schedules see which tasks sleep, and so know when nothing can run anymore.
  package static func install(seesSleepers: Bool, _ provider: @escaping @Sendable () -> (any TestSchedule)?) {
    installed = (seesSleepers, provider)
  }
}
