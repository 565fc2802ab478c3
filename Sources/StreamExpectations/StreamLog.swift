import TestingSupportCore

/// What one stream has done so far: written by its pump, read by the test.
final class StreamLog<Element>: Sendable {
  // A safe parcel: the state is reached only through the lock, and elements that are not `Sendable` are handed over. The
  // pump, which runs in the isolation of the test that reads them, keeps none that it has written.
  private let state = Locked(Parcel(StreamLogState<Element>()))

  /// Writes what the stream did.
  func append(_ event: StreamEvent<Element>, isLast: Bool) {
    for waiter in state.withLock({ $0.content.append(event, isLast: isLast) }) { waiter.arrive() }
  }

  /// Lets nothing more in.
  func close() {
    for waiter in state.withLock({ $0.content.close() }) { waiter.arrive() }
  }

  /// Waits until there are that many events in all, or no more can come.
  func waitForEvents(
    _ count: Int,
    within limit: Duration?,
    isolation: isolated (any Actor)? = #isolation
  ) async -> Waiter.Outcome {
    // Where no schedule counts the turns, what is about to come is let come: to be woken costs many times a turn.
    if CurrentTestSchedule.schedule == nil { await letIn(count, turns: 4) }
    let waiter = Waiter()
    if state.withLock({ $0.content.hasEvents(count, elseAdd: waiter) }) { return .arrived }
    let outcome = await waiter.wait(within: limit)
    if outcome != .arrived { state.withLock { $0.content.stopWaiting(waiter) } }
    return outcome
  }

  /// Gives the pump its turn, until there are that many events in all, or no more can come.
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

  /// Reads or changes the state in one turn.
  func withState<R>(_ body: (inout StreamLogState<Element>) -> R) -> R {
    state.withLock { Parcel(body(&$0.content)) }.content
  }
}
