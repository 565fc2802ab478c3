/// One turn of one task, as far as the choices of an order tell.
struct TaskStep: Hashable, Sendable {
  /// The task's number within its test; `nil` for work of the runtime, such as an actor that takes up its messages.
  let task: Int?
  /// How many turns of the task were chosen before; for work of the runtime, which of the pieces that are ready.
  let turn: Int
}

/// A step at which an order departs from first in, first out: another task runs than the one that has waited longest.
struct FIFODeviation: Hashable, Sendable {
  /// The turn that was next, and is held back.
  let heldBack: TaskStep
  /// The turn that is taken before it.
  let preferred: TaskStep
}

/// Counts the turns of tasks from one choice to the next.
struct StepCounter: Sendable {
  private var chosen: [Int: Int] = [:]

  /// The next turn of one of the tasks that are ready.
  func turn(at offset: Int, of ready: ArraySlice<Candidate>) -> TaskStep {
    let candidates = ready.prefix(offset + 1)
    guard let candidate = candidates.last else { return TaskStep(task: nil, turn: 0) }
    if let task = candidate.task { return TaskStep(task: task, turn: chosen[task, default: 0]) }
    return TaskStep(task: nil, turn: candidates.dropLast().count { $0.task == nil })
  }

  mutating func count(_ turn: TaskStep) {
    if let task = turn.task { chosen[task, default: 0] += 1 }
  }
}
