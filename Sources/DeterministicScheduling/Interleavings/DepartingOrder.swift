/// First in, first out but for the departures that are given.
///
/// With the departures of a whole run this is that run again; with fewer of them it is a simpler order, as near to it as
/// can be: a departure is bound to the turns of the two tasks, not to the number of the step, and is passed over where it
/// does not apply.
struct DepartingOrder: ScheduleStrategy {
  private var pending: [TaskTurn: [TaskTurn]] = [:]
  private var counter = TurnCounter()
  private var plainOrder = PlainOrder()

  init(_ departures: [Departure]) {
    for departure in departures.reversed() { pending[departure.heldBack, default: []].append(departure.preferred) }
  }

  mutating func choose(among ready: ArraySlice<Candidate>) -> Int {
    let turns = counter.turns(of: ready)
    let expected = plainOrder.choose(among: ready)
    let choice = preferred(over: turns[expected], among: turns) ?? expected
    counter.count(turns[choice])
    return choice
  }

  private mutating func preferred(over expected: TaskTurn, among turns: [TaskTurn]) -> Int? {
    while let preferred = pending[expected]?.popLast() {
      let isReady: (TaskTurn) -> Bool =
        preferred.task == nil ? { $0 == preferred } : { $0.task == preferred.task }
      if let choice = turns.firstIndex(where: isReady) { return choice }
    }
    return nil
  }
}
