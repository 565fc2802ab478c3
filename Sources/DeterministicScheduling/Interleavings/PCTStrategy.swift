/// The order of probabilistic concurrency testing: the ready task with the highest priority runs.
///
/// A task's priority is random, drawn when the task first appears, and at least the depth. The change points, one less than
/// the depth, are numbered from 1 and each is at a random step: change point *i* sets the priority of the task that would
/// run there to *i*. So a task may fall below those that have fallen before it, or not as low. Only steps with a choice
/// count as steps.
struct PCTStrategy: ScheduleStrategy {
  /// How often in a row a task may be preferred before it is taken to spin while it waits for another.
  static let patience = 100
  /// The number of steps to spread the change points over while it is not known.
  static let usualSteps = 32

  // What has a priority: a task, or a piece of work of the runtime.
  private enum Holder: Hashable {
    case task(Int)
    case job(Int)

    init(_ candidate: Candidate) {
      self = candidate.task.map(Holder.task) ?? .job(candidate.sequence)
    }
  }

  private var generator: SplitMix64
  private var priorities: [Holder: Int] = [:]
  private let depth: Int
  // By step: the priority to set there.
  private var changePoints: [Int: Int] = [:]
  private var step = 0
  private var lowest = 0
  private var favourite: Holder?
  private var favouriteSteps = 0

  /// - Parameters:
  ///   - depth: One more than the number of change points.
  ///   - steps: The number of steps over which the change points are spread.
  init(seed: UInt64, depth: Int, steps: Int = usualSteps) {
    generator = SplitMix64(seed: seed)
    self.depth = max(depth, 1)
    // Two at one step would be a change point wasted.
    for priority in (1..<self.depth).prefix(max(steps, 1)) {
      var step: Int
      repeat { step = Int.random(in: 0..<max(steps, 1), using: &generator) } while changePoints[step] != nil
      changePoints[step] = priority
    }
  }

  mutating func choose(among ready: ArraySlice<Candidate>) -> Int {
    let holders = ready.map(Holder.init)
    var choice = mostImportant(of: holders)
    if let priority = changePoints[step] {
      priorities[holders[choice]] = priority
      choice = mostImportant(of: holders)
    }
    if isSpinning(holders[choice]) {
      lowest -= 1
      priorities[holders[choice]] = lowest
      choice = mostImportant(of: holders)
    }
    step += 1
    favouriteSteps = favourite == holders[choice] ? favouriteSteps + 1 : 1
    favourite = holders[choice]
    return choice
  }

  private mutating func mostImportant(of holders: [Holder]) -> Int {
    var best = (choice: 0, priority: Int.min)
    for (choice, holder) in holders.enumerated() {
      let priority = priority(of: holder)
      if priority > best.priority { best = (choice, priority) }
    }
    return best.choice
  }

  private mutating func priority(of holder: Holder) -> Int {
    if let priority = priorities[holder] { return priority }
    let priority = Int.random(in: depth...Int.max, using: &generator)
    priorities[holder] = priority
    return priority
  }

  // A task that polls would keep all others from running forever, if it has the highest priority.
  private func isSpinning(_ holder: Holder) -> Bool {
    favourite == holder && favouriteSteps >= Self.patience
  }
}
