/// What a schedule did, step by step; recorded only if requested.
package struct ScheduleLog: Hashable, Sendable {
  package var steps: [ScheduleStep] = []
  /// Whether the schedule went on after these steps, with the same ones again and again.
  package internal(set) var isCut = false
  /// The names of those tasks that have one, by the task's number.
  package var taskNames: [Int: String] = [:]
  /// What the steps did in the code of the test, by the step's offset; empty unless requested.
  var details: [Int: StepDetails] = [:]

  package init() {}

  mutating func cut(to count: Int) {
    guard !isCut else { return }
    steps.removeLast(max(0, steps.count - count))
    isCut = true
  }
}

/// One step of a schedule: one job that ran, or one helper that was notified that the test is idle.
package struct ScheduleStep: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A job that was ready.
    case job
    /// A job that only makes its task ready again, as a yield does: the task follows in the next step.
    case handover
    /// A job that takes a task to an actor or back; distinguished only if a strategy decides.
    case hop
    /// What a task does after it has created or resumed another one; told apart only where a strategy decides.
    case creation
    /// What a task does after it has waited for a lock that another one had, which was held.
    case lock
    /// The end of a sleep: time jumped, and the sleeping task became ready.
    case wake
    /// A helper, such as `settle()`, was notified that the test is idle.
    case idle
  }

  package let kind: Kind
  /// The task that ran, or slept; numbered within its test.
  package let task: Int?
  package let lane: Lane
  /// The offset of the job among those that were ready; 0 is first in, first out.
  package let choice: Int
  package let readyCount: Int
  /// The step that enqueued this one, or that started its sleep; `nil` for the start and for outside events.
  package let origin: Int?
  /// How much virtual time had passed.
  package let elapsed: Duration

  /// Whether a strategy was asked what runs in this step.
  var isChoice: Bool { kind != .idle && readyCount > 1 }
}

extension ScheduleStep.Kind {
  init(_ kind: Candidate.Kind) {
    self =
      switch kind {
      case .job: .job
      case .hop: .hop
      case .handover: .handover
      case .creation: .creation
      case .lock: .lock
      case .wake: .wake
      }
  }
}
