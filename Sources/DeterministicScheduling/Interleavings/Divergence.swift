/// Where running the same order again was not the same.
///
/// A deterministic schedule controls only the order of tasks. Anything else that a test depends on, such as real time,
/// its own threads, or unseeded random numbers, causes a difference here.
enum Divergence: Equatable, Sendable {
  /// The first step, counted from 1, that was another, and what ran there each time.
  case step(Int, first: String, again: String)
  /// All steps were the same, but not how they ended: this failure, or none.
  case outcome(String?)

  /// - Returns: `nil` if both runs took the same steps.
  init?(between first: InterleavingRun, and again: InterleavingRun) {
    // Of two runs that go on without end, the log of one may have been cut later than that of the other.
    let (length, otherLength) = (first.log.steps.count, again.log.steps.count)
    let count = first.log.isCut && again.log.isCut ? min(length, otherLength) : max(length, otherLength)
    for index in 0..<count {
      let (before, after) = (Self.essence(of: index, in: first), Self.essence(of: index, in: again))
      if before == after { continue }
      let (story, retold) = (InterleavingTrace(first), InterleavingTrace(again))
      var (sentence, other) = (story.sentence(about: index), retold.sentence(about: index))
      if sentence == other, let before, let after {
        let (detail, otherDetail) = before.step.details(unlike: after.step, in: story, and: retold)
        (sentence, other) = (sentence.map { "\($0) (\(detail))" }, other.map { "\($0) (\(otherDetail))" })
      }
      self = .step(
        min(story.number(of: index), retold.number(of: index)),
        first: sentence ?? "nothing, it was over",
        again: other ?? "nothing, it was over"
      )
      return
    }
    return nil
  }

  /// What to report in a failure.
  var text: String {
    switch self {
    case .step(let number, let first, let again):
      """
      The test is not reproducible: its replay diverged at step \(number)
      First run: \(first). Replay: \(again).
      Look for real time, threads and dispatch queues, unseeded random numbers, code that blocks its thread until another \
      task goes on, or the order of a set or dictionary whose keys are hashed by identity.
      """
    case .outcome(nil):
      """
      The test is not reproducible: its replay passed
      Both runs took the same steps.
      Look for state that outlives a run, real time, unseeded random numbers, or the order of a set or dictionary whose \
      keys are hashed by identity.
      """
    case .outcome(let failure?):
      """
      The test is not reproducible: its replay failed differently
      \(failure)
      Both runs took the same steps.
      Look for state that outlives a run, real time, unseeded random numbers, or the order of a set or dictionary whose \
      keys are hashed by identity.
      """
    }
  }

  private struct Essence: Equatable {
    let step: ScheduleStep
    let name: String?
  }

  private static func essence(of index: Int, in run: InterleavingRun) -> Essence? {
    guard run.log.steps.indices.contains(index) else { return nil }
    let step = run.log.steps[index]
    return Essence(step: step, name: step.task.flatMap { run.log.taskNames[$0] })
  }
}

extension ScheduleStep {
  /// What sets two steps apart that read the same.
  fileprivate func details(
    unlike other: ScheduleStep,
    in story: InterleavingTrace,
    and retold: InterleavingTrace
  ) -> (String, String) {
    if let task, let otherTask = other.task, task != otherTask { return ("task \(task)", "task \(otherTask)") }
    if elapsed != other.elapsed { return ("at \(elapsed.nanosecondText)", "at \(other.elapsed.nanosecondText)") }
    if origin != other.origin { return (story.originText(of: self), retold.originText(of: other)) }
    if readyCount != other.readyCount { return (readyText, other.readyText) }
    if choice != other.choice { return (choiceText, other.choiceText) }
    if kind != other.kind { return ("as a \(kind)", "as a \(other.kind)") }
    return (
      lane == .main ? "on the main actor" : "off the main actor", other.lane == .main ? "on the main actor" : "off it"
    )
  }

  private var readyText: String { readyCount == 1 ? "1 job was ready" : "\(readyCount) jobs were ready" }
  private var choiceText: String {
    choice == 0 ? "the oldest of the ready jobs" : "number \(choice + 1) of the ready jobs"
  }
}

extension InterleavingTrace {
  fileprivate func originText(of step: ScheduleStep) -> String {
    guard let origin = step.origin else { return "resumed from outside the test" }
    // Several steps of the schedule may be one step of the story.
    return "resumed by step \(number(of: origin)), job \(origin + 1)"
  }
}

extension Duration {
  // Exact: it tells two times apart that differ by an attosecond.
  fileprivate var nanosecondText: String {
    let (seconds, attoseconds) = components
    let (nanoseconds, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let whole = "\(seconds * 1_000_000_000 + nanoseconds)"
    guard rest != 0 else { return "\(whole) ns" }
    let digits = "\(rest)"
    var fraction = String(repeating: "0", count: 9 - digits.count) + digits
    while fraction.last == "0" { fraction.removeLast() }
    return "\(whole).\(fraction) ns"
  }
}
