/// One run of a test's body in one order: what was chosen, what ran, and how it failed, if it did.
struct InterleavingRun: Sendable {
  /// A failure, in so far as two runs can be compared by it.
  struct Failure: Hashable, Sendable {
    /// The file, line and column of the first issue, or the type of the error thrown.
    let place: String
    let text: String
  }

  /// A step at which more than one task could run.
  struct Choice: Hashable, Sendable {
    /// The next turns of the tasks that could run, the one that has waited longest first.
    let ready: [TaskTurn]
    let chosen: Int
  }

  var failure: Failure?
  var choices: [Choice] = []
  var log = ScheduleLog()
  /// What was recorded while a step ran, by the step's number.
  var remarks: [Int: [String]] = [:]

  /// Where the order departs from first in, first out.
  var departures: [Departure] {
    choices.compactMap { choice in
      choice.chosen == 0 ? nil : Departure(heldBack: choice.ready[0], preferred: choice.ready[choice.chosen])
    }
  }

  /// Every departure that could have been made.
  var alternatives: [Departure] {
    choices.flatMap { choice in
      choice.ready.dropFirst().map { Departure(heldBack: choice.ready[0], preferred: $0) }
    }
  }
}
