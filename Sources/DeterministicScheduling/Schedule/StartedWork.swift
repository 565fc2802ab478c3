/// The work outside its schedule that a test has started and that has not finished: blocks on dispatch queues, and threads.
package struct StartedWork: Sendable {
  package enum Kind: Sendable {
    case block
    /// A block that begins when so much time has passed since the test began.
    case delayedBlock(due: Duration)
    /// A thread, which may well outlive the test.
    case thread
  }

  private var unfinished: [UInt64: (kind: Kind, isAwaited: Bool)] = [:]
  private var count: UInt64 = 0

  package init() {}

  package var isEmpty: Bool { unfinished.isEmpty }
  /// Whether any work was started.
  package var hasBegun: Bool { count > 0 }

  /// Remembers work that begins.
  ///
  /// - Returns: Its number.
  package mutating func begin(_ kind: Kind) -> UInt64 {
    count += 1
    unfinished[count] = (kind, true)
    return count
  }

  package mutating func end(_ number: UInt64) {
    unfinished[number] = nil
  }

  /// No longer lets time stand still for the work that is unfinished now: it takes longer than the test allows.
  package mutating func giveUp() {
    for number in unfinished.keys { unfinished[number]?.isAwaited = false }
  }

  /// Whether work that was not given up would natively finish before a sleep, as far as can be known.
  ///
  /// - Parameters:
  ///   - deadline: When the sleep ends, if there is one.
  ///   - isAnyTaskSuspended: Whether a task waits for anything else than a sleep. A thread counts only then.
  package func holdsTime(until deadline: Duration?, _ isAnyTaskSuspended: () -> Bool) -> Bool {
    isAnyUnfinished(until: deadline, isAnyTaskSuspended) { $0.isAwaited }
  }

  /// The same for all work.
  package func isAnyUnfinished(until deadline: Duration, _ isAnyTaskSuspended: () -> Bool) -> Bool {
    isAnyUnfinished(until: deadline, isAnyTaskSuspended) { _ in true }
  }

  private func isAnyUnfinished(
    until deadline: Duration?,
    _ isAnyTaskSuspended: () -> Bool,
    where isMeant: ((kind: Kind, isAwaited: Bool)) -> Bool
  ) -> Bool {
    if unfinished.isEmpty { return false }
    return unfinished.values.contains { work in
      guard isMeant(work) else { return false }
      return switch work.kind {
      case .block: true
      case .delayedBlock(let due): deadline.map { due <= $0 } ?? false
      case .thread: isAnyTaskSuspended()
      }
    }
  }
}
