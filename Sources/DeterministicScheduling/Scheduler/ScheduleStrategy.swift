/// Decides which of the jobs that are ready runs next.
///
/// FIFO order is the absence of a strategy: the scheduler then makes no choices. A strategy with a seed must always
/// return the same results for the same choices.
package protocol ScheduleStrategy: Sendable {
  /// The offset, from the start of `ready`, of the job that is to run.
  ///
  /// - Parameter ready: At least two jobs, the one that has waited longest first: an answer of 0 is first in, first out.
  mutating func choose(among ready: ReadyJobs) -> Int

  /// Whether the first sleep may end, so that time advances, while jobs are ready.
  var delaysJobs: Bool { get }
}

extension ScheduleStrategy {
  package var delaysJobs: Bool { false }
}

/// A job that is ready to run, as far as a strategy may know it.
package struct Candidate: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A turn of a task, or work of the runtime.
    case job
    /// A job of a task that hops to an actor or back, and would continue immediately without a strategy.
    case hop
    /// A turn of a task that has yielded.
    case handover
    /// A job of a task that has created or resumed another one, and that would continue immediately without a strategy.
    case creation
    /// A job of a task that has waited for a lock of a held task, and tries again; nothing else runs first.
    case lock
    /// The end of a sleep whose deadline is reached.
    case wake
  }

  /// Counts the jobs of the test in the order in which they became ready or went to sleep.
  package var sequence: Int { Int(storedSequence) }
  /// The task it is a job of: numbered within its test, in the order in which tasks were first made ready. `nil` for
  /// work of the runtime that belongs to no task.
  package var task: Int? { storedTask < 0 ? nil : Int(storedTask) }
  package let lane: Lane
  package let kind: Kind
  /// Whether it is a task that is held on its thread.
  var isHeld: Bool { kind == .creation || kind == .lock }
  private let storedSequence: UInt32
  private let storedTask: Int32

  package init(sequence: Int, task: Int?, lane: Lane, kind: Kind = .job) {
    storedSequence = UInt32(truncatingIfNeeded: sequence)
    storedTask = task.map { Int32(truncatingIfNeeded: $0) } ?? -1
    self.lane = lane
    self.kind = kind
  }
}

/// Where a job of a deterministic test runs.
package enum Lane: Hashable, Sendable {
  /// On the test's own lane, which runs one job at a time.
  case own
  /// On the main queue, while the test's own lane is paused.
  case main
  /// On the test's own lane, immediately: a task hops to an actor or back, and a strategy decides whether another task
  /// runs first.
  case hop
}

/// Picks uniformly among the jobs that are ready; the same seed gives the same order.
package struct RandomStrategy: ScheduleStrategy {
  private var generator: SplitMix64

  package init(seed: UInt64) {
    generator = SplitMix64(seed: seed)
  }

  package mutating func choose(among ready: ReadyJobs) -> Int {
    Int.random(in: 0..<ready.count, using: &generator)
  }
}

/// Another strategy, under which time may advance while jobs are ready.
struct DelayingStrategy: ScheduleStrategy {
  var strategy: any ScheduleStrategy
  var delaysJobs: Bool { true }

  mutating func choose(among ready: ReadyJobs) -> Int { strategy.choose(among: ready) }
}

/// Another strategy, under which a task that has created or resumed another one goes on at once.
struct EagerCreatorStrategy: ScheduleStrategy {
  var strategy: any ScheduleStrategy

  mutating func choose(among ready: ReadyJobs) -> Int {
    ready.timer == nil && ready.lastJob?.kind == .creation ? ready.count - 1 : strategy.choose(among: ready)
  }
}
