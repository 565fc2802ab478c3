import Testing
import TestingSupportCore

/// A function of a test double that answers through a completion handler, when the test decides.
///
/// Use a callback spy for an API that takes a closure and calls it later. The spy records what each call was made with,
/// keeps the handler, and calls it from ``complete(_:with:sourceLocation:)-(_,Output,_)``, in any order.
///
/// ```swift
/// private final class LoaderSpy: ImageLoader {
///   let loading = CallbackSpy<String, Result<Picture, LoadingError>>()
///
///   func load(_ name: String, completion: @escaping (Result<Picture, LoadingError>) -> Void) {
///     loading.call(name, completion: completion)
///   }
/// }
/// ```
///
/// `Input` is what the function is called with, and `Output` what its handler is called with: `Void`, one value, or a
/// tuple for several parameters, such as `(Data?, URLResponse?, (any Error)?)`.
///
/// A handler need not be `Sendable`. It runs synchronously, on the isolation that completes the call: complete a call
/// from the actor that made it, as the API itself would.
///
/// A handler is called at most once, and released as soon as it was. Completing a call twice, or a call that was not
/// made, records an issue. A handler that the test never calls stays with the spy: see ``pendingCount``,
/// ``expectAllCompleted(sourceLocation:)``, and ``Testing/Trait/requiresAnsweredCalls``.
public final class CallbackSpy<Input, Output> {
  @usableFromInline let storage: CallbackSpyStorage<Input, Output>

  /// Creates a spy without calls.
  ///
  /// - Parameters:
  ///   - name: What failures and the log call the function.
  ///   - log: Where each call is recorded, in order with those of other spies.
  ///   - sourceLocation: Where calls that are never completed are reported.
  public init(name: String? = nil, log: CallLog? = nil, sourceLocation: SourceLocation = #_sourceLocation) {
    storage = CallbackSpyStorage(name: name, log: log, sourceLocation: sourceLocation)
    CurrentTestSchedule.settlingSchedule?.remember(storage)
    AnswerScope.current?.add(storage)
  }

  /// What the function was called with, in the order of the calls.
  public var calls: [Input] { storage.withState { $0.calls } }

  /// How often the function was called.
  public var callCount: Int { storage.withState { $0.callCount } }

  /// How many calls have been neither completed nor discarded.
  public var pendingCount: Int { storage.withState { $0.pendingCount } }

  /// The indices of the calls that have been neither completed nor discarded, in ascending order.
  public var pendingIndices: [Int] { storage.withState { $0.pendingIndices } }
}

// The handlers pass from the code under test to the spy, which uses each once. See `Handler`.
extension CallbackSpy: Sendable where Input: Sendable {}

// MARK: - Completing

extension CallbackSpy {
  /// Calls the handler of one call.
  ///
  /// The handler has returned when this method returns. If the call was not made, or was completed or discarded before,
  /// this method records an issue and calls nothing.
  ///
  /// - Parameters:
  ///   - index: Which call to complete: 0 for the first one that was made.
  ///   - output: What the handler is called with.
  ///   - sourceLocation: Where the issue is recorded.
  @inlinable
  public func complete(_ index: Int = 0, with output: Output, sourceLocation: SourceLocation = #_sourceLocation) {
    if let handler = storage.take(index, toComplete: true) {
      handler(output)
    } else {
      reportRefusal("complete", index, sourceLocation)
    }
  }

  /// Calls the handler of every pending call, in the order of the calls.
  ///
  /// Calls that a handler makes stay pending. If no call is pending, this method records an issue.
  ///
  /// - Parameters:
  ///   - output: What each handler is called with.
  ///   - sourceLocation: Where the issue is recorded.
  public func completeAll(with output: Output, sourceLocation: SourceLocation = #_sourceLocation) {
    let indices = pendingIndices
    if indices.isEmpty { reportNothingPending(sourceLocation) }
    for index in indices {
      // Another handler may have completed this call.
      storage.take(index, toComplete: true)?(output)
    }
  }

  /// Releases the handler of one call without calling it, as an API does that never calls back.
  ///
  /// - Parameters:
  ///   - index: Which call to discard: 0 for the first one that was made.
  ///   - sourceLocation: Where an issue is recorded if the call was not made, or was completed or discarded before.
  public func discard(_ index: Int = 0, sourceLocation: SourceLocation = #_sourceLocation) {
    if storage.take(index, toComplete: false) == nil { reportRefusal("discard", index, sourceLocation) }
  }

  /// Expects that every call has been completed or discarded, and lists those that have not.
  ///
  /// - Parameter sourceLocation: Where the issue is recorded.
  public func expectAllCompleted(sourceLocation: SourceLocation = #_sourceLocation) {
    guard let report = storage.unansweredReport else { return }
    recordIssue(report, sourceLocation: sourceLocation)
  }

  @usableFromInline
  func reportRefusal(_ verb: String, _ index: Int, _ sourceLocation: SourceLocation) {
    let title = "Cannot \(verb) call \(index)\(storage.nameClause)"
    let text =
      switch storage.withState({ $0.refusal(at: index) }) {
      case .completed(let input): "\(title): it was already completed\(lineOfInput(input))"
      case .discarded(let input): "\(title): it was discarded\(lineOfInput(input))"
      case .unknown: "\(title): it was not made\(storage.madeSoFar)"
      }
    recordIssue(text, sourceLocation: sourceLocation)
  }

  private func reportNothingPending(_ sourceLocation: SourceLocation) {
    recordIssue("No call\(storage.nameClause) is pending\(storage.madeSoFar)", sourceLocation: sourceLocation)
  }
}

// MARK: - Waiting

extension CallbackSpy {
  /// Waits until the function has been called.
  ///
  /// This method returns as soon as the call is made. If the calls aren't made, it records an issue that lists those
  /// that were.
  ///
  /// - Parameters:
  ///   - count: How many calls must have been made since the spy was created.
  ///   - limit: How long to wait in real time. Defaults to waiting until a deterministic test cannot make progress, and
  ///     to the wait limit in any other test.
  ///   - isolation: The isolation to wait in: the caller's.
  ///   - sourceLocation: Where the issue is recorded.
  public func waitForCalls(
    _ count: Int = 1,
    within limit: Duration? = nil,
    isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    guard count >= 0 else {
      recordIssue("`waitForCalls` requires a count of 0 or more, not \(count)", sourceLocation: sourceLocation)
      return
    }
    let waiter = Waiter()
    if storage.withState({ $0.hasReached(count, elseAdd: waiter) }) { return }
    let outcome = await waiter.wait(within: limit)
    if outcome == .signaled { return }
    let (callCount, list) = storage.withState { state in
      state.stopWaiting(waiter)
      return (state.callCount, numberedLines(state.calls))
    }
    if callCount >= count { return }
    let expected = "Expected \(pluralized(count, "call"))\(storage.nameClause)"
    recordIssue("\(expected), but \(made(callCount))\(list)\n\(outcome)", sourceLocation: sourceLocation)
  }
}
