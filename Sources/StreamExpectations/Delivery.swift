import TestAssertions
import Testing
import TestingSupportCore

/// Compares what one stream was expected to deliver with what it did, and describes the failure.
struct Delivery<Element> {
  /// The order in which the elements have to arrive.
  enum Order {
    case given
    case any
  }

  let expected: [Element]
  let order: Order
  let ending: StreamEnding
  let matches: (Element, Element) -> Bool

  /// How many events decide the matter.
  var decidingCount: Int {
    switch ending {
    case .anything, .silence: expected.count
    case .finish, .failure, .anyFailure(where: _): expected.count + 1
    }
  }

  /// The maximum number of events to read from the stream.
  var demand: Int {
    switch ending {
    case .anything: expected.count
    // Extra elements are reported, but an endless stream is not read forever.
    case .finish, .failure, .anyFailure(where: _), .silence: expected.count + 20
    }
  }

  /// What is wrong with what was received, or `nil`.
  ///
  /// - Parameters:
  ///   - events: What the stream did.
  ///   - outcome: How the wait for it ended.
  func failure(of events: [StreamEvent<Element>], outcome: Waiter.Outcome) -> String? {
    let elements = events.compactMap(\.element)
    guard let summary = summary(of: elements, last: events.last) else { return nil }
    let differences = differences(elements, last: events.last)
    let reason = explainsWait(elements, last: events.last) ? ["\(outcome)"] : []
    return ([summary] + marbles(elements, last: events.last) + differences + reason).joined(separator: "\n")
  }

  /// Whether an event is missing that might still have arrived.
  private func explainsWait(_ elements: [Element], last: StreamEvent<Element>?) -> Bool {
    switch last {
    case .finish, .failure: false
    case .element, nil: elements.count <= expected.count && (elements.count < expected.count || hasExpected(elements))
    }
  }

  private func summary(of elements: [Element], last: StreamEvent<Element>?) -> String? {
    let (count, expectedCount) = (elements.count, expected.count)
    if count < expectedCount {
      let delivered = "\(count) of \(counted(expectedCount, "expected element"))"
      return switch last {
      case .finish: "The stream finished after \(delivered)"
      case .failure(let error): "The stream threw after \(delivered)\n\(String(describingForMessage: error))"
      case .element, nil: "The stream delivered \(delivered)"
      }
    }
    if count > expectedCount {
      let were = expectedCount == 1 ? "was" : "were"
      return "The stream delivered \(counted(count)), but \(expectedCount) \(were) expected"
    }
    if !hasExpected(elements) {
      return "The stream delivered \(counted(count)), but not the expected \(count == 1 ? "one" : "ones")"
    }
    return wrongEnding(last)
  }

  private func wrongEnding(_ last: StreamEvent<Element>?) -> String? {
    let delivered = expected.isEmpty ? "The stream" : "The stream delivered every expected element, but"
    return switch (ending, last) {
    case (.anything, _), (.finish, .finish): nil
    case (.finish, .failure(let error)):
      "\(delivered) threw instead of finishing: \(String(describingForMessage: error))"
    case (.finish, _): "\(delivered) did not finish"
    case (.failure(let expected), .failure(let error)):
      isSameError(expected, error)
        ? nil : "The stream threw a different error: \(messageText(error, insteadOf: expected))"
    case (.failure(let expected), .finish):
      "\(delivered) finished instead of throwing \(String(describingForMessage: expected))"
    case (.failure(let expected), _): "\(delivered) did not throw \(String(describingForMessage: expected))"
    case (.anyFailure(where: let isExpected), .failure(let error)):
      isExpected(error) ? nil : "The stream threw a different error: \(String(describingForMessage: error))"
    case (.anyFailure(where: _), .finish): "\(delivered) finished instead of throwing"
    case (.anyFailure(where: _), _): "\(delivered) did not throw"
    case (.silence, .finish): "The stream finished, but no further event was expected"
    case (.silence, .failure(let error)):
      "The stream threw, but no further event was expected: \(String(describingForMessage: error))"
    case (.silence, _): nil
    }
  }

  /// An error that is not the expected one: also by its type, where it looks the same.
  private func messageText(_ error: any Error, insteadOf expected: any Error) -> String {
    let text = String(describingForMessage: error)
    if text != String(describingForMessage: expected) || type(of: error) == type(of: expected) { return text }
    return "\(text)\nExpected a \(type(of: expected)), received a \(type(of: error))."
  }

  // MARK: Comparing

  private func hasExpected(_ elements: [Element]) -> Bool {
    if commonCount(elements) == expected.count { return true }
    return order == .any && unmatched(elements).missing.isEmpty
  }

  /// How many elements at the start are the same.
  private func commonCount(_ elements: [Element]) -> Int {
    zip(expected, elements).prefix { matches($0, $1) }.count
  }

  private func unmatched(_ elements: [Element]) -> (missing: [Element], unexpected: [Element]) {
    let common = commonCount(elements)
    var demand = Array(expected.dropFirst(common))
    var unexpected = Array(elements.dropFirst(common))
    if let supply = ElementMultiset(unexpected) { (demand, unexpected) = supply.difference(from: demand) }
    // What has no hash, or is equal and has another one.
    var missing: [Element] = []
    for element in demand {
      if let index = unexpected.firstIndex(where: { matches(element, $0) }) {
        unexpected.remove(at: index)
      } else {
        missing.append(element)
      }
    }
    return (missing, unexpected)
  }

  // MARK: Showing

  private func marbles(_ elements: [Element], last: StreamEvent<Element>?) -> [String] {
    let common = order == .given ? commonCount(elements) : 0
    let expectedEnd: MarbleLine.End =
      switch ending {
      case .anything: .unfinished
      case .silence: .open
      case .finish: .finish
      case .failure(let error): .failure(error)
      case .anyFailure(where: _): .failure(nil)
      }
    let anyOrder = order == .any ? "  in any order" : ""
    return [
      "expected  \(MarbleLine(expected, end: expectedEnd, commonCount: common))\(anyOrder)",
      "received  \(MarbleLine(elements, end: .init(of: last), commonCount: common))",
    ]
  }

  private func differences(_ elements: [Element], last: StreamEvent<Element>?) -> [String] {
    switch order {
    case .given:
      let text = difference(between: expected, and: elements) ?? errorDifference(last)
      return text.map { ["difference:", $0] } ?? []
    case .any:
      let (missing, unexpected) = unmatched(elements)
      return [("missing", missing), ("unexpected", unexpected)].compactMap { name, elements in
        elements.isEmpty ? nil : "\(name): \(elements.map { String(describingForMessage: $0) }.joined(separator: ", "))"
      }
    }
  }

  /// What sets two errors apart that look the same.
  private func errorDifference(_ last: StreamEvent<Element>?) -> String? {
    guard case .failure(let expected) = ending, case .failure(let error) = last,
      String(describingForMessage: expected) == String(describingForMessage: error),
      type(of: expected) == type(of: error)
    else { return nil }
    return difference(between: expected, and: error)
  }

  private func counted(_ count: Int, _ noun: String = "element") -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}
