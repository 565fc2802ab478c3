/// What a schedule did, step by step; kept only if asked for.
package struct ScheduleLog: Hashable, Sendable {
  package var steps: [ScheduleStep] = []
  /// The names of those tasks that have one, by the task's number.
  package var taskNames: [Int: String] = [:]

  package init() {}
}

/// One step of a schedule: one job that ran, or one helper that was told that the test is idle.
package struct ScheduleStep: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A job that was ready.
    case job
    /// A job that only makes its task ready again, as a yield does: the task follows in the next step.
    case handover
    /// A job that takes a task to an actor or back; told apart only where a strategy decides.
    case hop
    /// The end of a sleep: time jumped, and the sleeping task became ready.
    case wake
    /// A helper, such as `settle()`, was told that the test has come to rest.
    case idle
  }

  package let kind: Kind
  /// The task that ran, or slept; numbered within its test.
  package let task: Int?
  package let lane: Lane
  /// The offset of the job among those that were ready; 0 is first in, first out.
  package let choice: Int
  package let readyCount: Int
  /// The step that made this one ready, or went to sleep for it; `nil` for the start and for what came from outside.
  package let origin: Int?
  /// How much virtual time had passed.
  package let elapsed: Duration
}

extension ScheduleStep.Kind {
  init(_ kind: Candidate.Kind) {
    self =
      switch kind {
      case .job: .job
      case .hop: .hop
      case .handover: .handover
      case .wake: .wake
      }
  }
}
