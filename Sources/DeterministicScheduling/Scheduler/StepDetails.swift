/// What a step of a schedule did in the code of the test; recorded only for a report.
struct StepDetails: Hashable, Sendable {
  /// The functions in which the task continues, each awaited by the next.
  var functions: [String] = []
  /// The line at which it continues in the first of them.
  var line: CodeLine?
  /// The actor at which it continues.
  var actor: ActorReference?
  /// How long the task slept that wakes in this step.
  var slept: Duration?
  /// Whether the task had been awake before, since its sleep was cancelled.
  var endsInterruptedSleep = false
  /// Whether the task was ready since it was cancelled, and the sleep that ended early by that.
  var isResumedByCancellation = false
  var interruptedSleep: Duration?
  /// The tasks that the step cancelled.
  var cancelled: [Int] = []
  /// How long the task sleeps that went to sleep in this step.
  var sleep: Duration?
  /// The same for a sleep on a test clock, in words.
  var clockSleep: String?
  /// The times to which the step advanced test clocks.
  var clockTimes: [String] = []
}

/// An actor, identified as long as the test runs.
struct ActorReference: Hashable, Sendable {
  let type: String
  let address: UInt
}
