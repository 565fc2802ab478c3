/// Another strategy, whose choices are written down.
struct RecordingOrder: ScheduleStrategy {
  private(set) var choices: [InterleavingRun.Choice] = []
  private var strategy: any ScheduleStrategy
  private var counter = TurnCounter()

  init(_ strategy: any ScheduleStrategy) {
    self.strategy = strategy
  }

  mutating func choose(among ready: ArraySlice<Candidate>) -> Int {
    let turns = counter.turns(of: ready)
    let chosen = strategy.choose(among: ready)
    counter.count(turns[chosen])
    choices.append(InterleavingRun.Choice(ready: turns, chosen: chosen))
    return chosen
  }
}
