internal import TestingSupportCore

/// Another strategy, whose choices are written down where they can be read after the run.
struct RecordingStrategy: ScheduleStrategy {
  /// The choices made so far. No more is kept of each than how it departs from first in, first out: with many tasks, all
  /// that could have run at each would be far more than the run itself.
  typealias Record = Locked<Choices>

  struct Choices: Sendable {
    /// As many as a search for a simpler order may try.
    static let mostAlternatives = 500

    /// For each step at which more than one task could run, how it departs from first in, first out, if it does.
    fileprivate(set) var departures: [FIFODeviation?] = []
    /// The first departures that could have been made.
    fileprivate(set) var alternatives: [FIFODeviation] = []
  }

  private let record: Record
  private var strategy: any ScheduleStrategy
  private var counter = StepCounter()
  private var plainOrder = FIFOStrategy()
  private var alternativesLeft = Choices.mostAlternatives

  init(_ strategy: any ScheduleStrategy, into record: Record) {
    self.strategy = strategy
    self.record = record
  }

  mutating func choose(among ready: ArraySlice<Candidate>) -> Int {
    let chosen = strategy.choose(among: ready)
    let expected = plainOrder.choose(among: ready)
    let heldBack = counter.turn(at: expected, of: ready)
    let preferred = counter.turn(at: chosen, of: ready)
    let departure = chosen == expected ? nil : FIFODeviation(heldBack: heldBack, preferred: preferred)
    let alternatives = alternatives(to: heldBack, at: expected, among: ready)
    counter.count(preferred)
    record.withLock { record in
      record.departures.append(departure)
      if !alternatives.isEmpty { record.alternatives += alternatives }
    }
    return chosen
  }

  private mutating func alternatives(
    to heldBack: TaskStep,
    at expected: Int,
    among ready: ArraySlice<Candidate>
  ) -> [FIFODeviation] {
    guard alternativesLeft > 0 else { return [] }
    let others = (0..<ready.count).lazy.filter { $0 != expected }.prefix(alternativesLeft)
    alternativesLeft -= others.count
    return others.map { FIFODeviation(heldBack: heldBack, preferred: counter.turn(at: $0, of: ready)) }
  }
}
