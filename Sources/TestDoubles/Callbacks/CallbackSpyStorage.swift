import Testing
import TestingSupportCore

/// The state of a ``CallbackSpy`` behind its lock, and what it reports of calls that are still pending.
// Sendable: the state is accessed only between lock and unlock. A handler leaves it once, to the caller that completes
// the call; if an input is not `Sendable`, neither is the spy, which then stays in the isolation of the input.
@usableFromInline final class CallbackSpyStorage<Input, Output>: @unchecked Sendable {
  let name: String?
  @usableFromInline let log: CallLog?
  let sourceLocation: SourceLocation
  private let reportsAtEnd = AnswerScope.current != nil
  @usableFromInline let lock = Locked(())
  @usableFromInline var state = CallbackSpyState<Input, Output>()

  init(name: String?, log: CallLog?, sourceLocation: SourceLocation) {
    self.name = name
    self.log = log
    self.sourceLocation = sourceLocation
  }

  deinit {
    if reportsAtEnd { reportUnanswered() }
  }

  func withState<R>(_ body: (inout CallbackSpyState<Input, Output>) -> R) -> R {
    lock.lock()
    defer { lock.unlock() }
    return body(&state)
  }

  @inlinable
  func receive(_ input: Input, _ handler: @escaping (Output) -> Void) {
    if log != nil { recordInLog(input) }
    lock.lock()
    let hasWaiters = state.receive(input, handler)
    lock.unlock()
    if hasWaiters { notifyWaiters() }
  }

  /// Takes the handler of a call that ends, if the call is pending.
  @inlinable
  func take(_ index: Int, toComplete: Bool) -> ((Output) -> Void)? {
    lock.lock()
    defer { lock.unlock() }
    return state.take(index, toComplete: toComplete)
  }

  @usableFromInline
  func recordInLog(_ input: Input) {
    log?.recordCall(of: name, with: input)
  }

  @usableFromInline
  func notifyWaiters() {
    for waiter in withState({ $0.takeReached() }) { waiter.signal() }
  }

  // MARK: Texts

  /// Which function, as a part of a sentence: ` of "load"`, or nothing.
  var nameClause: String { name.map { " of \"\($0)\"" } ?? "" }

  /// How many calls there are, as the second line of a failure.
  var madeSoFar: String {
    let calls = withState { $0.calls }
    if calls.isEmpty { return "\nThe spy has not been called." }
    let count = "\n\(pluralized(calls.count, "call")) so far"
    return Input.self == Void.self ? count : "\(count):\(lines(of: calls.indices, calls))"
  }
}

extension CallbackSpyStorage {
  /// A line for each call, with the index by which it is completed.
  private func lines(of indices: some Collection<Int>, _ calls: [Input]) -> String {
    let shown = indices.prefix(10).map { index in
      let input = Input.self == Void.self ? "" : ": \(String(describingForMessage: calls[index]).inOneLine(upTo: 300))"
      return "\n  call \(index)\(input)"
    }
    let more = indices.count > shown.count ? "\n  … \(indices.count - shown.count) more" : ""
    return shown.joined() + more
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
    return "\(of) \(indices.count == 1 ? "was" : "were") never called" + lines(of: indices, calls)
      + "\nComplete each call with `complete(_:with:)`, or release its handler with `discard(_:)`."
  }

  func reportUnanswered() {
    guard let report = unansweredReport else { return }
    recordIssue(report, sourceLocation: sourceLocation)
  }
}
