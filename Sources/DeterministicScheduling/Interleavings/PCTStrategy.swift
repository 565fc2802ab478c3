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

  private var generator: SplitMix64
  // By the number of a task, or the negative number of a job that belongs to none.
  private var priorities: [Int: Int64] = [:]
  private var heap = PriorityHeap()
  private var arrivalCount = 0
  private let depth: Int
  // By step: the priority to set there.
  private var changePoints: [Int: Int64] = [:]
  private var step = 0
  private var lowest: Int64 = 0
  private var favourite: Int?
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
      changePoints[step] = Int64(priority)
    }
  }

  mutating func choose(among ready: ReadyJobs) -> Int {
    for job in ready.arrivals(after: arrivalCount) { heap.insert(priority(of: job), of: job.sequence) }
    arrivalCount = ready.arrivalCount
    var choice = mostImportant(of: ready)
    if let priority = changePoints[step] {
      setPriority(priority, of: choice.job)
      choice = mostImportant(of: ready)
    }
    if isSpinning(holder(of: choice.job)) {
      lowest -= 1
      setPriority(lowest, of: choice.job)
      choice = mostImportant(of: ready)
    }
    step += 1
    let holder = holder(of: choice.job)
    favouriteSteps = favourite == holder ? favouriteSteps + 1 : 1
    favourite = holder
    return choice.offset
  }

  private mutating func mostImportant(of ready: ReadyJobs) -> (offset: Int, job: Candidate) {
    let job = mostImportantJob(of: ready)
    guard let timer = ready.timer else { return job ?? (0, ready[0]) }
    let priority = priority(of: timer)
    if let job, self.priority(of: job.job) >= priority { return job }
    return (ready.count - 1, timer)
  }

  private mutating func mostImportantJob(of ready: ReadyJobs) -> (offset: Int, job: Candidate)? {
    while let top = heap.top {
      guard let offset = ready.offset(of: top.sequence) else {
        heap.removeTop()
        continue
      }
      let job = ready[offset]
      let priority = priority(of: job)
      if priority == top.priority { return (offset, job) }
      heap.removeTop()
      heap.insert(priority, of: job.sequence)
    }
    return nil
  }

  private func holder(of job: Candidate) -> Int { job.task ?? -1 - job.sequence }

  private mutating func priority(of job: Candidate) -> Int64 {
    let holder = holder(of: job)
    if let priority = priorities[holder] { return priority }
    let priority = Int64.random(in: Int64(depth)...Int64.max, using: &generator)
    priorities[holder] = priority
    return priority
  }

  private mutating func setPriority(_ priority: Int64, of job: Candidate) {
    priorities[holder(of: job)] = priority
    heap.insert(priority, of: job.sequence)
  }

  // A task that polls would keep all others from running forever, if it has the highest priority.
  private func isSpinning(_ holder: Int) -> Bool {
    favourite == holder && favouriteSteps >= Self.patience
  }
}
