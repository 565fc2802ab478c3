internal import TestingSupportCore

/// Another strategy, whose choices are written down where they can be read after the run.
struct RecordingOrder: ScheduleStrategy {
  /// The choices made so far.
  typealias Record = Locked<[InterleavingRun.Choice]>

  private let record: Record
  private var strategy: any ScheduleStrategy
  private var counter = TurnCounter()
  private var plainOrder = PlainOrder()

  init(_ strategy: any ScheduleStrategy, into record: Record) {
    self.strategy = strategy
    self.record = record
  }

  mutating func choose(among ready: ArraySlice<Candidate>) -> Int {
    let turns = counter.turns(of: ready)
    let choice = InterleavingRun.Choice(
      ready: turns,
      chosen: strategy.choose(among: ready),
      expected: plainOrder.choose(among: ready)
    )
    counter.count(turns[choice.chosen])
    record.withLock { $0.append(choice) }
    return choice.chosen
  }
}
