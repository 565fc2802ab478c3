import Testing

/// Expects that several sequences deliver the same elements, while an action is carried out.
///
/// Use it for several subscribers of one source. All are subscribed before the action starts and read at the same time.
/// Each is checked, and a failure says which one it is about.
///
/// - Parameters:
///   - sequences: What to subscribe to, in this order.
///   - expected: The elements that each of them delivers, in order. Pass an `ending` if there are none.
///   - ending: What has to follow the elements.
///   - limit: How long to wait in real time.
///   - isolation: The isolation that the sequences are read in: the caller's.
///   - sourceLocation: Where a failure is recorded.
///   - action: What makes the sequences deliver.
/// - Throws: What `action` throws.
public func expect<S: AsyncSequence, E: Error>(
  allOf sequences: [S],
  deliver expected: [S.Element],
  then ending: StreamEnding = .anything,
  within limit: Duration? = nil,
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  after action: () async throws(E) -> Void
) async throws(E) where S.Element: Equatable {
  let check = await DeliveryCheck(
    of: sequences,
    Delivery(expected: expected, order: .given, ending: ending, matches: ==),
    within: limit,
    sourceLocation: sourceLocation
  )
  try await check.perform(action)
}

/// Expects that several sequences deliver the same elements, without any action.
///
/// Use it for what the sequences deliver by themselves, such as the replayed latest value of their source. A failure is
/// that of ``expect(allOf:deliver:then:within:isolation:sourceLocation:after:)``.
///
/// - Parameters:
///   - sequences: What to subscribe to, in this order.
///   - expected: The elements that each of them delivers, in order. Pass an `ending` if there are none.
///   - ending: What has to follow the elements.
///   - limit: How long to wait in real time.
///   - isolation: The isolation that the sequences are read in: the caller's.
///   - sourceLocation: Where a failure is recorded.
public func expect<S: AsyncSequence>(
  allOf sequences: [S],
  deliver expected: [S.Element],
  then ending: StreamEnding = .anything,
  within limit: Duration? = nil,
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation
) async where S.Element: Equatable {
  let check = await DeliveryCheck(
    of: sequences,
    Delivery(expected: expected, order: .given, ending: ending, matches: ==),
    within: limit,
    sourceLocation: sourceLocation
  )
  await check.perform {}
}
