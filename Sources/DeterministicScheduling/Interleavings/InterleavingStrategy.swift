/// How `.interleavings(_:)` picks, of the tasks that could run, the one that does.
///
/// Start with ``random``: it needs no tuning and finds most bugs. Reach for ``pct(depth:steps:)`` where a bug needs one task
/// to be held back for long while others go on, which uniform choice makes unlikely.
public struct InterleavingStrategy: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case random
    case pct(depth: Int, steps: Int?)
  }

  let kind: Kind

  /// Every task that could run is as likely as any other, at every step.
  public static let random = InterleavingStrategy(kind: .random)

  /// Probabilistic concurrency testing: each task gets a random priority, and the most important one runs, until at a few
  /// random steps the task that runs becomes the least important.
  ///
  /// A bug that shows when `depth` things happen in a certain order is found with a probability of at least one in
  /// *tasks × steps^(depth − 1)* for each schedule, however unlikely uniform choice makes it (Burckhardt, Kothari,
  /// Musuvathi and Nagarakatte, "A Randomized Scheduler with Probabilistic Guarantees of Finding Bugs", ASPLOS 2010).
  ///
  /// - Parameters:
  ///   - depth: How many orderings it takes for a bug to show; the priorities change at one step less than that. Most bugs
  ///     have a depth of 1 to 3. Less than 1 is recorded as an issue.
  ///   - steps: About how many steps of the test have a choice. Leave it out: `.interleavings(_:)` learns it from one order
  ///     to the next, and writes it into the line that replays a failure. Less than 1 is recorded as an issue.
  public static func pct(depth: Int = 3, steps: Int? = nil) -> InterleavingStrategy {
    InterleavingStrategy(kind: .pct(depth: depth, steps: steps))
  }

  /// The same strategy with the number of steps that a schedule was seen to have, unless it is given.
  func assuming(steps: Int?) -> InterleavingStrategy {
    guard case .pct(let depth, nil) = kind else { return self }
    return .pct(depth: depth, steps: steps)
  }

  /// What is wrong with the values given, if anything.
  var misuse: String? {
    switch kind {
    case .pct(let depth, _) where depth < 1: "The depth of a schedule must be at least 1, not \(depth)."
    case .pct(_, let steps?) where steps < 1: "The number of steps of a schedule must be at least 1, not \(steps)."
    default: nil
    }
  }
}

extension InterleavingStrategy {
  /// What is wrong with using the strategy with this seed, if anything.
  func misuse(seed: UInt64?) -> String? {
    if seed == nil, self != .random {
      return "Without a seed, the strategy \(self) decides nothing: give one, as in seed: 1."
    }
    return misuse
  }
}

extension InterleavingStrategy: CustomStringConvertible {
  /// The strategy as it is written in code.
  public var description: String {
    switch kind {
    case .random: ".random"
    case .pct(let depth, nil): ".pct(depth: \(depth))"
    case .pct(let depth, let steps?): ".pct(depth: \(depth), steps: \(steps))"
    }
  }
}

extension InterleavingStrategy {
  /// The order that this strategy draws from a seed.
  func order(seed: UInt64) -> any ScheduleStrategy {
    switch kind {
    case .random: RandomStrategy(seed: seed)
    case .pct(let depth, let steps): PCTStrategy(seed: seed, depth: depth, steps: steps ?? PCTStrategy.usualSteps)
    }
  }
}
