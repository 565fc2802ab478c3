internal import TestingSupportCore

/// Another strategy, whose choices are written down where they can be read after the run.
struct RecordingOrder: ScheduleStrategy {
  /// The choices made so far.
  typealias Record = Locked<[InterleavingRun.Choice]>

  private let record: Record
  private var strategy: any ScheduleStrategy
  private var counter = TurnCounter()

  init(_ strategy: any ScheduleStrategy, into record: Record) {
    self.strategy = strategy
    self.record = record
  }

  mutating func choose(among ready: ArraySlice<Candidate>) -> Int {
    let turns = counter.turns(of: ready)
    let chosen = strategy.choose(among: ready)
    counter.count(turns[chosen])
    record.withLock { $0.append(InterleavingRun.Choice(ready: turns, chosen: chosen)) }
    return chosen
  }
}
