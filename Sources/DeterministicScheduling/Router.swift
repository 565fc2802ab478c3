internal import DeterministicSchedulingLoader

/// The main actor's executor, as code inside a deterministic test sees it: one object for all tests, since tasks refer to
/// it without keeping it alive.
final class MainLane: SerialExecutor {
  static let shared = MainLane()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if !Router.take(job, on: .main) { Runtime.enqueueOutside(job, on: .main) }
  }

  func isIdentical(to executor: UnownedSerialExecutor) -> Bool {
    let words = unsafeBitCast(executor, to: (UInt, UInt).self)
    return words.0 == UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())
  }
}

/// Where a task waits for its turn before it hops to an actor, in a test that explores orders.
final class Turnstile: SerialExecutor {
  static let shared = Turnstile()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if !Router.take(job, on: .hop) { Runtime.enqueueOutside(job, on: .own) }
  }
}

/// Decides to which test a job belongs.
enum Router {
  /// Gives a job to the test that it belongs to, if there is one.
  static func take(_ job: UnownedJob, on lane: Lane) -> Bool {
    let task = testing_support_task_of_job(Runtime.pointer(to: job))
    guard let pointer = testing_support_current_schedule() else {
      return ScheduleRegistry.schedule(of: task)?.enqueue(job, of: task, on: lane) ?? false
    }
    // A task stays in its test, also when another test wakes it.
    if let owner = ScheduleRegistry.schedule(of: task) { return owner.enqueue(job, of: task, on: lane) }
    return Schedule.at(pointer).enqueue(job, of: task, on: lane)
  }

  /// Gives a job that ends a sleep to the test whose task sleeps.
  static func take(_ job: UnownedJob, after delay: Duration) -> Bool {
    guard let schedule = Schedule.current else { return false }
    return schedule.enqueue(job, of: testing_support_current_task(), after: delay)
  }
}
