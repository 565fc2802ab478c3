import TestAssertions
import Testing
import TestingSupportCore

extension StreamProbe {
  /// What a wait for the next event has brought.
  struct ReadResult {
    let event: Event?
    /// Whether the event was read, or only looked at.
    let isRead: Bool
    let outcome: Waiter.Outcome
    let log: StreamLog<Element>

    /// Why this is not what was wanted.
    ///
    /// - Parameter count: How many elements were read that are a part of what was wanted.
    func failure(_ wanted: String, of probe: StreamProbe, after count: Int = 0) -> String {
      let (read, isClosed, hasEnded) = log.withState { (Array($0.read), $0.isClosed, $0.hasEnded) }
      let progress = count == 0 ? "" : " after \(count)"
      let reason =
        switch event {
        case .element(let element): "received \(messageText(for: element))"
        case .finish: "it finished\(progress)"
        case .failure(let error): "it threw\(progress): \(String(describingForMessage: error))"
        case nil where hasEnded: "its end was already read"
        case nil where isClosed: "it was cancelled\(progress)"
        case nil where outcome == .signaled: "none has arrived yet"
        case nil: count == 0 ? "none arrived" : "only \(count) arrived"
        }
      let advice =
        switch event {
        case nil where hasEnded || isClosed: ""
        case nil where outcome == .signaled: "\nCall `try await next()`, which waits for one."
        case nil: "\n\(outcome)"
        default: ""
        }
      let before = read.dropLast(isRead ? 1 : 0).compactMap(\.element)
      let line = MarbleLine(before, end: .open, commonCount: before.count)
      return "\(wanted) from \(probe.title), but \(reason)" + (before.isEmpty ? "" : "\nread so far  \(line)") + advice
    }
  }

  /// What failures call the probe.
  var title: String { name.map { "probe \"\($0)\"" } ?? "the probe" }

  /// Reads the next event, or returns why there is none.
  func nextResult(
    within limit: Duration?,
    isolation: isolated (any Actor)? = #isolation
  ) async -> ReadResult {
    while true {
      let outcome = await log.waitForUnread(within: limit)
      let (event, isClosed) = log.withState { ($0.readNext(), $0.isClosed) }
      // Where two tasks read one probe, the other one may have read what both have waited for.
      if event == nil, outcome == .signaled, !isClosed { continue }
      return ReadResult(event: event, isRead: event != nil, outcome: outcome, log: log)
    }
  }

  /// Reads the next event, which has to be an element.
  func arrivingElement(
    within limit: Duration?,
    isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation
  ) async throws -> Element {
    let result = await nextResult(within: limit)
    return try required(result.event?.element, "Expected an element", result, sourceLocation: sourceLocation)
  }

  /// The value, or a failure and the error that ends the test.
  func required<Value>(
    _ value: Value?,
    _ wanted: String,
    _ result: ReadResult,
    after count: Int = 0,
    sourceLocation: SourceLocation
  ) throws -> Value {
    if let value { return value }
    let text = result.failure(wanted, of: self, after: count)
    guard UnattributedIssues.isAttributed else {
      try failRequirement(text, sourceLocation: sourceLocation)
    }
    // The failure shows this name.
    let received = value
    return try #require(received, "\(text)", sourceLocation: sourceLocation)
  }

  /// The difference on separate lines, if it says more than the two values.
  func elementDifference(_ expected: Element, _ element: Element?) -> String {
    guard let element, let text = difference(between: expected, and: element) else { return "" }
    return text == "- \(messageText(for: expected))\n+ \(messageText(for: element))" ? "" : "\n\(text)"
  }

  /// The events, each after a line break.
  func list(of events: [Event]) -> String {
    let lines = events.prefix(20).enumerated().map { "\n  \($0 + 1). \("\($1)".inOneLine(upTo: 300))" }
    let more = events.count > 20 ? "\n  … \(events.count - 20) more" : ""
    return lines.joined() + more
  }
}

extension StreamLogState {
  /// A line that says why there may be more events than were read ahead; empty if there are no more.
  var pauseText: String {
    !isReaderStopped
      ? "" : "\nThe stream always has another element. The probe stopped reading \(readAhead) events ahead of the test."
  }
}

/// An element in a sentence.
func messageText(for element: some Any) -> String {
  String(describingForMessage: element).inOneLine(upTo: 100)
}
