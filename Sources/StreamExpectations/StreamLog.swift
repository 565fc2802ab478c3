import TestingSupportCore

/// What one stream has done so far: written by its reader, read by the test.
final class StreamLog<Element>: Sendable {
  // Safe: the state is reached only through the lock, and elements that are not `Sendable` are handed over.
  // The reader, which runs in the isolation of the test that reads them, keeps none that it has written.
  private let state: Locked<UncheckedSendable<StreamLogState<Element>>>

  /// - Parameter readAhead: How many events may be unread before the reader pauses.
  init(readAhead: Int = .max) {
    state = Locked(UncheckedSendable(StreamLogState(readAhead: readAhead)))
  }

  /// Writes what the stream did.
  ///
  /// - Returns: Whether there is room for more. If not, the reader has to wait for it.
  @discardableResult
  func append(_ event: StreamEvent<Element>, isLast: Bool) -> Bool {
    let (waiters, hasRoom) = state.withLock { ($0.content.append(event, isLast: isLast), $0.content.hasRoom) }
    for waiter in waiters { waiter.signal() }
    return hasRoom
  }

  /// Writes what a double sends, unless the stream has ended.
  ///
  /// - Returns: Whether it had not ended.
  func receive(_ event: StreamEvent<Element>, isLast: Bool) -> Bool {
    if state.withLock({ $0.content.isClosed && $0.content.hasEnded }) { return false }
    append(event, isLast: isLast)
    return true
  }

  /// Lets nothing more in.
  func close() {
    let (waiters, reader) = state.withLock { ($0.content.close(), $0.content.takeResumableReader()) }
    reader?.resume()
    for waiter in waiters { waiter.signal() }
  }

  /// Waits until the test has read enough for the reader to continue.
  ///
  /// - Returns: Whether to continue; `false` if the test no longer reads.
  func waitForRoom(isolation: isolated (any Actor)? = #isolation) async -> Bool {
    await withCheckedContinuation { continuation in
      if !state.withLock({ $0.content.pauseReader(continuation) }) { continuation.resume() }
    }
    return state.withLock { $0.content.readerDidResume() }
  }

  /// Waits until there are `count` events in total, or no more can arrive.
  func waitForEvents(
    _ count: Int,
    within limit: Duration?,
    isolation: isolated (any Actor)? = #isolation
  ) async -> Waiter.Outcome {
    // Without a schedule, yields first, so that pending events arrive: suspending costs many times a yield.
    if CurrentTestSchedule.settlingSchedule == nil { await letIn(count, turns: 4) }
    let waiter = Waiter()
    if state.withLock({ $0.content.hasEvents(count, elseAdd: waiter) }) { return .signaled }
    let outcome = await waiter.wait(within: limit)
    if outcome != .signaled { state.withLock { $0.content.stopWaiting(waiter) } }
    return outcome
  }

  /// Yields to the reader until there are `count` events in total, or no more can arrive.
  func letIn(_ count: Int = .max, turns: Int, isolation: isolated (any Actor)? = #isolation) async {
    for _ in 0..<turns {
      if withState({ $0.hasEvents(count) }) { return }
      await Task.yield()
    }
  }

  /// Waits for the first unread event.
  func waitForUnread(
    within limit: Duration?,
    isolation: isolated (any Actor)? = #isolation
  ) async -> Waiter.Outcome {
    await waitForEvents(withState { $0.readCount } + 1, within: limit)
  }

  /// Reads the next event if it is an element. Without `withState`, whose generic result costs a lookup of types at each
  /// element.
  func readNextElement() -> Element? {
    var reader: CheckedContinuation<Void, Never>?
    let element = state.withLock { state in
      let element = UncheckedSendable(state.content.readNextElement())
      reader = state.content.takeResumableReader()
      return element
    }
    reader?.resume()
    return element.content
  }

  /// Reads or changes the state in one turn.
  func withState<R>(_ body: (inout StreamLogState<Element>) -> R) -> R {
    let (result, reader) = state.withLock { state in
      let result = UncheckedSendable(body(&state.content))
      return (result, state.content.takeResumableReader())
    }
    reader?.resume()
    return result.content
  }
}
