import Testing

/// Expects that a sequence delivers certain elements, in their order, while an action is carried out.
///
/// Use it wherever a test would start a task that collects elements, wait for a while, and compare. The sequence is
/// subscribed before the action starts, and the wait ends with the last expected element.
///
/// ```swift
/// await expect(sut.statuses, delivers: [.enabled, .disabled], then: .finish) {
///   location.simulateAuthorization(.disabled)
///   location.simulateEnd()
/// }
/// ```
///
/// The sequence can be of any type, `Sendable` or not, and is read in the isolation of the test. The number of elements
/// is a confirmation of Swift Testing. A failure is recorded at `sourceLocation`, and shows both sides as marble lines,
/// and their difference:
///
/// ```
/// The stream finished after 1 of 2 expected elements
/// expected  --(.enabled)--(.disabled)--|
/// received  --(.enabled)--|
/// difference:
/// [1] is missing:
///   - .disabled
/// ```
///
/// The `values` of a Combine publisher request one element at a time, and a subject drops what it sends in between. Put
/// `buffer(size:prefetch:whenFull:)` before `values`.
///
/// - Parameters:
///   - sequence: The sequence to subscribe to. With `.anything` as the ending, only the expected elements are read.
///   - expected: The elements, in order. Pass an `ending` if there are none.
///   - ending: What has to follow the elements.
///   - limit: How long to wait in real time. Defaults to waiting until a deterministic test cannot make progress, and to the wait limit in any other test. With `.silence`, how long to listen after the last element.
///   - isolation: The isolation that the sequence is read in: the caller's.
///   - sourceLocation: Where a failure is recorded.
///   - action: What makes the sequence deliver.
/// - Throws: What `action` throws. A failure with the received elements is then recorded too.
public func expect<S: AsyncSequence, E: Error>(
  _ sequence: S,
  delivers expected: [S.Element],
  then ending: StreamEnding = .anything,
  within limit: Duration? = nil,
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  after action: () async throws(E) -> Void
) async throws(E) where S.Element: Equatable {
  let check = await DeliveryCheck(
    of: [sequence],
    Delivery(expected: expected, order: .given, ending: ending, matches: ==),
    within: limit,
    sourceLocation: sourceLocation
  )
  try await check.perform(action)
}

/// Expects that a sequence delivers certain elements, in their order, without any action.
///
/// Use it for what a sequence delivers by itself, such as its initial value. Fails like
/// ``expect(_:delivers:then:within:isolation:sourceLocation:after:)``.
///
/// - Parameters:
///   - sequence: The sequence to subscribe to. With `.anything` as the ending, only the expected elements are read.
///   - expected: The elements, in order. Pass an `ending` if there are none.
///   - ending: What has to follow the elements.
///   - limit: How long to wait in real time. Defaults to waiting until a deterministic test cannot make progress, and to the wait limit in any other test. With `.silence`, how long to listen after the last element.
///   - isolation: The isolation that the sequence is read in: the caller's.
///   - sourceLocation: Where a failure is recorded.
public func expect<S: AsyncSequence>(
  _ sequence: S,
  delivers expected: [S.Element],
  then ending: StreamEnding = .anything,
  within limit: Duration? = nil,
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation
) async where S.Element: Equatable {
  let check = await DeliveryCheck(
    of: [sequence],
    Delivery(expected: expected, order: .given, ending: ending, matches: ==),
    within: limit,
    sourceLocation: sourceLocation
  )
  await check.perform {}
}
