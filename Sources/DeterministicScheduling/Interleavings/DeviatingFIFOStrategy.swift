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

  mutating func choose(among ready: ReadyJobs) -> Int {
    let expected = plainOrder.choose(among: ready)
    let choice = preferred(over: counter.turn(at: expected, of: ready), among: ready) ?? expected
    counter.count(counter.turn(at: choice, of: ready))
    return choice
  }

  private mutating func preferred(over expected: TaskStep, among ready: ReadyJobs) -> Int? {
    while let preferred = pending[expected]?.popLast() {
      let choice =
        if let task = preferred.task { ready.firstOffset(of: task) } else { ready.offsetOfRuntimeJob(preferred.turn) }
      if let choice { return choice }
    }
    return nil
  }
}
