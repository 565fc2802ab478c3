import Testing
import TestingSupportCore

/// The state of a ``CallbackSpy`` behind its lock, and what it reports of calls that are still pending.
final class CallbackSpyStorage<Input, Output>: Sendable {
  let name: String?
  let log: CallLog?
  private let sourceLocation: SourceLocation
  private let reportsAtEnd = AnswerScope.current != nil
  // Safe: the state is accessed only through the lock. A handler leaves it once, to the caller that completes the call;
  // if an input is not `Sendable`, neither is the spy, which then stays in the isolation of the input.
  private let state = Locked(UncheckedSendable(CallbackSpyState<Input, Output>()))

  init(name: String?, log: CallLog?, sourceLocation: SourceLocation) {
    self.name = name
    self.log = log
    self.sourceLocation = sourceLocation
  }

  deinit {
    if reportsAtEnd { reportUnanswered() }
  }

  func withState<R>(_ body: (inout CallbackSpyState<Input, Output>) -> R) -> R {
    state.withLock { UncheckedSendable(body(&$0.content)) }.content
  }

  func receive(_ input: Input, _ handler: CallbackHandler<Output>) {
    log?.recordCall(of: name, with: input)
    // Without `withState`: the metadata of its generic result would be looked up at each call.
    let call = UncheckedSendable((input: input, handler: handler))
    for waiter in state.withLock({ $0.content.receive(call.content.input, call.content.handler) }) { waiter.arrive() }
  }

  // MARK: Texts

  /// Which function, as a part of a sentence: ` of "load"`, or nothing.
  var nameClause: String { name.map { " of \"\($0)\"" } ?? "" }

  /// How many calls there are, as the second line of a failure.
  var madeSoFar: String {
    let calls = withState { $0.calls }
    if calls.isEmpty { return "\nThe spy has not been called." }
    return "\n\(pluralized(calls.count, "call")) so far\(numberedLines(calls, after: ":"))"
  }
}

// MARK: - Calls that are still pending

extension CallbackSpyStorage: WaitPoint {
  package var waiterSummary: String? {
    let count = withState { $0.pendingCount }
    if count == 0 { return nil }
    return "\(pluralized(count, "pending callback"))\(nameClause) of the spy created at \(sourceLocation)"
  }
}

extension CallbackSpyStorage: AnswerSource {
  /// What to report of the calls that are still pending; `nil` if there are none.
  var unansweredReport: String? {
    let (indices, calls) = withState { ($0.pendingIndices, $0.calls) }
    if indices.isEmpty { return nil }
    let of = "\(indices.count) of \(pluralized(calls.count, "callback"))\(nameClause)"
    let shown = indices.prefix(10).map { index in
      let input = Input.self == Void.self ? "" : ": \(String(describingForMessage: calls[index]).inOneLine(upTo: 300))"
      return "\n  call \(index)\(input)"
    }
    let more = indices.count > shown.count ? "\n  … \(indices.count - shown.count) more" : ""
    return "\(of) \(indices.count == 1 ? "was" : "were") never called" + shown.joined() + more
      + "\nComplete each call with `complete(_:with:)`, or release its handler with `discard(_:)`."
  }

  func reportUnanswered() {
    guard let report = unansweredReport else { return }
    recordIssue(report, sourceLocation: sourceLocation)
  }
}
