import Testing
import TestingSupportCore

extension FunctionSpy {
  /// Holds the asynchronous calls from now on, until the test answers each.
  ///
  /// Use it when the test decides what a call returns only after the call was made: to answer several calls in a
  /// different order, or to check the call first.
  ///
  /// ```swift
  /// server.search.holdCalls()
  ///
  /// sut.type("s")
  /// let first = try await server.search.nextHeldCall()
  /// sut.type("sw")
  /// let second = try await server.search.nextHeldCall()
  /// second.answer(with: .success(["swift"]))
  /// first.answer(with: .success(["server"]))
  /// ```
  ///
  /// Calls are held before they get a result. Setting ``result`` changes nothing for a held call: answer it with
  /// ``HeldCall/answer(with:sourceLocation:)``, or give all of them the ordinary result with ``releaseCalls()``.
  ///
  /// A synchronous call cannot be held, and records an issue.
  ///
  /// - Parameter evenIfCancelled: Whether a call whose task is cancelled stays until the test answers it. By default it
  ///   ends: it throws `CancellationError` if the function throws any error, and gets the ordinary ``result``
  ///   otherwise.
  public func holdCalls(evenIfCancelled: Bool = false) {
    state.withLock { $0.hold(evenIfCancelled: evenIfCancelled) }
    CurrentTestSchedule.settlingSchedule?.remember(self)
    AnswerScope.current?.add(self)
  }

  /// Stops holding calls. Calls that are held return the ordinary ``result``, in the order in which they were made.
  public func releaseCalls() {
    let (calls, waiters) = state.withLock { $0.release() }
    for call in calls {
      let answer = answer(toRecorded: call.input)
      _ = call.end(with: answer)
    }
    for waiter in waiters { waiter.signal() }
  }

  /// How many calls are held now.
  public var heldCallCount: Int { state.withLock { $0.heldCalls }.count }

  /// Returns the next held call, waiting for it if necessary.
  ///
  /// Returns each call once, in the order in which the calls were made, including calls that have been cancelled.
  ///
  /// - Parameters:
  ///   - limit: How long to wait in real time. Defaults to waiting until a deterministic test cannot make progress, and
  ///     to the wait limit in any other test.
  ///   - isolation: The isolation to wait in: the caller's.
  ///   - sourceLocation: Where an issue is recorded if there is no such call.
  /// - Throws: The error that `#require` throws, which ends the test without being recorded a second time.
  public func nextHeldCall(
    within limit: Duration? = nil,
    isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> HeldCall {
    var outcome: Waiter.Outcome?
    while true {
      let waiter = Waiter()
      switch state.withLock({ $0.takeHeldCall(elseAdd: outcome == nil || outcome == .signaled ? waiter : nil) }) {
      case .call(let call):
        return HeldCall(storage: call, name: name)
      case .notHolding:
        let text = "The calls\(nameClause) are not held\nCall `holdCalls()` first."
        return try required(heldCall: nil, text, sourceLocation)
      case .later:
        if let outcome, outcome != .signaled { return try missingCall(outcome, sourceLocation) }
      }
      outcome = await waiter.wait(within: limit)
      state.withLock { $0.stopWaiting(waiter) }
    }
  }

  private func missingCall(_ outcome: Waiter.Outcome, _ sourceLocation: SourceLocation) throws -> HeldCall {
    let calls = calls
    let title = calls.isEmpty ? "Expected a held call\(nameClause)" : "Expected another held call\(nameClause)"
    let text = "\(title), but none was made\(numberedLines(calls, after: "\nCalls so far:"))\n\(outcome)"
    return try required(heldCall: nil, text, sourceLocation)
  }

  /// The call, or a failure and the error that ends the test.
  private func required(
    heldCall: HeldCall?,
    _ text: String,
    _ sourceLocation: SourceLocation
  ) throws -> HeldCall {
    if heldCall == nil, !UnattributedIssues.isAttributed { try failRequirement(text, sourceLocation: sourceLocation) }
    return try #require(heldCall, "\(text)", sourceLocation: sourceLocation)
  }

  /// A call that waits for the test to answer it.
  ///
  /// Returned by ``FunctionSpy/nextHeldCall(within:isolation:sourceLocation:)``.
  public struct HeldCall: Sendable {
    fileprivate let storage: HeldCallStorage<Input, Output, Failure>
    fileprivate let name: String?

    /// What the function was called with.
    public var input: Input { storage.input }

    /// Whether the task that made the call was cancelled while it was held.
    public var isCancelled: Bool { storage.isCancelled }

    /// Ends the call. Its progress, gates, and delays take effect first.
    ///
    /// If the call was answered before, or ended because it was cancelled, this method records an issue.
    ///
    /// - Parameters:
    ///   - result: What the call returns or throws.
    ///   - sourceLocation: Where the issue is recorded.
    public func answer(with result: ActionResult<Output, Failure>, sourceLocation: SourceLocation = #_sourceLocation) {
      guard let refusal = storage.end(with: result) else { return }
      let title = "Cannot answer the held call\(name.map { " of \"\($0)\"" } ?? "")"
      let input = lineOfInput(input)
      let text =
        switch refusal {
        case .answered: "\(title): it was already answered\(input)"
        case .cancelled:
          "\(title): it was cancelled\(input)\nHold it with `holdCalls(evenIfCancelled: true)` to answer it nevertheless."
        }
      recordIssue(text, sourceLocation: sourceLocation)
    }

