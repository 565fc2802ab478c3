import Testing

/// Expects that a sequence delivers certain elements, in order, during an action; a predicate compares the elements.
///
/// Use it for elements without an `==`, or where only a part of them matters. In all else it is
/// ``expect(_:delivers:then:within:isolation:sourceLocation:after:)``; the difference in a failure is that of all
/// fields.
///
/// ```swift
/// await expect(sut.results.makeStream(), delivers: [.success(1), .failure(.offline)], by: haveSameOutcome) {
///   sut.results.send(.success(2))
///   sut.results.send(.failure(.offline))
/// }
/// ```
///
/// - Parameters:
///   - sequence: The sequence to subscribe to. With `.anything` as the ending, only the expected elements are read.
///   - expected: The elements, in order. Pass an `ending` if there are none.
///   - areMatching: Whether a delivered element, the first, is as the expected one.
///   - ending: What has to follow the elements.
///   - limit: How long to wait in real time.
///   - isolation: The isolation that the sequence is read in: the caller's.
///   - sourceLocation: Where a failure is recorded.
///   - action: What makes the sequence deliver.
/// - Throws: What `action` throws.
public func expect<S: AsyncSequence, E: Error>(
  _ sequence: S,
  delivers expected: [S.Element],
  by areMatching: @escaping (S.Element, S.Element) -> Bool,
  then ending: StreamEnding = .anything,
  within limit: Duration? = nil,
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  after action: () async throws(E) -> Void
) async throws(E) {
  let check = await DeliveryCheck(
    of: [sequence],
    Delivery(expected: expected, order: .given, ending: ending, matches: { areMatching($1, $0) }),
    within: limit,
    sourceLocation: sourceLocation
  )
  try await check.perform(action)
}

/// Expects that a sequence delivers certain elements, in order, without any action; a predicate compares the elements.
///
/// Use it for what a sequence delivers by itself. Fails like
/// ``expect(_:delivers:by:then:within:isolation:sourceLocation:after:)``.
///
/// - Parameters:
///   - sequence: The sequence to subscribe to. With `.anything` as the ending, only the expected elements are read.
///   - expected: The elements, in order. Pass an `ending` if there are none.
///   - areMatching: Whether a delivered element, the first, is as the expected one.
///   - ending: What has to follow the elements.
///   - limit: How long to wait in real time.
///   - isolation: The isolation that the sequence is read in: the caller's.
///   - sourceLocation: Where a failure is recorded.
public func expect<S: AsyncSequence>(
  _ sequence: S,
  delivers expected: [S.Element],
  by areMatching: @escaping (S.Element, S.Element) -> Bool,
  then ending: StreamEnding = .anything,
  within limit: Duration? = nil,
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation
) async {
  let check = await DeliveryCheck(
    of: [sequence],
    Delivery(expected: expected, order: .given, ending: ending, matches: { areMatching($1, $0) }),
    within: limit,
    sourceLocation: sourceLocation
  )
  await check.perform {}
}
