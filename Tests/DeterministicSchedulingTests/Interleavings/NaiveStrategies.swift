import TestingSupportCore

@testable import DeterministicScheduling

/// Partial order sampling as one would write it without a thought for speed: the model for the real one.
struct NaivePOSStrategy: ScheduleStrategy {
  private var generator: SplitMix64
  private var priorities: [Int: UInt64] = [:]

  init(seed: UInt64) {
    generator = SplitMix64(seed: seed)
  }

  mutating func choose(among ready: ReadyJobs) -> Int {
    var best = (choice: 0, priority: UInt64.min)
    for (index, job) in ready.enumerated() {
      let priority = priorities[job.sequence] ?? generator.next()
      priorities[job.sequence] = priority
      if priority > best.priority { best = (index, priority) }
    }
    let chosen = ready[best.choice]
    priorities[chosen.sequence] = nil
    if chosen.lane == .main {
      for job in ready where job.lane == .main { priorities[job.sequence] = nil }
    }
    return best.choice
  }
}

/// The same of probabilistic concurrency testing.
struct NaivePCTStrategy: ScheduleStrategy {
  private var generator: SplitMix64
  private var priorities: [Int: Int64] = [:]
  private var changePoints: [Int: Int64] = [:]
  private let depth: Int
  private var step = 0
  private var lowest: Int64 = 0
  private var favourite: Int?
  private var favouriteSteps = 0

  init(seed: UInt64, depth: Int, steps: Int) {
    generator = SplitMix64(seed: seed)
    self.depth = depth
    for priority in (1..<depth).prefix(steps) {
      var step: Int
      repeat { step = Int.random(in: 0..<steps, using: &generator) } while changePoints[step] != nil
      changePoints[step] = Int64(priority)
    }
  }

  mutating func choose(among ready: ReadyJobs) -> Int {
    let holders = ready.map { $0.task ?? -1 - $0.sequence }
    var choice = mostImportant(of: holders)
    if let priority = changePoints[step] {
      priorities[holders[choice]] = priority
      choice = mostImportant(of: holders)
    }
    if favourite == holders[choice], favouriteSteps >= PCTStrategy.patience {
      lowest -= 1
      priorities[holders[choice]] = lowest
      choice = mostImportant(of: holders)
    }
    step += 1
    favouriteSteps = favourite == holders[choice] ? favouriteSteps + 1 : 1
    favourite = holders[choice]
    return choice
  }

  private mutating func mostImportant(of holders: [Int]) -> Int {
    var best = (choice: 0, priority: Int64.min)
    for (choice, holder) in holders.enumerated() {
      let priority = priorities[holder] ?? Int64.random(in: Int64(depth)...Int64.max, using: &generator)
      priorities[holder] = priority
      if priority > best.priority { best = (choice, priority) }
    }
    return best.choice
  }
}
