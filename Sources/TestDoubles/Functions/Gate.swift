import Testing
import TestingSupportCore

/// A barrier at which calls are suspended until the test opens it.
///
/// Use a gate to check what is true only while a call is in flight: a loading indicator, a disabled button, a second
/// request that must not start. The test waits until the call reaches the gate, checks the state, and opens the gate,
/// without guessing a delay.
///
/// ```swift
/// let gate = Gate()
/// networks.knownNetworks.result = .success(["Home"]).held(at: gate)
///
/// async let loading: Void = sut.load()
/// await gate.waitUntilReached()
/// #expect(sut.isLoading)
///
/// gate.open()
/// await loading
/// #expect(!sut.isLoading)
/// ```
///
/// A gate starts closed. It suspends calls without a time limit, so a test that awaits a call without opening the gate
/// waits forever (a deterministic test fails and reports the gate).
public final class Gate: Sendable {
  private let state = Locked(GateState<CheckedContinuation<Bool, Never>>())
  private let sourceLocation: SourceLocation

  /// Creates a closed gate.
  ///
  /// - Parameter sourceLocation: How a failure names the gate.
  public init(sourceLocation: SourceLocation = #_sourceLocation) {
    self.sourceLocation = sourceLocation
    CurrentTestSchedule.settlingSchedule?.remember(self)
  }

  /// Whether calls pass without waiting.
  public var isOpen: Bool { state.withLock { $0.isOpen } }

  /// How many calls wait at the gate now.
  public var waiterCount: Int { state.withLock { $0.waiterCount } }

  /// Waits until the gate is open. Returns immediately if it is.
  ///
  /// - Parameters:
  ///   - evenIfCancelled: Whether a cancelled task stays at the gate. By default, it returns as soon as it is
  ///     cancelled. Pass `true` to test a result that arrives although the caller was cancelled.
  ///   - isolation: The isolation to wait in: the caller's.
  public func wait(evenIfCancelled: Bool = false, isolation: isolated (any Actor)? = #isolation) async {
    _ = await pass(evenIfCancelled: evenIfCancelled)
  }

  /// Waits until the gate is open, and throws if the waiting task is cancelled before.
  ///
  /// Use it in a double for something that stops when it is cancelled, such as a download.
  ///
  /// - Parameter isolation: The isolation to wait in: the caller's.
  /// - Throws: `CancellationError` if the task was cancelled while the gate was closed.
  public func waitUnlessCancelled(isolation: isolated (any Actor)? = #isolation) async throws(CancellationError) {
    guard await pass() else { throw CancellationError() }
  }

  /// Opens the gate: all suspended calls resume, in FIFO order, and later calls do not wait.
  public func open() {
    for caller in state.withLock({ $0.open() }) { caller.resume(returning: true) }
  }

  /// Closes the gate again: later calls wait.
  public func close() {
    state.withLock { $0.close() }
  }

  /// Resumes the calls that reached the gate first, and stays closed for the others.
  ///
  /// - Parameters:
  ///   - count: The number of calls to resume. If fewer are waiting, this method records an issue and resumes those.
  ///   - sourceLocation: Where the issue is reported.
  public func letThrough(_ count: Int = 1, sourceLocation: SourceLocation = #_sourceLocation) {
    guard count > 0 else {
      recordIssue("`letThrough` requires a count of 1 or more, not \(count)", sourceLocation: sourceLocation)
      return
    }
    let callers = state.withLock { $0.letThrough(count) }
    for caller in callers { caller.resume(returning: true) }
    guard callers.count < count else { return }
    recordIssue(
      """
      Cannot let \(pluralized(count, "call")) through: \(callers.count) \(callers.count == 1 ? "is" : "are") waiting at the gate
      Await `waitUntilReached(by: \(count))` first.
      """,
      sourceLocation: sourceLocation
    )
  }

  /// Waits until calls have reached the gate.
  ///
  /// If the gate is closed, this method counts the calls suspended at it. If the gate is open, it counts the calls
  /// resumed when it opened and every call that has passed since. If too few calls reach the gate, it records an issue
  /// with their number.
  ///
  /// - Parameters:
  ///   - count: How many calls must have reached the gate.
  ///   - limit: How long to wait in real time. Defaults to waiting until a deterministic test cannot make progress, and
  ///     to the wait limit in any other test.
  ///   - isolation: The isolation to wait in: the caller's.
  ///   - sourceLocation: Where the issue is reported.
  public func waitUntilReached(
    by count: Int = 1,
    within limit: Duration? = nil,
    isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    guard count >= 0 else {
      recordIssue("`waitUntilReached` requires a count of 0 or more, not \(count)", sourceLocation: sourceLocation)
      return
    }
    let waiter = Waiter()
    if state.withLock({ $0.hasReached(count, elseAdd: waiter) }) { return }
    let outcome = await waiter.wait(within: limit)
    if outcome == .signaled { return }
    let arrivalCount = state.withLock { state in
      state.stopWaiting(waiter)
      return state.arrivalCount
    }
    if arrivalCount >= count { return }
    let arrived = arrivalCount == 0 ? "none" : "only \(arrivalCount)"
    recordIssue(
      "Expected \(pluralized(count, "call")) to reach the gate, but \(arrived) did\n\(outcome)",
      sourceLocation: sourceLocation
    )
  }

  /// Waits until the gate is open, or until the task is cancelled if that counts, and returns whether it was opened.
  func pass(evenIfCancelled: Bool = false, isolation: isolated (any Actor)? = #isolation) async -> Bool {
    let ticket = state.withLock { $0.takeTicket() }
    if evenIfCancelled { return await arrive(with: ticket) }
    let isOpened = await withTaskCancellationHandler {
      await arrive(with: ticket)
    } onCancel: {
      state.withLock { $0.cancel(ticket) }?.resume(returning: false)
    }
    state.withLock { $0.leave(ticket) }
    return isOpened
  }

  private func arrive(
    with ticket: GateState<CheckedContinuation<Bool, Never>>.Ticket,
    isolation: isolated (any Actor)? = #isolation
  ) async -> Bool {
    await withCheckedContinuation { continuation in
      let arrival = state.withLock { $0.arrive(ticket, continuation) }
      for waiter in arrival.reached { waiter.signal() }
      if let isOpened = arrival.passesBecauseOpen { continuation.resume(returning: isOpened) }
    }
  }
}

extension Gate: WaitPoint {
  package var waiterSummary: String? {
    let count = waiterCount
    return count == 0 ? nil : "\(pluralized(count, "call")) at the closed gate created at \(sourceLocation)"
  }
}
