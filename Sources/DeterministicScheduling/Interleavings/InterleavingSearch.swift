/// The search for a failing order, and then for a simpler one: which order to run next, and what was found.
///
/// Pure: it runs nothing. It requests the next order, receives the run, and finishes with or without a ``Finding``.
struct InterleavingSearch: Sendable {
  private static let mostOrdersOfATree = 10_000

  private enum Phase: Sendable {
    case exploring
    case confirming
    case minimizing(Minimizer<FIFODeviation>)
    case tryingSingles([FIFODeviation])
    case tryingPlain
    case counting
    case describing
    case describingFIFO
    case finished
  }

  private let count: Int
  private let firstSeed: UInt64
  private let strategy: InterleavingStrategy
  private var phase = Phase.exploring
  private var steps: Int?
  private let kept: [KeptOrders.Order]
  private var keptExplored = 0
  private let describes: Bool
  private var replaysLeft: Int
  // What all runs have taken since the first that failed.
  private var effort = Duration.zero
  private var singles: [FIFODeviation] = []
  // As long as all orders may be few enough to run each.
  private var tree: OrderTree?

  /// How many of the drawn orders have run.
  private(set) var explored = 0

  /// What was found, if an order has failed.
  private(set) var finding: Finding?

  /// - Parameters:
  ///   - count: How many orders to try.
  ///   - firstSeed: The seed of the first; the others follow it by one.
  ///   - replays: How many runs a simpler order is worth.
  ///   - kept: The orders to try before those that the strategy draws.
  ///   - canRunAll: Whether to end the search once every order has run, and to run none twice until then.
  ///   - describes: Whether the simplest failing order is to run once more, to record what its steps do in the code.
  init(
    count: Int,
    firstSeed: UInt64,
    strategy: InterleavingStrategy,
    replays: Int = 500,
    kept: [KeptOrders.Order] = [],
    canRunAll: Bool = true,
    describes: Bool = false
  ) {
    self.count = count
    self.firstSeed = firstSeed
    self.strategy = strategy
    replaysLeft = replays
    self.kept = kept
    self.describes = describes
    tree = canRunAll ? OrderTree(limit: min(count, Self.mostOrdersOfATree)) : nil
    if count < 1 { phase = .finished }
  }

  /// The order to run next, or `nil` at the end of the search.
  var order: Order? {
    switch phase {
    case .exploring where nextKept != nil: nextKept.map { .drawn($0.strategy, seed: $0.seed) }
    case .exploring, .counting: .drawn(strategy.resolved(seed: seed, steps: steps), seed: seed)
    case .confirming: finding.map { .drawn($0.strategy, seed: $0.seed) }
    case .minimizing(let minimizer): minimizer.proposal.map(Order.departing)
    case .tryingSingles(let singles): singles.last.map { .departing([$0]) }
    case .tryingPlain: .plain
    case .describing: finding?.simplestOrder
    case .describingFIFO: .departing([])
    case .finished: nil
    }
  }

  /// The seed while ``order`` runs: for a simpler order, that of the original order.
  var seed: UInt64 {
    switch phase {
    case .exploring: nextKept?.seed ?? firstSeed &+ UInt64(explored)
    case .counting: firstSeed &+ UInt64(explored)
    default: finding?.seed ?? firstSeed
    }
  }

  private var nextKept: KeptOrders.Order? { keptExplored < kept.count ? kept[keptExplored] : nil }

  /// The orders that need not run again while ``order`` runs.
  var seenOrders: OrderTree? {
    switch phase {
    case .exploring where nextKept == nil: tree
    case .counting: tree
    default: nil
    }
  }

  /// Whether every order of the test has run.
  var hasRunAll: Bool { tree?.isComplete ?? false }

  /// Whether ``order`` runs only to record what its steps do in the code.
  var isDescribing: Bool {
    switch phase {
    case .describing, .describingFIFO: true
    default: false
    }
  }

  /// Receives the outcome of running ``order``.
  ///
  /// - Parameters:
  ///   - duration: How long it took. If an order fails that took longer than the limit, so would a simpler one: the search ends.
  ///   - limit: How long the search may look for a simpler order.
  mutating func record(_ run: InterleavingRun, taking duration: Duration, limit: Duration) {
    if finding != nil { effort += duration }
    record(run)
    guard finding != nil else { return }
    if duration > limit {
      stop()
    } else if effort > limit {
      stopSimplifying()
    }
  }

  /// Receives the outcome of running ``order``, however long it took.
  mutating func record(_ run: InterleavingRun) {
    switch phase {
    case .exploring: explore(run)
    case .confirming: confirm(run)
    case .minimizing(let minimizer): minimize(run, minimizer)
    case .tryingSingles(let singles): trySingle(run, singles)
    case .tryingPlain: tryPlain(run)
    case .counting: count(run)
    case .describing: describe(run)
    case .describingFIFO: describeFIFO(run)
    case .finished: break
    }
  }

  /// Ends the search with what has been found so far.
  mutating func stop() {
    phase = .finished
  }

