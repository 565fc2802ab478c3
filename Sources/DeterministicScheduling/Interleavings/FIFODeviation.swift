/// One step of one task, as far as the choices of an order identify it.
struct TaskStep: Hashable, Sendable {
  /// The task's number within its test; `nil` for work of the runtime, such as an actor that takes up its messages.
  let task: Int?
  /// How many steps of the task were chosen before; for a job of the runtime, which of the ready jobs.
  let turn: Int
}

/// A step at which an order differs from FIFO: the task that runs is not the one that has waited longest.
struct FIFODeviation: Hashable, Sendable {
  /// The turn that was next, and is held back.
  let heldBack: TaskStep
  /// The turn that is taken before it.
  let preferred: TaskStep
}

/// Counts the steps of tasks from one choice to the next.
struct StepCounter: Sendable {
  private var chosen: [Int: Int] = [:]

  /// The next turn of one of the tasks that are ready.
  func turn(at offset: Int, of ready: ReadyJobs) -> TaskStep {
    if let task = ready[offset].task { return TaskStep(task: task, turn: chosen[task, default: 0]) }
    return TaskStep(task: nil, turn: ready.countOfRuntimeJobs(before: offset))
  }

  mutating func count(_ turn: TaskStep) {
    if let task = turn.task { chosen[task, default: 0] += 1 }
  }
}
