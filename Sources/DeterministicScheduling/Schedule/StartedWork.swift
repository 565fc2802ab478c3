/// The work outside its schedule that a test has started and that has not finished: blocks on dispatch queues, and threads.
package struct StartedWork: Sendable {
  package enum Kind: Sendable {
    case block
    /// A block that begins when so much time has passed since the test began.
    case delayedBlock(due: Duration)
    /// A thread, which may well outlive the test.
    case thread
  }

  private struct Work {
    let kind: Kind
    /// Whether time stands still for it, if it can.
    var isAwaited = true
    /// Whether it has resumed a task of the test, or has started more work: it may well have nothing else to do.
    var hasActed = false
  }

  private var unfinished: [UInt64: Work] = [:]
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
    unfinished[count] = Work(kind: kind)
    return count
  }

  package mutating func act(_ number: UInt64) {
    unfinished[number]?.hasActed = true
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
    unfinished.values.contains { $0.isAwaited && ends($0, before: deadline, isAnyTaskSuspended) }
  }

  /// The same for all work: which would finish before, and whether each has acted.
  package func late(at deadline: Duration, _ isAnyTaskSuspended: () -> Bool) -> [UInt64: Bool] {
    unfinished.filter { ends($0.value, before: deadline, isAnyTaskSuspended) }.mapValues(\.hasActed)
  }

  private func ends(_ work: Work, before deadline: Duration?, _ isAnyTaskSuspended: () -> Bool) -> Bool {
    switch work.kind {
    case .block: true
    case .delayedBlock(let due): deadline.map { due <= $0 } ?? false
    case .thread: isAnyTaskSuspended()
    }
  }
}
