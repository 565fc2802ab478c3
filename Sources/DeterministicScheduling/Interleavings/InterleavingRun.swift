/// One run of a test's body in one order: what was chosen, what ran, and how it failed, if it did.
struct InterleavingRun: Sendable {
  /// A failure, in so far as two runs can be compared by it.
  struct Failure: Hashable, Sendable {
    /// The file, line and column of the first issue, or the type of the error thrown.
    let place: String
    let text: String
  }

  var failure: Failure?
  var choices = RecordingStrategy.Choices()
  var log = ScheduleLog()
  /// Whether its body did not even end by cancellation.
  var isAbandoned = false
  /// Whether only the order decides what happens, as far as is known: there was no outside event, and the seed was not
  /// read.
  var dependsOnOrderAlone = true
  /// Whether every resumption is seen, so that one whose origin is unknown comes from outside the test.
  var seesOrigins = true
  /// Whether a task was left behind, since it blocked its thread, and may have resumed others.
  var hasBlocked = false
  /// What was recorded while a step ran, by the step's number.
  var remarks: [Int: [String]] = [:]
  /// What a helper that explores orders itself keeps of the run.
  var outcome: (any Sendable)?

  /// The steps at which the order differs from FIFO.
  var departures: [FIFODeviation] { choices.departures.compactMap { $0 } }
}
