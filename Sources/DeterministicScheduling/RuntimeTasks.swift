internal import DeterministicSchedulingLoader

/// What the runtime can be asked of jobs, tasks and actors.
extension Runtime {
  static func pointer(to job: UnownedJob) -> UnsafeRawPointer {
    unsafeBitCast(job, to: UnsafeRawPointer.self)
  }

  /// The name that a task was given, asked when it is made ready for the first time.
  static func name(ofNewTask job: UnownedJob) -> String? {
    testing_support_name_of_new_task(pointer(to: job)).map { String(cString: $0) }
  }

  /// Whether a task runs, or is about to, on any thread: also on one that is not its test's.
  static func isActive(_ task: Task<Void, Never>) -> Bool {
    testing_support_is_task_active(unsafeBitCast(task, to: UnsafeRawPointer.self))
  }

  static func isActive(_ task: UInt) -> Bool {
    UnsafeRawPointer(bitPattern: task).map(testing_support_is_task_active) ?? false
  }

  static func keepMemory(ofActor actor: UInt) {
    if let pointer = UnsafeRawPointer(bitPattern: actor) { testing_support_keep_memory_of_actor(pointer) }
  }

  static func letGo(ofActor actor: UInt) {
    if let pointer = UnsafeRawPointer(bitPattern: actor) { testing_support_let_go_of_actor(pointer) }
  }

  /// Whether an actor is gone, whose memory is kept.
  static func isGone(_ actor: UInt) -> Bool {
    UnsafeRawPointer(bitPattern: actor).map(testing_support_is_actor_gone) ?? true
  }

  /// Whether it will be told when a job's task has ended.
  static func canTellEnd(ofTaskOf job: UnownedJob) -> Bool {
    testing_support_can_tell_end_of_task(pointer(to: job))
  }
}
