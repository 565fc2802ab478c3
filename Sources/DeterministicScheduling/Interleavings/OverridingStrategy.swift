/// Another strategy, in whose place some choices are given.
struct OverridingStrategy: ScheduleStrategy {
  private var strategy: any ScheduleStrategy
  private let choices: [Int: Int]
  private var number = 0

  /// - Parameter choices: What to choose, by the number of the choice, counted from 0.
  init(_ strategy: any ScheduleStrategy, choosing choices: [Int: Int]) {
    self.strategy = strategy
    self.choices = choices
  }

  mutating func choose(among ready: ReadyJobs) -> Int {
    let wish = strategy.choose(among: ready)
    defer { number += 1 }
    return choices[number].map { min(max(0, $0), ready.count - 1) } ?? wish
  }
}
