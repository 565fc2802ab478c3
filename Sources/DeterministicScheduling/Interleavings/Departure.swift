/// One turn of one task, as far as the choices of an order tell.
struct TaskTurn: Hashable, Sendable {
  /// The task's number within its test; `nil` for work of the runtime, such as an actor that takes up its messages.
  let task: Int?
  /// How many turns of the task were chosen before; for work of the runtime, which of the pieces that are ready.
  let turn: Int
}

/// A step at which an order departs from first in, first out: another task runs than the one that has waited longest.
struct Departure: Hashable, Sendable {
  /// The turn that was next, and is held back.
  let heldBack: TaskTurn
  /// The turn that is taken before it.
  let preferred: TaskTurn
}

/// Counts the turns of tasks from one choice to the next.
struct TurnCounter: Sendable {
  private var chosen: [Int: Int] = [:]

  /// The next turns of the tasks that are ready.
  func turns(of ready: ArraySlice<Candidate>) -> [TaskTurn] {
    var unnamed = 0
    return ready.map { candidate in
      if let task = candidate.task { return TaskTurn(task: task, turn: chosen[task, default: 0]) }
      defer { unnamed += 1 }
      return TaskTurn(task: nil, turn: unnamed)
    }
  }

  mutating func count(_ turn: TaskTurn) {
    if let task = turn.task { chosen[task, default: 0] += 1 }
  }
}
