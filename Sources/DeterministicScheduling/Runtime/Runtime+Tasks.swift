internal import DeterministicSchedulingLoader

/// What the runtime can be asked of jobs, tasks and actors.
extension Runtime {
  static func pointer(to job: UnownedJob) -> UnsafeRawPointer {
    unsafeBitCast(job, to: UnsafeRawPointer.self)
  }

  /// The task that a job resumes, if it does nothing else, as that of a yield.
  static func taskResumed(by job: UnownedJob) -> UnownedJob? {
    testing_support_resumed_task(pointer(to: job)).map { unsafeBitCast($0, to: UnownedJob.self) }
  }

  /// The priority of a job; zero if it is unknown.
  static func priority(of job: UnownedJob) -> UInt8 {
    if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) { job.priority.rawValue } else { 0 }
  }

  /// The place of a job in the line of the default actor that it waits for, if it waits for one.
  static func placeInLine(of job: UnownedJob) -> PlaceInLine? {
    var holdsOthers = false
    let actor = testing_support_awaited_actor(pointer(to: job), &holdsOthers)
    guard actor != 0 else { return nil }
    let line = ExecutorLine(executor: actor, priority: testing_support_priority_of_job(pointer(to: job)))
    return PlaceInLine(line: line, holdsOthers: holdsOthers)
  }

  /// The default actor that a job lets process its queue, or zero.
  static func actor(whoseTurnIs job: UnownedJob) -> UInt {
    var holdsOthers = false
    return isTask(job) ? 0 : testing_support_awaited_actor(pointer(to: job), &holdsOthers)
  }

  /// Whether a job lets a default actor process its queue.
  static func isTurnOfActor(_ job: UnownedJob) -> Bool { actor(whoseTurnIs: job) != 0 }

  /// The default actor in whose queue a task is, or zero.
  static func actor(inWhoseQueueIs task: UInt) -> UInt {
    UnsafeRawPointer(bitPattern: task).map(testing_support_actor_of_queued_task) ?? 0
  }

  static func isActorRunning(_ actor: UInt) -> Bool {
    UnsafeRawPointer(bitPattern: actor).map(testing_support_is_actor_running) ?? false
  }

  /// Whether a job is a task, and not one that lets an actor process its queue or the like.
  static func isTask(_ job: UnownedJob) -> Bool {
    testing_support_is_task(pointer(to: job))
  }

  /// The task that a job will run, where it lies in memory; zero if there is none.
  static func address(ofTaskBehind job: UnownedJob) -> UInt {
    UInt(bitPattern: testing_support_task_behind_job(pointer(to: job)))
  }

  /// The name that a task was given, asked when it is created.
  static func name(ofNewTask task: UInt) -> String? {
    UnsafeRawPointer(bitPattern: task).flatMap(testing_support_name_of_new_task).map { String(cString: $0) }
  }

  static func isUnfinished(_ task: UInt) -> Bool {
    UnsafeRawPointer(bitPattern: task).map(testing_support_is_task_unfinished) ?? false
  }

  /// Whether a task is another one's child, which that one waits for and cancels.
  static func isChild(_ task: UInt) -> Bool {
    UnsafeRawPointer(bitPattern: task).map(testing_support_is_child_task) ?? false
  }

  /// The error with which a task has ended, unless that is another one's child.
  static func error(ofTask task: UInt) -> (any Error)? {
    guard let error = UnsafeRawPointer(bitPattern: task).flatMap(testing_support_error_of_task) else { return nil }
    return unsafeBitCast(error, to: (any Error).self)
  }

  static func isCancelled(_ task: UInt) -> Bool {
    UnsafeRawPointer(bitPattern: task).map(testing_support_is_task_cancelled) ?? false
  }

  /// Whether a cancellation handler makes a job ready at this moment.
  static func isBeingCancelled(_ job: UnownedJob) -> Bool {
    testing_support_is_being_cancelled(pointer(to: job))
  }

  /// The actor at which a job's task continues, if it does at one, and whether the task is sure to continue now.
  static func actor(of job: UnownedJob) -> (isSure: Bool, address: UInt?) {
    var actor: UnsafeRawPointer?
    let isSure = testing_support_actor_of_job(pointer(to: job), &actor)
    return (isSure, actor.map { UInt(bitPattern: $0) })
  }

  static func cancel(_ task: UInt) {
    if let pointer = UnsafeRawPointer(bitPattern: task) { testing_support_cancel_task(pointer) }
  }

  /// Makes a task that runs, and was cancelled, one that is not.
  static func takeBackCancellation(of task: UInt) {
    _ = UnsafeRawPointer(bitPattern: task).map(testing_support_take_back_cancellation)
  }

  static func retain(_ task: UInt) {
    if let pointer = UnsafeRawPointer(bitPattern: task) { testing_support_retain_task(pointer) }
  }

  static func release(_ task: UInt) {
    if let pointer = UnsafeRawPointer(bitPattern: task) { testing_support_release_task(pointer) }
  }

  /// Where in the code a job continues.
  static func code(of job: UnownedJob) -> CodeReference {
    CodeReference(testing_support_code_of_job(pointer(to: job)))
  }

  /// Where a suspended task continues, and where the functions do that await it there.
  static func frames(ofTask task: UInt) -> [UInt] {
    guard let pointer = UnsafeRawPointer(bitPattern: task) else { return [] }
    var frames = [UnsafeRawPointer?](repeating: nil, count: 16)
    let count = testing_support_frames_of_task(pointer, &frames, Int32(frames.count))
    return frames.prefix(Int(count)).map { UInt(bitPattern: $0) }
  }

  /// What a thread has done until now.
  static func activity(of thread: Int32) -> BlockedJobDetector.Activity {
    let activity = testing_support_activity_of_thread(thread)
    guard activity.is_known else { return .unknown }
    let total = Duration.nanoseconds(activity.processor_time)
    return activity.is_waiting ? .waits(total: total) : .ran(total: total)
  }

  /// For how long a thread has waited for a processor until now, as far as the system can tell.
  static func delay(of thread: Int32) -> Duration { .nanoseconds(testing_support_delay_of_thread(thread)) }

  /// Whether a task runs, or is about to, on any thread: also on one that is not its test's.
  static func isActive(_ task: Task<Void, Never>) -> Bool {
    testing_support_is_task_active(unsafeBitCast(task, to: UnsafeRawPointer.self))
  }

  static func isActive(_ task: UInt) -> Bool {
    UnsafeRawPointer(bitPattern: task).map(testing_support_is_task_active) ?? false
  }

  static func isRunning(_ task: UInt) -> Bool {
    UnsafeRawPointer(bitPattern: task).map(testing_support_is_task_running) ?? false
  }

  static func hasYielded(_ task: UInt) -> Bool {
    UnsafeRawPointer(bitPattern: task).map(testing_support_has_task_yielded) ?? false
  }

  static func keepMemory(of object: UInt) {
    if let pointer = UnsafeRawPointer(bitPattern: object) { testing_support_keep_memory(pointer) }
  }

  static func letGo(of object: UInt) {
    if let pointer = UnsafeRawPointer(bitPattern: object) { testing_support_let_go_of_memory(pointer) }
  }

  /// Whether a task runs on one of these default actors, whose memory is retained, or waits in its queue.
  static func isAnyBusy(_ actors: [UInt]) -> Bool { testing_support_is_any_actor_busy(actors, actors.count) }

  /// Whether an actor whose memory is retained is deallocated.
  static func isGone(_ actor: UInt) -> Bool {
    UnsafeRawPointer(bitPattern: actor).map(testing_support_is_actor_gone) ?? true
  }

  /// Whether a task is that of an `async let`.
  static func isAsyncLet(_ task: UInt) -> Bool {
    UnsafeRawPointer(bitPattern: task).map(testing_support_is_async_let) ?? false
  }

  /// Whether the schedule is notified when a task finishes.
  static func canTellEnd(ofTask task: UInt) -> Bool {
    UnsafeRawPointer(bitPattern: task).map(testing_support_can_tell_end_of_task) ?? false
  }
}

extension UnownedJob {
  /// The number by which the ``Scheduler`` knows the job: its address.
  var number: Scheduler.Job { unsafeBitCast(self, to: Int.self) }

  init(number: Scheduler.Job) { self = unsafeBitCast(number, to: UnownedJob.self) }
}
