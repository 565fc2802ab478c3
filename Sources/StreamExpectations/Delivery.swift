import TestAssertions
import Testing
import TestingSupportCore

/// What one stream was expected to deliver and what it did: finds what is wrong, and says it.
struct Delivery<Element> {
  /// In which order the elements have to come.
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
    case .finish, .failure: expected.count + 1
    }
  }

  /// How many events the stream is asked for at most.
  var demand: Int {
    switch ending {
    case .anything: expected.count
    // What comes too much is told, but an endless stream is not read for ever.
    case .finish, .failure, .silence: expected.count + 20
    }
  }

  /// What is wrong with what was received, or `nil`.
  ///
  /// - Parameters:
  ///   - events: What the stream did.
  ///   - outcome: How the wait for it ended.
  func failure(of events: [StreamEvent<Element>], outcome: Waiter.Outcome) -> String? {
    let elements = events.compactMap(\.element)
    guard let summary = summary(of: elements, last: events.last, outcome: outcome) else { return nil }
    return ([summary] + marbles(elements, last: events.last) + differences(elements)).joined(separator: "\n")
  }

  private func summary(of elements: [Element], last: StreamEvent<Element>?, outcome: Waiter.Outcome) -> String? {
    let (count, expectedCount) = (elements.count, expected.count)
    if count < expectedCount {
      let delivered = "\(count) of \(counted(expectedCount))"
      return switch last {
      case .finish: "The stream finished after \(delivered)"
      case .failure(let error): "The stream failed after \(delivered): \(error)"
      case .element, nil: "The stream delivered \(delivered): \(outcome)"
      }
    }
    if count > expectedCount { return "The stream delivered \(counted(count)), where \(expectedCount) were expected" }
    if !hasExpected(elements) { return "The stream delivered \(counted(count)), but not as expected" }
    return wrongEnding(last, outcome: outcome).map { "The stream delivered what was expected, but \($0)" }
  }

  private func wrongEnding(_ last: StreamEvent<Element>?, outcome: Waiter.Outcome) -> String? {
    switch (ending, last) {
    case (.anything, _), (.finish, .finish): nil
    case (.finish, .failure(let error)): "failed instead of finishing: \(error)"
    case (.finish, _): "did not finish: \(outcome)"
    case (.failure(let expected), .failure(let error)):
      isSameError(expected, error) ? nil : "failed with another error: \(error)"
    case (.failure(let expected), .finish): "finished instead of failing: \(expected)"
    case (.failure(let expected), _): "did not fail with \(expected): \(outcome)"
    case (.silence, .finish): "finished where silence was expected"
    case (.silence, .failure(let error)): "failed where silence was expected: \(error)"
    case (.silence, _): nil
    }
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
    var missing: [Element] = []
    var unexpected = Array(elements.dropFirst(common))
    for element in expected.dropFirst(common) {
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
      }
    let receivedEnd: MarbleLine.End =
      switch last {
      case .finish: .finish
      case .failure(let error): .failure(error)
      case .element, nil: .unfinished
      }
    let anyOrder = order == .any ? "  in any order" : ""
    return [
      "expected  \(MarbleLine(expected, end: expectedEnd, commonCount: common))\(anyOrder)",
      "received  \(MarbleLine(elements, end: receivedEnd, commonCount: common))",
    ]
  }

  private func differences(_ elements: [Element]) -> [String] {
    switch order {
    case .given:
      return difference(between: expected, and: elements).map { ["difference:", $0] } ?? []
    case .any:
      let (missing, unexpected) = unmatched(elements)
      return [("missing", missing), ("unexpected", unexpected)].compactMap { name, elements in
        elements.isEmpty ? nil : "\(name): \(elements.map { String(describingForTest: $0) }.joined(separator: ", "))"
      }
    }
  }

  private func counted(_ count: Int) -> String {
    count == 1 ? "1 element" : "\(count) elements"
  }
}
