import Testing
import TestingSupportCore

/// Expects that a sequence delivers certain elements at certain instants, in their order, while an action is carried
/// out.
///
/// Use it for what depends on time, such as debouncing, throttling, and timers. The instants count from the call.
///
/// ```swift
/// await expect(debounced(keys.makeStream(), on: clock), deliversAt: [(at: .seconds(2.4), "sw")], on: clock) {
///   await clock.advance(by: .seconds(3))
/// }
/// ```
///
/// In a deterministic test, the instants are exact, on a test clock and in virtual time. On a clock that runs in real
/// time, give an `accuracy`. Otherwise the same as ``expect(_:delivers:then:within:isolation:sourceLocation:after:)``.
///
/// - Parameters:
///   - sequence: The sequence to subscribe to. With `.anything` as the ending, only the expected elements are read.
///   - expected: The elements, each with its instant. Pass an `ending` if there are none.
///   - clock: The clock that the instants belong to. Defaults to `ContinuousClock`, which uses virtual time in a
///     deterministic test and real time in any other test.
///   - accuracy: How far from the expected instant an element may be delivered.
///   - ending: What has to follow the elements.
///   - limit: How long to wait in real time. Defaults to waiting until a deterministic test cannot make progress, and
///     to the wait limit in any other test.
///   - isolation: The isolation that the sequence is read in: the caller's.
///   - sourceLocation: Where a failure is recorded.
///   - action: What makes the sequence deliver.
/// - Throws: What `action` throws.
public func expect<S: AsyncSequence, C: Clock, E: Error>(
  _ sequence: S,
  deliversAt expected: [(at: Duration, S.Element)],
  on clock: C = ContinuousClock(),
  accuracy: Duration = .zero,
  then ending: StreamEnding = .anything,
  within limit: Duration? = nil,
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  after action: () async throws(E) -> Void
) async throws(E) where S.Element: Equatable, C.Duration == Duration {
  let check = await DeliveryCheck(
    of: [sequence.timed(on: clock)],
    timedDelivery(of: expected, accuracy: accuracy, then: ending),
    within: limit,
    sourceLocation: sourceLocation
  )
  try await check.perform(action)
}

/// Expects that a sequence delivers certain elements at certain instants, in their order, without any action.
///
/// Use it for what a sequence delivers by itself, in virtual time. Otherwise the same as
/// ``expect(_:deliversAt:on:accuracy:then:within:isolation:sourceLocation:after:)``.
///
/// - Parameters:
///   - sequence: The sequence to subscribe to. With `.anything` as the ending, only the expected elements are read.
///   - expected: The elements, each with its instant. Pass an `ending` if there are none.
///   - clock: The clock that the instants belong to.
///   - accuracy: How far from the expected instant an element may be delivered.
///   - ending: What has to follow the elements.
///   - limit: How long to wait in real time.
///   - isolation: The isolation that the sequence is read in: the caller's.
///   - sourceLocation: Where a failure is recorded.
public func expect<S: AsyncSequence, C: Clock>(
  _ sequence: S,
  deliversAt expected: [(at: Duration, S.Element)],
  on clock: C = ContinuousClock(),
  accuracy: Duration = .zero,
  then ending: StreamEnding = .anything,
  within limit: Duration? = nil,
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation
) async where S.Element: Equatable, C.Duration == Duration {
  let check = await DeliveryCheck(
    of: [sequence.timed(on: clock)],
    timedDelivery(of: expected, accuracy: accuracy, then: ending),
    within: limit,
    sourceLocation: sourceLocation
  )
  await check.perform {}
}

private func timedDelivery<Element: Equatable>(
  of expected: [(at: Duration, Element)],
  accuracy: Duration,
  then ending: StreamEnding
) -> Delivery<TimedElement<Element>> {
  Delivery(expected: expected.map { TimedElement(at: $0.at, $0.1) }, order: .given, ending: ending) {
    let distance = max($0.instant, $1.instant) - min($0.instant, $1.instant)
    return $0.element == $1.element && distance <= accuracy
  }
}