    /// Ends the call of a function that returns nothing.
    ///
    /// - Parameter sourceLocation: Where an issue is recorded if the call has ended before.
    public func answer(sourceLocation: SourceLocation = #_sourceLocation) where Output == Void {
      answer(with: .success(), sourceLocation: sourceLocation)
    }

    /// Waits until the task that made the call is cancelled.
    ///
    /// Use it to expect that the code under test cancels a request that it no longer needs.
    ///
    /// - Parameters:
    ///   - limit: How long to wait in real time. Defaults to waiting until a deterministic test cannot make progress,
    ///     and to the wait limit in any other test.
    ///   - isolation: The isolation to wait in: the caller's.
    ///   - sourceLocation: Where an issue is recorded if the task is not cancelled.
    public func waitUntilCancelled(
      within limit: Duration? = nil,
      isolation: isolated (any Actor)? = #isolation,
      sourceLocation: SourceLocation = #_sourceLocation
    ) async {
      let waiter = Waiter()
      if storage.isCancelled(elseAdd: waiter) { return }
      let outcome = await waiter.wait(within: limit)
      storage.stopWaiting(waiter)
      if outcome == .signaled || isCancelled { return }
      let call = "the held call\(name.map { " of \"\($0)\"" } ?? "")"
      let input = lineOfInput(input)
      let text = "Expected \(call) to be cancelled, but it was not\(input)\n\(outcome)"
      recordIssue(text, sourceLocation: sourceLocation)
    }
  }
}

// MARK: - Calls that are still held

extension FunctionSpy: WaitPoint {
  package var waiterSummary: String? {
    let count = heldCallCount
    if count == 0 { return nil }
    return "\(pluralized(count, "held call"))\(nameClause) of the spy created at \(sourceLocation)"
  }
}

extension FunctionSpy: AnswerSource {
  func reportUnanswered() {
    let inputs = state.withLock { $0.heldCalls }.map(\.input)
    if inputs.isEmpty { return }
    let calls = "\(pluralized(inputs.count, "held call"))\(nameClause)"
    let title = "\(calls) \(inputs.count == 1 ? "was" : "were") never answered"
    let advice = "Answer each call with `answer(with:)`, or all of them with `releaseCalls()`."
    recordIssue("\(title)\(numberedLines(inputs))\n\(advice)", sourceLocation: sourceLocation)
  }
}

// MARK: - Time

extension FunctionSpy {
  /// Measures when calls are made from now on. Read the times from ``callTimes``.
  ///
  /// ```swift
  /// server.search.timeCalls()
  /// _ = try await searchTwice(on: server)
  /// #expect(server.search.callTimes == [.zero, .seconds(5)])
  /// ```
  ///
  /// - Parameter clock: The clock to read. Defaults to `ContinuousClock`, which uses virtual time in a deterministic
  ///   test and real time in any other test.
  public func timeCalls<C: Clock>(on clock: C = ContinuousClock()) where C.Duration == Duration {
    let start = clock.now
    state.withLock { $0.timer = { start.duration(to: clock.now) } }
  }

  /// The time of each call since ``timeCalls(on:)``, in the order of the calls.
  public var callTimes: [Duration] {
    let (times, isTimed, count) = state.withLock { ($0.callTimes, $0.timer != nil, $0.calls.count) }
    if !isTimed, count > 0 {
      recordIssue(
        "The calls\(nameClause) were not timed\nCall `timeCalls(on:)` before the calls are made.",
        sourceLocation: sourceLocation
      )
    }
    return times
  }
}
