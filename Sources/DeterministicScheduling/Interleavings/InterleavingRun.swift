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
    /// What first in, first out would have chosen.
    let expected: Int

    /// How the choice departs from first in, first out, if it does.
    var departure: Departure? { chosen == expected ? nil : departure(to: chosen) }

    func departure(to index: Int) -> Departure {
      Departure(heldBack: ready[expected], preferred: ready[index])
    }
  }

  var failure: Failure?
  var choices: [Choice] = []
  var log = ScheduleLog()
  /// Whether its body did not even end by cancellation.
  var isAbandoned = false
  /// What was recorded while a step ran, by the step's number.
  var remarks: [Int: [String]] = [:]

  /// Where the order departs from first in, first out.
  var departures: [Departure] { choices.compactMap(\.departure) }

  /// Every departure that could have been made.
  var alternatives: [Departure] {
    choices.flatMap { choice in
      choice.ready.indices.filter { $0 != choice.expected }.map(choice.departure)
    }
  }
}
