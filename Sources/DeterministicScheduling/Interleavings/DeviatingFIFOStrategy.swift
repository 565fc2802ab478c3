/// FIFO order except for the given deviations.
///
/// With all deviations of a run, this repeats the run. With fewer of them, it is a simpler order that is as close to
/// the run as possible: a deviation is identified by the steps of its two tasks, not by the number of the step, and is
/// skipped if it does not apply.
struct DeviatingFIFOStrategy: ScheduleStrategy {
  private var pending: [TaskStep: [TaskStep]] = [:]
  private var counter = StepCounter()
  private var plainOrder = FIFOStrategy()

  init(_ departures: [FIFODeviation]) {
    for departure in departures.reversed() { pending[departure.heldBack, default: []].append(departure.preferred) }
  }

  mutating func choose(among ready: ArraySlice<Candidate>) -> Int {
    let expected = plainOrder.choose(among: ready)
    let choice = preferred(over: counter.turn(at: expected, of: ready), among: ready) ?? expected
    counter.count(counter.turn(at: choice, of: ready))
    return choice
  }

  private mutating func preferred(over expected: TaskStep, among ready: ArraySlice<Candidate>) -> Int? {
    while let preferred = pending[expected]?.popLast() {
      let isReady: (Int) -> Bool = { [counter] offset in
        let turn = counter.turn(at: offset, of: ready)
        return preferred.task == nil ? turn == preferred : turn.task == preferred.task
      }
      if let choice = (0..<ready.count).first(where: isReady) { return choice }
    }
    return nil
  }
}