  // The order found is described all the same, beside one that passes: each run has taken less than the limit.
  private mutating func stopSimplifying() {
    switch phase {
    case .finished, .describing, .describingFIFO: break
    default: finish()
    }
  }

  private mutating func finish() {
    phase = describes && finding?.isConfirmed == true ? .describing : .finished
  }

  private mutating func explore(_ run: InterleavingRun) {
    let order = order
    let isKept = nextKept != nil
    if isKept { keptExplored += 1 } else { countOrder(of: run) }
    if run.failure != nil, case .drawn(let strategy, let seed)? = order {
      finding = Finding(
        number: isKept ? keptExplored : explored,
        isKept: isKept,
        seed: seed,
        strategy: strategy.taking(run.choices.overrides),
        failing: run,
        simplest: run,
        simplestOrder: .drawn(strategy, seed: seed),
        drawn: isKept ? 1 : explored
      )
      phase = .confirming
      return
    }
    steps = max(steps ?? 1, run.choices.departures.count)
    if isAtEnd { phase = .finished }
  }

  private mutating func countOrder(of run: InterleavingRun) {
    explored += 1
    let isInTree = run.dependsOnOrderAlone && run.choices.path.map { tree?.insert($0) ?? false } == true
    if !isInTree { tree = nil }
  }

  private var isAtEnd: Bool { explored == count || hasRunAll }

  private mutating func confirm(_ run: InterleavingRun) {
    guard var finding else { return stop() }
    finding.divergence = Divergence(between: finding.failing, and: run)
    finding.comparesPlaceOnly = run.failure != finding.failing.failure
    finding.isConfirmed = finding.divergence == nil && finding.isSame(run.failure)
    if finding.isConfirmed {
      finding.simplest = run
      finding.simplestOrder = .drawn(finding.strategy, seed: finding.seed)
      phase = .minimizing(Minimizer(run.departures))
      skipWhatIsDone()
    } else {
      if finding.divergence == nil { finding.divergence = .outcome(run.failure?.text) }
      phase = .finished
    }
    self.finding = finding
  }

  private mutating func minimize(_ run: InterleavingRun, _ minimizer: Minimizer<FIFODeviation>) {
    var minimizer = minimizer
    if minimizer.proposal == [] { singles = run.choices.alternatives }
    if finding?.isSame(run.failure) == true, run.departures.count < minimizer.smallest.count {
      setSimplest(run)
      minimizer.accept(run.departures)
    } else {
      minimizer.reject()
    }
    phase = .minimizing(minimizer)
    countReplay()
    skipWhatIsDone()
  }

  // Removing deviations cannot find an order that is simpler in another way, so all orders with a single deviation are
  // tried.
  private mutating func trySingle(_ run: InterleavingRun, _ singles: [FIFODeviation]) {
    if finding?.isSame(run.failure) == true, run.departures.count == 1 {
      setSimplest(run)
      return finish()
    }
    phase = .tryingSingles(Array(singles.dropLast()))
    countReplay()
    skipWhatIsDone()
  }

  // Without choices, tasks do not suspend at a hop to an actor: FIFO order is one step simpler still.
  private mutating func tryPlain(_ run: InterleavingRun) {
    if finding?.isSame(run.failure) == true {
      finding?.failsInPlainOrder = true
      setSimplest(run)
      let hasRunAll = hasRunAll
      finding?.hasRunAll = hasRunAll
      if !isAtEnd { return phase = .counting }
    }
    finish()
  }

  // Whether the order is what makes it fail shows in how many orders do.
  private mutating func count(_ run: InterleavingRun) {
    countOrder(of: run)
    finding?.drawn += 1
    let hasRunAll = hasRunAll
    finding?.hasRunAll = hasRunAll
    if run.failure != nil { finding?.failed += 1 }
    if isAtEnd { finish() }
  }

  private mutating func setSimplest(_ run: InterleavingRun) {
    guard let order else { return }
    finding?.simplest = run
    finding?.simplestOrder = order
  }

  // A run that is not the same would be described wrongly.
  private mutating func describe(_ run: InterleavingRun) {
    phase = .finished
    guard let finding, finding.isSame(run.failure), Divergence(between: finding.simplest, and: run) == nil else {
      return
    }
    self.finding?.simplest = run
    if !run.departures.isEmpty { phase = .describingFIFO }
  }

  private mutating func describeFIFO(_ run: InterleavingRun) {
    if run.failure == nil { finding?.passing = run }
    phase = .finished
  }

  private mutating func countReplay() {
    replaysLeft -= 1
    if replaysLeft <= 0 { finish() }
  }

  private mutating func skipWhatIsDone() {
    if case .minimizing(let minimizer) = phase, minimizer.proposal == nil {
      switch minimizer.smallest.count {
      case 0: phase = .tryingPlain
      case 1: finish()
      default: phase = .tryingSingles(singles.reversed())
      }
    }
    if case .tryingSingles(let singles) = phase, singles.isEmpty { finish() }
  }
}
