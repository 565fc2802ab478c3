/// Where running the same order again was not the same.
///
/// A deterministic schedule decides the order of tasks alone. What else a test depends on, such as real time, threads of
/// its own or unseeded random numbers, shows as a difference here.
enum Divergence: Equatable, Sendable {
  /// The first step, counted from 1, that was another, and what ran there each time.
  case step(Int, first: String, again: String)
  /// All steps were the same, but not how they ended: this failure, or none.
  case outcome(String?)

  /// - Returns: `nil` if both runs took the same steps.
  init?(between first: InterleavingRun, and again: InterleavingRun) {
    let count = max(first.log.steps.count, again.log.steps.count)
    for index in 0..<count {
      let (before, after) = (Self.essence(of: index, in: first), Self.essence(of: index, in: again))
      if before == after { continue }
      let (story, retold) = (InterleavingTrace(first), InterleavingTrace(again))
      self = .step(
        min(story.number(of: index), retold.number(of: index)),
        first: story.sentence(about: index) ?? "nothing, it was over",
        again: retold.sentence(about: index) ?? "nothing, it was over"
      )
      return
    }
    return nil
  }

  /// What to tell the reader of a failure.
  var text: String {
    switch self {
    case .step(let number, let first, let again):
      """
      This test is not fully under control: the same order, run again, differs from step \(number) on.
      First: \(first). Again: \(again).
      Look for real time, threads and dispatch queues, or unseeded random numbers.
      """
    case .outcome(nil):
      """
      This test is not fully under control: the same order, run again, took the same steps and did not fail.
      Look for state that outlives a run, real time, or unseeded random numbers.
      """
    case .outcome(let failure?):
      """
      This test is not fully under control: the same order, run again, took the same steps and failed in another way: \(failure)
      Look for state that outlives a run, real time, or unseeded random numbers.
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
