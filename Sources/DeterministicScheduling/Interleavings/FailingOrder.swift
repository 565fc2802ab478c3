package import Testing
internal import TestingSupportCore

/// The outcome of running code in one order.
package struct ExploredRun<Outcome: Sendable>: Sendable {
  /// What the code returned; `nil` if it did not end.
  package let outcome: Outcome?
  /// The issues that it recorded, which have failed nothing.
  package let issues: [Issue]
  /// Whether a job blocked its thread so long that the code continued without it: such a run takes real time.
  package let hasBlocked: Bool
}

/// An order in which a piece of code fails.
package struct FailingOrder<Outcome: Sendable>: Sendable {
  /// The outcome of the simplest failing order.
  package let run: ExploredRun<Outcome>
  /// Which order failed first, counted from 1.
  package let number: Int
  private let finding: InterleavingSearch.Finding

  fileprivate init?(_ finding: InterleavingSearch.Finding) {
    guard let run = finding.simplest.outcome as? ExploredRun<Outcome> else { return nil }
    self.run = run
    number = finding.number
    self.finding = finding
  }

  /// The steps of the simplest order, with an introduction; `nil` where steps are not seen.
  package var story: String? {
    let trace = InterleavingTrace(finding.simplest)
    guard trace.count > 0 else { return finding.divergence?.text }
    let count = "\(trace.count) step\(trace.count == 1 ? "" : "s")"
    let introduction = "Simplest failing interleaving, in \(count) (▸ differs from FIFO):"
    let parts = [finding.divergence?.text, introduction, finding.swap, trace.text(isWhole: false)]
    return parts.compactMap(\.self).joined(separator: "\n")
  }
}

/// Runs a piece of code in one order after another until one fails.
///
/// This is the search of `.interleavings` for a helper that judges each run itself, and that explores many pieces of code
/// in one test. Nothing is recorded but warnings, each once: issues are part of the run.
///
/// - Parameters:
///   - count: How many orders to run.
///   - firstSeed: The seed of the first; the others follow it by one.
///   - isSimplified: Whether to look for a simpler order that fails in the same way.
///   - harmless: The warnings and known issues that were passed on to the test.
///   - failure: What is wrong with a run, in the same words for the same mistake; `nil` if nothing is.
/// - Returns: `nil` if no order fails, or if the task was cancelled.
package func firstFailingOrder<Outcome: Sendable>(
  of count: Int,
  firstSeed: UInt64,
  strategy: InterleavingStrategy,
  isSimplified: Bool,
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation,
  passingOn harmless: NonfailingIssues,
  failure: (ExploredRun<Outcome>) -> String?,
  _ body: () async -> Outcome
) async -> FailingOrder<Outcome>? {
  var search = InterleavingSearch(
    count: count,
    firstSeed: firstSeed,
    strategy: strategy,
    canRunAll: Runtime.support == .exact,
    describes: isSimplified && Runtime.support == .exact
  )
  var (hasBlocked, awaitsQueued) = (false, true)
  while let order = search.order, !Task.isCancelled {
    let time = GivenTime()
    let choices = RecordingStrategy.Record(.init())
    var run = DeterministicRun(
      strategy: order.strategy.map { RecordingStrategy($0, avoiding: search.seenOrders, into: choices) },
      seed: search.seed,
      isRecording: true
    )
    run.describesSteps = search.isDescribing
    run.pacingLimit = LaneOccupancy.pacingOfExploredOrder
    // What blocks in one order does so in others: it need not take a second each time.
    if hasBlocked { run.blockingLimit = LaneOccupancy.patienceAfterFirst }
    run.awaitsQueued = awaitsQueued
    let limitedRun = run
    var (outcome, log): (Outcome?, ScheduleLog?)
    var dependsOnMore = false
    let issues = await capturingIssues(
      sourceLocation: sourceLocation,
      where: { $0.failsItsTest || !harmless.isNew($0) }
    ) {
      do {
        log = try await limitedRun.perform(sourceLocation: sourceLocation) {
          outcome = await body()
          hasBlocked = hasBlocked || Schedule.current?.hasBlockedJobs == true
          awaitsQueued = awaitsQueued && Schedule.current?.awaitsQueued != false
          dependsOnMore = Schedule.current?.dependsOnMore == true
        }
      } catch let abandoned as AbandonedTest {
        log = abandoned.log
      }
    }
    let explored = ExploredRun(outcome: outcome, issues: issues.filter(\.failsItsTest), hasBlocked: hasBlocked)
    var result = InterleavingRun(choices: choices.withLock { $0 }, log: log ?? ScheduleLog())
    result.outcome = explored
    result.seesOrigins = Runtime.support == .exact
    result.hasBlocked = hasBlocked
    result.dependsOnOrderAlone = !hasBlocked && !dependsOnMore && !result.log.hasOutsideEvents
    result.failure = failure(explored).map { InterleavingRun.Failure(place: "\(sourceLocation)", text: $0) }
    search.record(result, taking: time.elapsed, limit: WaitLimit.current)
    if search.finding != nil, !isSimplified { break }
  }
  return search.finding.flatMap { FailingOrder($0) }
}

/// Warns, where that is so, that orders cannot be explored here or only in part.
package func warnOfUnexploredOrders(sourceLocation: SourceLocation) {
  if DeterministicSupport.current == .unavailable {
    recordWarning(
      """
      Orders cannot be explored: each scenario ran once, in no particular order
      \(Runtime.level.explanation)
      """,
      sourceLocation: sourceLocation
    )
    return
  }
  ExplorationNote.ofProcess.writeOnce()
  if let failure = Runtime.level.failure {
    recordWarning("Orders cannot be explored in full: \(failure)", sourceLocation: sourceLocation)
  }
}
