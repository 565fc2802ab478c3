internal import DeterministicSchedulingLoader

/// Decides to which test a job belongs.
enum JobRouter {
  /// Gives a job to the test that it belongs to, if there is one.
  static func take(_ job: UnownedJob, on lane: Lane) -> Bool {
    if testing_support_catch_in_trial(Runtime.pointer(to: job)) { return true }
    let task = testing_support_task_of_job(Runtime.pointer(to: job))
    let owner = ScheduleRegistry.owner(of: task)
    let acting = testing_support_acting_schedule().map { Schedule.at($0) }
    // A task stays in its test, also when another test wakes it.
    switch owner {
    case .schedule(let owner)?:
      // If a test waits for another test's task and times out, that is reported.
      if acting !== owner { acting?.noteResumption(ofTaskOf: owner.testName, isFinished: false) }
      return owner.enqueue(job, of: task, on: lane, isInside: acting === owner)
    case .finished(let test)?:
      acting?.noteResumption(ofTaskOf: test.name, isFinished: true)
      // A job that serves a whole actor may be for others too.
      return test.isBody(task) || Runtime.isTask(job)
    case nil:
      return takeUnowned(job, of: task, on: lane, inside: acting)
    }
  }

  // A schedule owns what it has created, and what the runtime does for that: nothing else.
  private static func takeUnowned(_ job: UnownedJob, of task: UInt64, on lane: Lane, inside acting: Schedule?) -> Bool {
    if testing_support_take_creation(Runtime.pointer(to: job)) {
      return Schedule.current?.enqueue(job, of: task, isNew: true, on: lane, isInside: acting != nil) ?? false
    }
    if let acting { return acting.enqueue(job, of: task, on: lane, isInside: true) }
    // A task of the schedule around this one, on an actor that both use.
    if testing_support_current_schedule() != nil, let owner = Schedule.current {
      return owner.enqueue(job, of: task, on: lane, isInside: false)
    }
    return Runtime.hasHooksOnly && takeStray(job, of: task, on: lane)
  }

  /// Whether the running task is a test's, and the thread is not: the main actor brings it back.
  static var isStrayRunning: Bool {
    guard Runtime.hasHooksOnly, testing_support_current_schedule() == nil,
      let schedule = ScheduleRegistry.schedule(of: testing_support_current_task())
    else { return false }
    schedule.noteStray()
    return true
  }

  // A task of a test runs on a thread that is not the test's: what it makes ready is the test's again.
  private static func takeStray(_ job: UnownedJob, of task: UInt64, on lane: Lane) -> Bool {
    guard let schedule = ScheduleRegistry.schedule(of: testing_support_current_task()) else { return false }
    schedule.noteStray()
    return schedule.enqueue(job, of: task, on: lane, isInside: false)
  }

  /// Gives a job that ends a sleep to the test whose task sleeps.
  static func take(_ job: UnownedJob, after delay: Duration) -> Bool {
    guard let schedule = Schedule.current else { return false }
    return schedule.enqueue(job, of: testing_support_current_task(), after: delay)
  }
}
