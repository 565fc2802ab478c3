import Testing

/// Expects that a sequence delivers certain elements, in whatever order, while an action is carried out.
///
/// Use it for a sequence whose sources run at the same time. An element that is expected twice has to arrive twice.
/// Otherwise the same as ``expect(_:delivers:then:within:isolation:sourceLocation:after:)``; a failure lists the
/// missing and the unexpected elements.
///
/// - Parameters:
///   - sequence: What to subscribe to.
///   - expected: The elements. Pass an `ending` if there are none.
///   - ending: What has to follow the elements.
///   - limit: How long to wait in real time.
///   - isolation: The isolation that the sequence is read in: the caller's.
///   - sourceLocation: Where a failure is recorded.
///   - action: What makes the sequence deliver.
/// - Throws: What `action` throws.
public func expect<S: AsyncSequence, E: Error>(
  _ sequence: S,
  deliversInAnyOrder expected: [S.Element],
  then ending: StreamEnding = .anything,
  within limit: Duration? = nil,
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  after action: () async throws(E) -> Void
) async throws(E) where S.Element: Equatable {
  let check = await DeliveryCheck(
    of: [sequence],
    Delivery(expected: expected, order: .any, ending: ending, matches: ==),
    within: limit,
    sourceLocation: sourceLocation
  )
  try await check.perform(action)
}

/// Expects that a sequence delivers certain elements, in whatever order, without any action.
///
/// Use it for what a sequence delivers by itself. Fails like
/// ``expect(_:deliversInAnyOrder:then:within:isolation:sourceLocation:after:)``.
///
/// - Parameters:
///   - sequence: What to subscribe to.
///   - expected: The elements. Pass an `ending` if there are none.
///   - ending: What has to follow the elements.
///   - limit: How long to wait in real time.
///   - isolation: The isolation that the sequence is read in: the caller's.
///   - sourceLocation: Where a failure is recorded.
public func expect<S: AsyncSequence>(
  _ sequence: S,
  deliversInAnyOrder expected: [S.Element],
  then ending: StreamEnding = .anything,
  within limit: Duration? = nil,
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation
) async where S.Element: Equatable {
  let check = await DeliveryCheck(
    of: [sequence],
    Delivery(expected: expected, order: .any, ending: ending, matches: ==),
    within: limit,
    sourceLocation: sourceLocation
  )
  await check.perform {}
}
