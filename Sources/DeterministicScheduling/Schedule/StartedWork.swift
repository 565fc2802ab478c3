internal import Dispatch

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
    let start: Start
    /// Whether time stands still for it, if it can.
    var isAwaited = true
    /// Whether it has resumed a task of the test, or has started more work: it may well have nothing else to do.
    var hasActed = false
  }

  private struct EventTimer {
    /// How much time will have passed when it goes off; `nil` if it does not.
    var due: Duration?
    let interval: Duration?
    var start: Start
  }

  /// When work began: in real time, and in the test.
  private struct Start {
    let real = DispatchTime.now().uptimeNanoseconds
    let elapsed: Duration

    /// How long it would natively take from now until so much time has passed in the test.
    func rest(until time: Duration) -> Duration { time - elapsed - passed }

    /// How much time has really passed since.
    var passed: Duration { .nanoseconds(Int64(DispatchTime.now().uptimeNanoseconds - real)) }
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
  /// - Parameter time: How much time has passed in the test.
  /// - Returns: Its number; zero for what nothing waits for.
  package mutating func begin(_ kind: Kind, at time: Duration = .zero) -> UInt64 {
    if case .item = kind { return 0 }
    count += 1
    unfinished[count] = Work(kind: kind, start: Start(elapsed: time))
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
  ///   - time: How much time has passed now.
  package mutating func setTimer(of source: UInt, due: Duration?, interval: Duration?, at time: Duration = .zero) {
    timers[source] = EventTimer(due: due, interval: interval, start: Start(elapsed: time))
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
    timers[source]?.start = Start(elapsed: time)
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
  ///   - isAnyTaskSuspended: Whether a task waits for anything else than a sleep. What need not end by itself counts only then.
  package func holdsTime(until deadline: Duration?, _ isAnyTaskSuspended: () -> Bool) -> Bool {
    unfinished.contains { $1.isAwaited && ends($0, $1, before: deadline, isAnyTaskSuspended) }
  }

  /// How long a sleep would natively go on, counted from when the work began that was not given up and would end before it.
  ///
  /// - Parameters:
  ///   - deadline: When the sleep ends.
  ///   - time: How much time has passed now.
  ///   - limit: The most for work that began at that time: what time stands still for may begin again and again.
  package func rest(until deadline: Duration, at time: Duration, atMost limit: Duration) -> Duration? {
    unfinished.compactMap { number, work in
      guard work.isAwaited, ends(number, work, before: deadline, { true }) else { return nil }
      let timer = if case .eventHandler(let source) = work.kind { timers[source] } else { EventTimer?.none }
      let start = timer?.start ?? work.start
      let rest = start.rest(until: deadline)
      return start.elapsed < time ? rest : min(rest, limit)
    }.max()
  }

  /// The same for all work: which would finish before, and whether each has acted.
  package func late(at deadline: Duration, _ isAnyTaskSuspended: () -> Bool) -> [UInt64: Bool] {
    unfinished.filter { ends($0, $1, before: deadline, isAnyTaskSuspended) }.mapValues(\.hasActed)
  }

  /// By number, how much time may have passed in the test by now beside blocks and threads that were not given up.
  ///
  /// - Parameter limit: For how much real time at most.
  package func latestTimes(limit: Duration) -> [UInt64: Duration] {
    unfinished.compactMapValues { work in
      let passed = work.start.passed
      guard work.isAwaited, passed < limit else { return nil }
      switch work.kind {
      case .block, .thread: return work.start.elapsed + passed
      case .delayedBlock(let due): return max(due, work.start.elapsed + passed)
      case .operation, .item, .eventHandler, .cancelHandler, .cleanupHandler: return nil
      }
    }
  }

  /// Whether a loop that does not suspend may wait for any of it.
  ///
  /// - Parameter limit: For how much real time it is waited for at most.
  package func mayBePolled(limit: Duration) -> Bool {
    unfinished.contains { number, work in
      work.isAwaited && work.start.passed < limit && ends(number, work, before: .seconds(Int64.max)) { true }
    }
  }

  private func ends(
    _ number: UInt64,
    _ work: Work,
    before deadline: Duration?,
    _ isAnyTaskSuspended: () -> Bool
  ) -> Bool {
    switch work.kind {
    // Also if tasks only sleep: one of them may poll for what a thread does.
    case .block, .thread: return true
    case .delayedBlock(let due): return deadline.map { due <= $0 } ?? false
    case .operation: return isAnyTaskSuspended()
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
