import DeterministicScheduling
import Testing
import TestingSupportCore

/// One check of what sequences deliver: subscribes when it is created, and compares after an action.
struct DeliveryCheck<Element> {
  private let delivery: Delivery<Element>
  private let limit: Duration?
  private let sourceLocation: SourceLocation
  private var readers: [StreamReader<Element>] = []

  /// Subscribes to the sequences, in their order, unless there is nothing to check, which is an issue.
  init<S: AsyncSequence>(
    of sequences: [S],
    _ delivery: Delivery<Element>,
    within limit: Duration?,
    isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation
  ) async where S.Element == Element {
    self.delivery = delivery
    self.limit = limit
    self.sourceLocation = sourceLocation
    if let flaw = Self.flaw(in: delivery, sequenceCount: sequences.count, limit: limit) {
      recordIssue(flaw, sourceLocation: sourceLocation)
      return
    }
    for sequence in sequences {
      readers.append(await StreamReader(of: sequence, limit: delivery.demand, sourceLocation: sourceLocation))
    }
  }

  /// Carries out the action, waits for what is expected, and compares. Whatever happens, the reading has ended then.
  func perform<E: Error>(
    _ action: () async throws(E) -> Void,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(E) {
    do throws(E) {
      try await action()
    } catch {
      await abandon(because: error)
      throw error
    }
    await compare()
  }

  /// Waits for what is expected, and compares.
  private func compare(isolation: isolated (any Actor)? = #isolation) async {
    var outcomes: [Waiter.Outcome] = []
    for reader in readers { outcomes.append(await reader.log.waitForEvents(delivery.decidingCount, within: limit)) }
    if case .silence = delivery.ending { await listen() }
    let received = readers.map { reader in reader.log.withState { $0.events } }
    await stop()
    for (index, events) in received.enumerated() {
      let failure = delivery.failure(of: events, outcome: outcomes[index]).map { title(of: index) + $0 }
      await confirm(events.count { $0.element != nil }, failure: failure)
    }
  }

  /// Ends the check because the action has thrown, and records what had been received.
  private func abandon(because error: any Error, isolation: isolated (any Actor)? = #isolation) async {
    await stop()
    for (index, reader) in readers.enumerated() {
      let events = reader.log.withState { $0.events }
      recordIssue(
        """
        \(title(of: index))The action threw before the stream was checked
        \(String(describingForMessage: error))
        received  \(MarbleLine(events.compactMap(\.element), end: .init(of: events.last)))
        """,
        sourceLocation: sourceLocation
      )
    }
  }

  private static func flaw(in delivery: Delivery<Element>, sequenceCount: Int, limit: Duration?) -> String? {
    if sequenceCount == 0 { return "There is no sequence to subscribe to" }
    if let limit, limit < .zero { return "`within:` must not be negative, but is \(limit.messageText)" }
    if delivery.expected.isEmpty, case .anything = delivery.ending {
      return
        """
        This expectation cannot fail
        It expects no element, and anything may follow.
        Pass `then: .silence`, or use `expectNothing(from:during:)`.
        """
    }
    return nil
  }

  /// Gives everything the chance to deliver too much.
  private func listen(isolation: isolated (any Actor)? = #isolation) async {
    guard let limit else { return await settle(sourceLocation: sourceLocation) }
    // The first one takes the time that all of them have.
    for reader in readers where await reader.log.waitForEvents(delivery.decidingCount + 1, within: limit) != .signaled {
      return
    }
  }

  /// Puts the count through a confirmation, which fails with the whole text; if only the count is right, that is
  /// recorded.
  private func confirm(_ count: Int, failure: String?, isolation: isolated (any Actor)? = #isolation) async {
    let expectedCount = delivery.expected.count
    guard UnattributedIssues.isAttributed else {
      // An XCTest: nothing would count the confirmation.
      if let failure { recordIssue(failure, sourceLocation: sourceLocation) }
      return
    }
    await confirmation(
      Comment(rawValue: failure ?? "The stream delivers what is expected"),
      expectedCount: expectedCount,
      sourceLocation: sourceLocation
    ) { confirmation in
      if count > 0 { confirmation.confirm(count: count) }
    }
    if let failure, count == expectedCount { recordIssue(failure, sourceLocation: sourceLocation) }
  }

  private func stop(isolation: isolated (any Actor)? = #isolation) async {
    for reader in readers { reader.cancel() }
    for reader in readers { await reader.stop(sourceLocation: sourceLocation) }
  }

  private func title(of index: Int) -> String {
    readers.count == 1 ? "" : "Subscriber \(index + 1) of \(readers.count): "
  }
}
