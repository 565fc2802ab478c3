internal import DeterministicSchedulingLoader
internal import TestingSupportCore

/// The lock around a schedule's state, and the yields that need no step of the schedule.
///
/// A task that is the only one that can run goes on immediately when it yields, until anybody has looked at the state or
/// changed it. One of them is the monitor: between two of its looks, a task that yields takes a step.
struct ScheduleLock: Sendable {
  private let state: Locked<ScheduleState>
  let yields = ImmediateYields()

  init(_ state: ScheduleState) {
    self.state = Locked(state)
  }

  /// Calls a closure with the state.
  func withLock<R, E: Error>(_ body: (inout sending ScheduleState) throws(E) -> sending R) throws(E) -> sending R {
    // Not before: the lane may be in a step until the lock is free.
    defer { yields.forbid() }
    return try state.withLock(body)
  }

  /// The same for the lane, between two jobs.
  func withLockOfLane<R, E: Error>(
    _ body: (inout sending ScheduleState) throws(E) -> sending R
  ) throws(E) -> sending R {
    try state.withLock(body)
  }
}

/// How often a task may yield without a step of its schedule, and how often one has.
///
/// Sendable: the memory is read and written by atomic operations alone, but for the schedule, which is set before any other
/// thread has it.
final class ImmediateYields: @unchecked Sendable {
  /// How often before the next step.
  static let mostInStep: UInt32 = 256

  private let yields = UnsafeMutablePointer<testing_support_immediate_yields>.allocate(capacity: 1)

  init() { yields.initialize(to: testing_support_immediate_yields()) }

  deinit { yields.deallocate() }

  /// Sets the schedule whose tasks yield.
  func begin(_ schedule: Schedule) { yields.pointee.schedule = Unmanaged.passUnretained(schedule).toOpaque() }

  func allow(_ count: UInt32) { testing_support_allow_immediate_yields(yields, count) }

  func forbid() { testing_support_forbid_immediate_yields(yields) }

  /// How many there were since the last step.
  var sinceStep: Int { Int(testing_support_count_of_immediate_yields(yields)) }

  /// Takes them; for the thread that runs the lane.
  func take() -> Int { Int(testing_support_take_immediate_yields(yields)) }

  /// The calling thread runs the lane.
  func enterLane() { testing_support_set_immediate_yields(yields) }

  func leaveLane() { testing_support_set_immediate_yields(nil) }
}
