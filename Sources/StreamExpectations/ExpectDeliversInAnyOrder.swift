import Testing

/// Expects that a sequence delivers certain elements, in whatever order, while an action is carried out.
///
/// Use it for a sequence whose sources run side by side. An element that is expected twice has to come twice. In all
/// else it is ``expect(_:delivers:then:within:isolation:sourceLocation:after:)``; a failure lists what is missing and
/// what is not expected.
///
/// - Parameters:
///   - sequence: What to subscribe to.
///   - expected: The elements. Give an `ending` if there are none.
///   - ending: What has to come after them.
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
/// Use it for what a sequence delivers by itself. A failure is that of
/// ``expect(_:deliversInAnyOrder:then:within:isolation:sourceLocation:after:)``.
///
/// - Parameters:
///   - sequence: What to subscribe to.
///   - expected: The elements. Give an `ending` if there are none.
///   - ending: What has to come after them.
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
