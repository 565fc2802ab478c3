/// What a deterministic test's schedule offers to the modules that do not import the scheduler.
///
/// `DeterministicScheduling` conforms and says, through ``CurrentTestSchedule``, which schedule the running code
/// belongs to. A helper that waits asks the schedule for "nothing can run any more" instead of counting seconds.
package protocol TestSchedule: AnyObject, Sendable {
  /// How much virtual time has passed since the test began.
  var elapsed: Duration { get }
  /// The seed that decides the order of the schedule, and of random test data with it; `nil` for first in, first out.
  var seed: UInt64? { get }

  /// Calls `action` once, on the thread that runs the test's jobs, as soon as the test is idle in the given sense.
  ///
  /// Actions run one at a time, and what an action makes runnable runs before the next one is called. The latest
  /// request comes first; the request of a task comes after those of the tasks that it has started, and that of the
  /// test's body last. An action that asks again goes on with the request of the task that it was called for.
  func whenIdle(_ idleness: Idleness, _ action: @escaping @Sendable () -> Void) -> IdleRequest
  /// Calls `action` once, in the same way, as soon as virtual time has gone on to a sleeper and what it woke has run.
  ///
  /// With ``Idleness/exhausted`` beside it a helper sees the test at every instant of its life, also in one that never
  /// runs out of sleepers.
  func whenTimePassed(_ action: @escaping @Sendable () -> Void) -> IdleRequest
  /// Calls `action` once, in the same way, as soon as the test is ``Idleness/exhausted`` and nothing outside it has
  /// resumed it for a while, in real time.
  func whenStalled(after patience: Duration, _ action: @escaping @Sendable () -> Void) -> IdleRequest
  /// How long the test waits for outside events, if it says so: the limit that its `outside:` gives.
  var outsidePatience: Duration? { get }
  /// Whether nothing is ready to run. `false` in an action tells that the test never came to rest, and that the
  /// schedule has stopped waiting for it.
  var isSettled: Bool { get }
  /// Whether nothing will run any more, however much time passes. `false` in an action for ``Idleness/exhausted`` tells
  /// that something sleeps or runs again and again, and that the schedule has stopped waiting for its end.
  var isExhausted: Bool { get }
  /// The numbers of the test's tasks that have begun and not ended, but for the one that runs its body.
  var unfinishedTasks: Set<Int> { get }
  /// Takes a request back. The action is not called from then on; calling it with a spent request does nothing.
  func withdraw(_ request: IdleRequest)

  /// Tells the schedule that a helper waits for the outside under a limit of its own, so that having nothing to run is
  /// no reason to fail the test until ``endWaitingForOutside()`` is called as many times.
  func beginWaitingForOutside()
  func endWaitingForOutside()

  /// Remembers, for as long as it lives, where tasks of the test may wait until the test lets them go on, so that a
  /// test that cannot make progress can be named.
  func remember(_ room: any WaitPoint)
  /// Those of them that still live.
  var waitPoints: [any WaitPoint] { get }
}

extension TestSchedule {
  /// For a schedule that cannot observe when a task ends.
  package var unfinishedTasks: Set<Int> { [] }

  /// For a schedule that tells only when that is so.
  package var isSettled: Bool { true }
  package var isExhausted: Bool { true }

  /// For a schedule that knows of nothing outside the test.
  package var outsidePatience: Duration? { nil }
  package func whenStalled(after patience: Duration, _ action: @escaping @Sendable () -> Void) -> IdleRequest {
    whenIdle(.exhausted, action)
  }

  /// How long a helper waits for outside events when nothing of the test can run any more; `nil` for a test that says
  /// nothing of the outside.
  package var patience: Duration? { WaitLimit.explicit ?? outsidePatience }

  /// For a schedule that cannot stop at each sleeper: it never tells, and ``Idleness/exhausted`` is what is left to
  /// ask.
  package func whenTimePassed(_ action: @escaping @Sendable () -> Void) -> IdleRequest {
    IdleRequest(id: .max)
  }

  /// For a schedule that does not know who waits.
  package func remember(_ room: any WaitPoint) {}
  package var waitPoints: [any WaitPoint] { [] }
}

/// Names a request made with ``TestSchedule/whenIdle(_:_:)``.
package struct IdleRequest: Hashable, Sendable {
  package let id: UInt64
  package init(id: UInt64) { self.id = id }
}

/// In what sense a test has come to rest.
package enum Idleness: Sendable {
  /// Nothing is ready to run. Virtual time stands still: sleepers may be left.
  case settled
  /// Nothing is ready to run and no sleeper is left: nothing will happen any more unless something outside the test
  /// wakes it.
  case exhausted
}

/// The way from any module to the schedule of the running test.
package enum CurrentTestSchedule {
  // Safe: written once, by the scheduler's installation, before any test runs; read-only afterward.
  nonisolated(unsafe) private static var provider: (@Sendable () -> (any TestSchedule)?)?

  /// The schedule that the running code belongs to, or `nil` outside a deterministic test.
  package static var schedule: (any TestSchedule)? { provider?() }

  /// Called once, when the scheduler is installed in the process.
  package static func install(_ provider: @escaping @Sendable () -> (any TestSchedule)?) {
    self.provider = provider
  }
}
