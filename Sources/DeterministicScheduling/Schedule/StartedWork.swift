/// The work outside its schedule that a test has started and that has not finished: blocks on dispatch queues, threads, and
/// handlers of what happens there.
package struct StartedWork: Sendable {
  package enum Kind: Sendable {
    case block
    /// A block that begins when so much time has passed since the test began.
    case delayedBlock(due: Duration)
    /// A thread, which may well outlive the test.
    case thread
    /// A handler that may be called until it is released: of an event source, or of something else, whose number is zero.
    case eventHandler(source: UInt)
    /// A handler that is called when an event source was cancelled, after its event handler was released.
    case cancelHandler(source: UInt)
    /// A handler that is called after a channel was closed.
    case cleanupHandler
    /// An operation that its queue may start only when others have ended.
    case operation
    /// A work item, which may never be enqueued: nothing waits for it before.
    case item
  }

  private struct Work {
    let kind: Kind
    /// Whether time stands still for it, if it can.
    var isAwaited = true
    /// Whether it has resumed a task of the test, or has started more work: it may well have nothing else to do.
    var hasActed = false
  }

  private struct EventTimer {
    /// How much time will have passed when it goes off; `nil` if it does not.
    var due: Duration?
    let interval: Duration?
  }

  private var unfinished: [UInt64: Work] = [:]
  // Of event sources, by their numbers: their timers, and how many handlers each has.
  private var timers: [UInt: EventTimer] = [:]
  private var eventHandlers: [UInt: Int] = [:]
  // By the handler of its end, the number of each channel, and whether it was closed.
  private var channels: [UInt64: (channel: UInt, isClosed: Bool)] = [:]
  private var count: UInt64 = 0

  package init() {}

  package var isEmpty: Bool { unfinished.isEmpty }
  /// Whether any work was started.
  package var hasBegun: Bool { count > 0 }

  /// Remembers work that begins.
  ///
  /// - Returns: Its number; zero for what nothing waits for.
  package mutating func begin(_ kind: Kind) -> UInt64 {
    if case .item = kind { return 0 }
    count += 1
    unfinished[count] = Work(kind: kind)
    if case .eventHandler(let source) = kind { eventHandlers[source, default: 0] += 1 }
    return count
  }

  package mutating func act(_ number: UInt64) {
    unfinished[number]?.hasActed = true
  }

  /// Remembers when the timer of an event source goes off.
  ///
  /// - Parameters:
  ///   - source: The number of the source.
  ///   - due: How much time will have passed then; `nil` if never.
  ///   - interval: After how much time it goes off again; `nil` if it does not.
  package mutating func setTimer(of source: UInt, due: Duration?, interval: Duration?) {
    timers[source] = EventTimer(due: due, interval: interval)
  }

  /// Remembers whose handler this is.
  package mutating func setChannel(_ channel: UInt, of handler: UInt64) {
    if unfinished[handler] != nil { channels[handler] = (channel, false) }
  }

  /// Remembers that a channel was closed.
  package mutating func close(_ channel: UInt) {
    for (handler, entry) in channels where entry.channel == channel { channels[handler]?.isClosed = true }
  }

  /// A handler has returned.
  package mutating func endCall(of number: UInt64, at time: Duration) {
    guard case .eventHandler(let source)? = unfinished[number]?.kind, let timer = timers[source] else { return }
    timers[source]?.due = timer.interval.map { time + $0 }
  }

  package mutating func end(_ number: UInt64) {
    channels[number] = nil
    guard case .eventHandler(let source)? = unfinished.removeValue(forKey: number)?.kind else { return }
    eventHandlers[source, default: 0] -= 1
    guard eventHandlers[source] == 0 else { return }
    (eventHandlers[source], timers[source]) = (nil, nil)
  }

  /// No longer lets time stand still for the work that is unfinished now: it takes longer than the test allows.
  package mutating func giveUp() {
    for number in unfinished.keys { unfinished[number]?.isAwaited = false }
  }

  /// Whether work that was not given up would natively finish before a sleep, as far as can be known.
  ///
  /// - Parameters:
  ///   - deadline: When the sleep ends, if there is one.
  ///   - isAnyTaskSuspended: Whether a task waits for anything else than a sleep. What has no end of its own counts only then.
  package func holdsTime(until deadline: Duration?, _ isAnyTaskSuspended: () -> Bool) -> Bool {
    unfinished.contains { $1.isAwaited && ends($0, $1, before: deadline, isAnyTaskSuspended) }
  }

  /// The same for all work: which would finish before, and whether each has acted.
  package func late(at deadline: Duration, _ isAnyTaskSuspended: () -> Bool) -> [UInt64: Bool] {
    unfinished.filter { ends($0, $1, before: deadline, isAnyTaskSuspended) }.mapValues(\.hasActed)
  }

  private func ends(
    _ number: UInt64,
    _ work: Work,
    before deadline: Duration?,
    _ isAnyTaskSuspended: () -> Bool
  ) -> Bool {
    switch work.kind {
    case .block: return true
    case .delayedBlock(let due): return deadline.map { due <= $0 } ?? false
    case .thread, .operation: return isAnyTaskSuspended()
    case .eventHandler(let source):
      guard let timer = timers[source] else { return isAnyTaskSuspended() }
      guard let due = timer.due, let deadline, due <= deadline else { return false }
      return timer.interval == nil || isAnyTaskSuspended()
    case .cancelHandler(let source): return eventHandlers[source] == nil && isAnyTaskSuspended()
    case .cleanupHandler: return channels[number]?.isClosed == true && isAnyTaskSuspended()
    case .item: return false
    }
  }
}
