/// How `.interleavings(_:)` picks, of the tasks that could run, the one that does.
///
/// Start with ``mixed``, the default: it alternates between the strategies, so it can find every kind of bug. Use a
/// single one to look for a certain kind of bug, or to run the orders that a report names.
public struct InterleavingStrategy: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case mixed
    case random
    case pos
    case pct(depth: Int, steps: Int?)
  }

  let kind: Kind
  /// What is chosen in place of the strategy's choice, by the number of the choice.
  private(set) var choices: [Int: Int] = [:]
  private(set) var hasDelays = false

  /// The other strategies in turn: the seed of an order decides which one draws it.
  ///
  /// The line that replays a failing order names the strategy that drew it.
  public static let mixed = InterleavingStrategy(kind: .mixed)

  /// Every task that could run is as likely as any other, at every step.
  ///
  /// Use it for bugs that need tasks to alternate: each of them is interrupted at every other step or so.
  public static let random = InterleavingStrategy(kind: .random)

  /// Partial order sampling: each step gets a random priority when it becomes ready, keeps it until it runs, and the
  /// most important one runs.
  ///
  /// Use it for bugs in which one step runs much later, or the steps of several tasks run in an unusual order: a step
  /// with a low priority waits while all other tasks take many steps (Yuan, Yang and Gu, "Partial Order Aware
  /// Concurrency Sampling", CAV 2018).
  public static let pos = InterleavingStrategy(kind: .pos)

  /// Probabilistic concurrency testing: each task gets a random priority, and the most important one runs, until at a few
  /// random steps the task that would run becomes less important than those that have kept theirs.
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

  /// The same orders, but for a few choices.
  ///
  /// Copy it from the line that replays a failing order: where a test has few orders, none runs twice, and these are the
  /// choices that led away from an order that had run before.
  ///
  /// ```swift
  /// @Test(.deterministic(seed: 0x2A, strategy: .random.taking([0: 1])))
  /// ```
  ///
  /// - Parameter choices: Which of the jobs that could run does, counted from 0 in the order in which they became ready; by
  ///   the number of the choice, counted from 0. What there is none of is taken for the last one.
  public func taking(_ choices: [Int: Int]) -> InterleavingStrategy {
    var strategy = self
    strategy.choices.merge(choices) { $1 }
    return strategy
  }

  /// The same strategy, but time may also advance to the end of a sleep while jobs are ready, three times in an order.
  ///
  /// Copy it from the line that replays a failing order of `.interleavings(200, delays: true)`.
  public var withDelays: InterleavingStrategy {
    var strategy = self
    strategy.hasDelays = true
    return strategy
  }

  /// The strategy that draws the order for a seed: one of those that ``mixed`` alternates between, with the observed
  /// number of steps unless it is given.
  func resolved(seed: UInt64, steps: Int?) -> InterleavingStrategy {
    let kind =
      switch kind {
      case .mixed: Self.turns[Int(seed % UInt64(Self.turns.count))].resolved(seed: seed, steps: steps).kind
      case .pct(let depth, nil): Kind.pct(depth: depth, steps: steps)
      default: kind
      }
    return InterleavingStrategy(kind: kind, choices: choices, hasDelays: hasDelays)
  }

  // Partial orders twice: they find every kind of bug. An odd number of turns, so that each has odd and even seeds.
  private static let turns: [InterleavingStrategy] = [
    .pos, .pct(depth: 3), .random, .pct(depth: 2), .pos, .pct(depth: 3), .pct(depth: 1),
  ]

  /// What is wrong with the values given, if anything.
  var misuse: String? {
    switch kind {
    case .pct(let depth, _) where depth < 1: "`depth` must be at least 1, not \(depth)"
    case .pct(_, let steps?) where steps < 1: "`steps` must be at least 1, not \(steps)"
    default: nil
    }
  }
}

extension InterleavingStrategy {
  /// What is wrong with using the strategy with this seed, if anything.
  func misuse(seed: UInt64?) -> String? {
    if seed == nil, self != .random, self != .mixed {
      return "Strategy \(self) has no effect without a seed\nPass one, for example `seed: 1`."
    }
    return misuse
  }
}

extension InterleavingStrategy: CustomStringConvertible {
  /// The strategy as it is written in code.
  public var description: String {
    var name =
      switch kind {
      case .mixed: ".mixed"
      case .random: ".random"
      case .pos: ".pos"
      case .pct(let depth, nil): ".pct(depth: \(depth))"
      case .pct(let depth, let steps?): ".pct(depth: \(depth), steps: \(steps))"
      }
    if hasDelays { name += ".withDelays" }
    if choices.isEmpty { return name }
    let pairs = choices.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return "\(name).taking([\(pairs.joined(separator: ", "))])"
  }
}

extension InterleavingStrategy {
  /// The order that this strategy draws from a seed.
  ///
  /// Only under odd seeds may a new or resumed task go before the one that has created or resumed it: with more choices,
  /// an order that needs one task to be held back for several steps is less likely.
  func order(seed: UInt64) -> any ScheduleStrategy {
    var order: any ScheduleStrategy =
      switch resolved(seed: seed, steps: nil).kind {
      case .mixed, .random: RandomStrategy(seed: seed)
      case .pos: POSStrategy(seed: seed)
      case .pct(let depth, let steps): PCTStrategy(seed: seed, depth: depth, steps: steps ?? PCTStrategy.usualSteps)
      }
    if seed.isMultiple(of: 2) { order = EagerCreatorStrategy(strategy: order) }
    if !choices.isEmpty { order = OverridingStrategy(order, choosing: choices) }
    return hasDelays ? DelayingStrategy(strategy: order) : order
  }
}

extension InterleavingStrategy {
  /// The strategy with the given ``description``.
  init?(_ text: String) {
    var parts = text.split(separator: ".", omittingEmptySubsequences: true)
    let hasDelays = parts.dropFirst().first == "withDelays"
    if hasDelays { parts.remove(at: 1) }
    guard let name = parts.first, parts.count <= 2 else { return nil }
    let numbers = name.split { !$0.isNumber }.compactMap { Int($0) }
    var strategy: InterleavingStrategy
    switch (name.prefix { $0.isLetter }, numbers.count) {
    case ("mixed", 0): strategy = .mixed
    case ("random", 0): strategy = .random
    case ("pos", 0): strategy = .pos
    case ("pct", 1): strategy = .pct(depth: numbers[0])
    case ("pct", 2): strategy = .pct(depth: numbers[0], steps: numbers[1])
    default: return nil
    }
    if parts.count == 2 {
      let pairs = parts[1].split { !$0.isNumber }.compactMap { Int($0) }
      guard pairs.count.isMultiple(of: 2) else { return nil }
      strategy = strategy.taking(
        Dictionary(stride(from: 0, to: pairs.count, by: 2).map { (pairs[$0], pairs[$0 + 1]) }) { $1 }
      )
    }
    if hasDelays { strategy = strategy.withDelays }
    guard strategy.description == text else { return nil }
    self = strategy
  }
}
