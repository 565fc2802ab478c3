import Testing
import TestingSupportCore

/// A place where calls wait until the test lets them go on.
///
/// Use it for whatever is true only while something is under way: a loading indicator, a disabled button, a second
/// request that must not start. The test waits until the call has reached the gate, looks, and opens; no delay is guessed.
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
/// A gate starts closed. Calls wait at it as long as the test wants: there is no limit, and a test that awaits a call
/// without opening the gate waits for ever (a deterministic test fails and says at which gate it waits).
public final class Gate: Sendable {
  private let state = Locked(GateState<CheckedContinuation<Bool, Never>>())
  private let sourceLocation: SourceLocation

  /// Creates a closed gate.
  ///
  /// - Parameter sourceLocation: How a failure names the gate.
  public init(sourceLocation: SourceLocation = #_sourceLocation) {
    self.sourceLocation = sourceLocation
    CurrentTestSchedule.schedule?.remember(self)
  }

  /// Whether calls pass without waiting.
  public var isOpen: Bool { state.withLock { $0.isOpen } }

  /// How many calls wait at the gate now.
  public var waiterCount: Int { state.withLock { $0.waiterCount } }

  /// Waits until the gate is open. Returns immediately if it is.
  ///
  /// - Parameters:
  ///   - evenIfCancelled: Whether a task that is cancelled stays at the gate. By default it returns as soon as it is
  ///     cancelled. Pass `true` to stage an answer that comes although the caller has given up.
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

  /// Opens the gate: all that wait go on, in the order in which they came, and later calls do not wait.
  public func open() {
    for caller in state.withLock({ $0.open() }) { caller.resume(returning: true) }
  }

  /// Closes the gate again: calls that come from now on wait.
  public func close() {
    state.withLock { $0.close() }
  }

  /// Lets those that came first go on and stays closed for the others.
  ///
  /// - Parameters:
  ///   - count: How many. If fewer wait, an issue is recorded, and those that wait go on.
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
      Cannot let \(counted(count, "call")) through: \(callers.count) \(callers.count == 1 ? "is" : "are") waiting at the gate
      Await `waitUntilReached(by: \(count))` first.
      """,
      sourceLocation: sourceLocation
    )
  }

  /// Waits until calls have reached the gate.
  ///
  /// While the gate is closed, those that wait at it now are counted; while it is open, those that it let go when it
  /// opened and all that have passed since. If they do not come, an issue tells how many did.
  ///
  /// - Parameters:
  ///   - count: How many calls must have reached the gate.
  ///   - limit: How long to wait in real time. By default, until nothing can run any more in a deterministic test, and
  ///     the package's generous limit anywhere else.
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
    if outcome == .arrived { return }
    let arrivalCount = state.withLock { state in
      state.stopWaiting(waiter)
      return state.arrivalCount
    }
    if arrivalCount >= count { return }
    let arrived = arrivalCount == 0 ? "none" : "only \(arrivalCount)"
    recordIssue(
      "Expected \(counted(count, "call")) to reach the gate, but \(arrived) did\n\(outcome)",
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
      for waiter in arrival.reached { waiter.arrive() }
      if let isOpened = arrival.passesBecauseOpen { continuation.resume(returning: isOpened) }
    }
  }
}

extension Gate: WaitPoint {
  package var waiterSummary: String? {
    let count = waiterCount
    return count == 0 ? nil : "\(counted(count, "call")) at the closed gate created at \(sourceLocation)"
  }
}
