import Testing

@testable import DeterministicScheduling

/// How many schedules it takes until the promise is broken; `nil` if it never is.
func schedulesNeeded(
  to bug: PlantedBug,
  _ version: PlantedBug.Version,
  _ strategy: InterleavingStrategy,
  firstSeed: UInt64,
  limit: Int = 200
) async throws -> Int? {
  var search = InterleavingSearch(count: limit, firstSeed: firstSeed, strategy: strategy)
  while let order = search.order, search.finding == nil {
    let choices = RecordingStrategy.Record(.init())
    let run = DeterministicRun(
      strategy: order.strategy.map { RecordingStrategy($0, avoiding: search.seenOrders, into: choices) },
      seed: search.seed
    )
    var isKept = true
    _ = try await run.perform(sourceLocation: #_sourceLocation) { isKept = await bug.keepsItsPromise(version) }
    var outcome = InterleavingRun(choices: choices.withLock { $0 })
    if !isKept { outcome.failure = .init(place: bug.name, text: "broken") }
    search.record(outcome)
  }
  return search.finding?.number
}
