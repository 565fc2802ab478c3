internal import TestingSupportCore

/// Another strategy, whose choices are written down where they can be read after the run, and led away from orders that
/// have run before.
struct RecordingStrategy: ScheduleStrategy {
  /// The choices made so far. Only their deviation from FIFO order is stored: with many tasks, storing everything that
  /// could have run would take far more space than the run itself.
  typealias Record = Locked<Choices>

  struct Choices: Sendable {
    /// As many as a search for a simpler order may try.
    static let mostAlternatives = 500

    /// For each step at which more than one task could run, its deviation from FIFO order, if any.
    fileprivate(set) var departures: [FIFODeviation?] = []
    /// The first deviations that were possible.
    fileprivate(set) var alternatives: [FIFODeviation] = []
    /// Each choice, as long as all orders of the test may be few.
    fileprivate(set) var path: [OrderTree.Choice]?
    /// Which choices were others than the strategy's, by their number.
    fileprivate(set) var overrides: [Int: Int] = [:]

    /// Forgets how all but the first choices differ from FIFO order.
    mutating func keepDepartures(_ count: Int) { departures.removeLast(max(0, departures.count - count)) }
  }

  private let record: Record
  private var strategy: any ScheduleStrategy
  private var counter = StepCounter()
  private var plainOrder = FIFOStrategy()
  private var alternativesLeft = Choices.mostAlternatives
  private let seen: OrderTree?
  private var position: OrderTree.Position?

  /// - Parameter seen: The orders that need not run again.
  init(_ strategy: any ScheduleStrategy, avoiding seen: OrderTree? = nil, into record: Record) {
    self.strategy = strategy
    self.record = record
    self.seen = seen
    position = seen?.start
    if seen != nil { record.withLock { $0.path = [] } }
  }

  var delaysJobs: Bool { strategy.delaysJobs }

  mutating func choose(among ready: ReadyJobs) -> Int {
    let wish = strategy.choose(among: ready)
    var chosen = wish
    if let seen { (chosen, position) = seen.unseenChoice(wish, of: ready.count, at: position) }
    let expected = plainOrder.choose(among: ready)
    let heldBack = counter.turn(at: expected, of: ready)
    let preferred = counter.turn(at: chosen, of: ready)
    let departure = chosen == expected ? nil : FIFODeviation(heldBack: heldBack, preferred: preferred)
    let alternatives = alternatives(to: heldBack, at: expected, among: ready)
    counter.count(preferred)
    record.withLock { record in
      if seen != nil {
        if chosen != wish { record.overrides[record.departures.count] = chosen }
        record.path?.append(OrderTree.Choice(index: chosen, count: ready.count))
      }
      record.departures.append(departure)
      if !alternatives.isEmpty { record.alternatives += alternatives }
    }
    return chosen
  }

  private mutating func alternatives(
    to heldBack: TaskStep,
    at expected: Int,
    among ready: ReadyJobs
  ) -> [FIFODeviation] {
    guard alternativesLeft > 0 else { return [] }
    let others = (0..<ready.count).lazy.filter { $0 != expected }.prefix(alternativesLeft)
    alternativesLeft -= others.count
    return others.map { FIFODeviation(heldBack: heldBack, preferred: counter.turn(at: $0, of: ready)) }
  }
}
