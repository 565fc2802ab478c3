/// The order of partial order sampling: the ready step with the highest priority runs.
///
/// Each step receives a random priority when it becomes ready, and keeps it until it runs. In the paper, a step that
/// may conflict with the running one receives a new priority. What a step reads and writes is not known, and treating
/// all of them as conflicting would make every choice uniform. So only steps that share a lane other than the test's
/// own, the main actor's, receive a new one.
struct POSStrategy: ScheduleStrategy {
  private var generator: SplitMix64
  // By the number of the job.
  private var priorities: [Int: UInt64] = [:]

  init(seed: UInt64) {
    generator = SplitMix64(seed: seed)
  }

  mutating func choose(among ready: ArraySlice<Candidate>) -> Int {
    var (choice, highest) = (0, UInt64.min)
    for (index, candidate) in ready.enumerated() {
      let priority = priority(of: candidate)
      if priority > highest { (choice, highest) = (index, priority) }
    }
    let chosen = ready[ready.startIndex + choice]
    priorities[chosen.sequence] = nil
    if chosen.lane == .main {
      for candidate in ready where candidate.lane == .main { priorities[candidate.sequence] = nil }
    }
    return choice
  }

  private mutating func priority(of candidate: Candidate) -> UInt64 {
    if let priority = priorities[candidate.sequence] { return priority }
    let priority = generator.next()
    priorities[candidate.sequence] = priority
    return priority
  }
}
