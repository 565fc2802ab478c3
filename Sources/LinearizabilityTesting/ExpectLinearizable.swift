import DeterministicScheduling
import TestBuilders
import Testing
import TestingSupportCore

/// Checks that a system called by several tasks behaves as if the calls were made one after the other.
///
/// Use this function for an actor, a cache, a store, or a class with a lock, whose calls overlap: what happens during
/// an `await` inside them shows only in certain orders. Pass how to create the system, a simple sequential model of it,
/// and its operations:
///
/// ```swift
/// await expectLinearizable(
///   system: { Counter() },
///   model: { 0 },
///   operations: [
///     ModelOperation("counter.increment()") { (counter: Counter) in
///       await counter.increment()
///     } model: { (count: inout Int) in
///       count += 1
///       return count
///     }
///   ]
/// )
/// ```
///
/// The function generates small scenarios of random calls: up to two calls first, then up to three tasks with up to
/// three calls each, then up to two calls. Each scenario runs in several orders of its tasks, as with `.interleavings`.
/// In each, the results have to be those of some sequential order of the calls, in which a call that returned before
/// another one started comes first. A call that never returns fails the test, unless it waits in the model too; see
/// ``ModelOperation``.
///
/// A failing scenario is shrunk, and then its order is simplified. The issue shows each call with its result, the steps
/// of the order, and a token for `replaying:` that runs this scenario in the same orders again.
///
/// Orders differ where tasks suspend. A call that doesn't suspend runs as a whole, so a missing lock isn't found: use
/// Thread Sanitizer for that. If no two calls overlap in any order, this function records a warning. If orders can't be
/// explored, each scenario runs once, and a warning says so; see `DeterministicSupport`.
///
/// - Parameters:
///   - comment: A comment to add to the failure.
///   - scenarios: How many scenarios to run.
///   - orders: In how many orders to run each.
///   - token: The token of a scenario that failed. Only this one runs.
///   - shrinkAttempts: How many smaller scenarios to try after the first that fails.
///   - isolation: The actor that the test runs on.
///   - sourceLocation: The source location of the issue.
///   - system: Creates the system for one run of a scenario.
///   - model: Creates the model for one run of a scenario: a value, not a class.
///   - operations: What tasks can do. If there are none, an issue is recorded.
public func expectLinearizable<System: Sendable, Model>(
  _ comment: Comment? = nil,
  scenarios: Int = 100,
  orders: Int = 10,
  replaying token: String? = nil,
  shrinkAttempts: Int = 500,
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  system: @escaping @Sendable () async throws -> System,
  model: @escaping @Sendable () -> Model,
  operations: [ModelOperation<System, Model>]
) async {
  let report = ScenarioReport(comment: comment, sourceLocation: sourceLocation)
  let misuse: String? =
    if operations.isEmpty {
      "`expectLinearizable` requires at least one operation"
    } else if scenarios < 1 {
      "`scenarios` must be at least 1, not \(scenarios)"
    } else if orders < 1 {
      "`orders` must be at least 1, not \(orders)"
    } else if shrinkAttempts < 0 {
      "`shrinkAttempts` must not be negative, but is \(shrinkAttempts)"
    } else if Model.self is AnyObject.Type {
      "The model must be a struct or an enum, but `\(Model.self)` is a class"
    } else {
      nil
    }
  if let misuse { return report.record(misuse, "Nothing was checked.") }
  warnOfUnexploredOrders(sourceLocation: sourceLocation)
  var search = ScenarioSearch(
    orders: DeterministicSupport.current == .unavailable ? 1 : orders,
    system: system,
    model: model,
    report: report,
    generator: InputGenerator(at: sourceLocation) { Scenario(operations, $0) }
  )
  if let token {
    await search.replay(token)
  } else {
    await search.run(scenarios, shrinkAttempts: shrinkAttempts)
  }
}
