import DeterministicScheduling
import TestBuilders
import Testing
import TestingSupportCore

/// Looks for a scenario that fails in some order, and for the smallest such scenario.
struct ScenarioSearch<System: Sendable, Model> {
  typealias Generator = InputGenerator<Scenario<System, Model>>
  typealias Failure = FailingOrder<CallHistory<Model>>

  private static var mostBlockedAttempts: Int { 10 }

  let orders: Int
  let system: @Sendable () async throws -> System
  let model: @Sendable () -> Model
  let report: ScenarioReport
  let generator: Generator
  private let harmless = NonfailingIssues()
  /// Whether two calls overlapped in any run so far.
  private var hasOverlap = false

  init(
    orders: Int,
    system: @escaping @Sendable () async throws -> System,
    model: @escaping @Sendable () -> Model,
    report: ScenarioReport,
    generator: Generator
  ) {
    self.orders = orders
    self.system = system
    self.model = model
    self.report = report
    self.generator = generator
  }

  /// Runs random scenarios, after those that failed in earlier runs of the test, until one fails.
  mutating func run(_ count: Int, shrinkAttempts: Int, isolation: isolated (any Actor)? = #isolation) async {
    for kept in generator.keptInputs {
      if let failure = await explore(kept, isSimplified: true) {
        return report.record(failure, model(), kept.token, "It is kept from an earlier run.")
      }
      if !Task.isCancelled { generator.drop(kept) }
    }
    for number in 1...count {
      let drawn = generator.next()
      let failure = await explore(drawn)
      if Task.isCancelled {
        return report.record(
          "The test was cancelled in scenario \(number) of \(count)",
          "The system was not checked to the end."
        )
      }
      if let failure {
        return await shrink(
          drawn,
          failure,
          "Scenario \(number) of \(count) failed first, in order \(failure.number) of \(orders).",
          shrinkAttempts
        )
      }
    }
    if !hasOverlap, DeterministicSupport.current == .exact { report.warnThatNothingOverlapped() }
  }

  /// Runs the scenario of a token.
  mutating func replay(_ token: String, isolation: isolated (any Actor)? = #isolation) async {
    switch generator.replay(token) {
    case .input(let drawn):
      let failure = await explore(drawn, isSimplified: true)
      if let failure {
        report.record(failure, model(), token, "The replayed scenario failed in order \(failure.number) of \(orders).")
      }
    case .noToken: report.record("\"\(token)\" is not a replay token", "Nothing was checked.")
    case .misfit:
      report.record(
        "Replay token \"\(token)\" no longer fits the operations",
        "An operation or a fixture has changed.\nRemove `replaying:`."
      )
    }
  }

  private mutating func shrink(
    _ drawn: Generator.Drawn,
    _ failure: Failure,
    _ origin: String,
    _ limit: Int,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    let kind = ScenarioFailure(failure.run, model: model())
    // A run in which a thread is blocked takes a second.
    let limit = failure.run.hasBlocked ? min(limit, Self.mostBlockedAttempts) : limit
    var search = self
    let (smallest, tries) = await generator.smallest(from: drawn, limit: limit) { smaller in
      _ = isolation
      guard let failure = await search.explore(smaller) else { return false }
      return ScenarioFailure(failure.run, model: search.model()) == kind
    }
    let simplest = await explore(smallest, isSimplified: true)
    if Task.isCancelled {
      return report.record("The test was cancelled while a failing scenario was simplified", origin)
    }
    guard let simplest else {
      return report.recordIrreproducible(failure, smallest.token, origin)
    }
    let problem = generator.keep(smallest).map { "\nThe scenario could not be kept for the next run: \($0)" } ?? ""
    let hint = tries < limit ? "" : " Raise `shrinkAttempts:` to try more."
    let found = "\(origin) This is the smallest of \(tries + 1) tried.\(hint)\(problem)"
    report.record(simplest, model(), smallest.token, found)
  }

  /// Runs a scenario in one order after the other until one fails.
  private mutating func explore(
    _ drawn: Generator.Drawn,
    isSimplified: Bool = false,
    isolation: isolated (any Actor)? = #isolation
  ) async -> Failure? {
    var hasOverlap = hasOverlap
    defer { self.hasOverlap = hasOverlap }
    let (system, sourceLocation) = (system, report.sourceLocation)
    return await firstFailingOrder(
      of: orders,
      firstSeed: drawn.seed,
      strategy: .random,
      isSimplified: isSimplified,
      sourceLocation: sourceLocation,
      passingOn: harmless,
      failure: { run in
        hasOverlap = hasOverlap || run.outcome?.hasOverlap == true
        return ScenarioFailure(run, model: model()).map { "\($0)" }
      },
      { await ScenarioRun(drawn.input, on: system).perform(sourceLocation: sourceLocation) }
    )
  }
}
