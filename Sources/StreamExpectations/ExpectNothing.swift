import Testing

/// Expects that a sequence neither delivers nor ends while an action is carried out, and until all has settled after
/// it.
///
/// In a deterministic test, this is exact: the function returns when the test is idle. In any other test, other tasks
/// only have a chance to run; pass `within:` to wait longer, or make the test deterministic.
///
/// ```swift
/// await expectNothing(from: sut.prompts) {
///   location.simulateAuthorization(.enabled)
/// }
/// ```
///
/// - Parameters:
///   - sequence: What to subscribe to.
///   - limit: How long to listen in real time, after the action.
///   - isolation: The isolation that the sequence is read in: the caller's.
///   - sourceLocation: Where an issue is recorded, with what arrived.
///   - action: What must not make the sequence deliver.
/// - Throws: What `action` throws.
public func expectNothing<S: AsyncSequence, E: Error>(
  from sequence: S,
  within limit: Duration? = nil,
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  during action: () async throws(E) -> Void
) async throws(E) {
  let check = await DeliveryCheck(
    of: [sequence],
    Delivery(expected: [], order: .given, ending: .silence, matches: { _, _ in false }),
    within: limit,
    sourceLocation: sourceLocation
  )
  try await check.perform(action)
}

/// Expects that a sequence neither delivers nor ends until all has settled, without any action.
///
/// Use it for a sequence that has no initial value. A failure is that of
/// ``expectNothing(from:within:isolation:sourceLocation:during:)``.
///
/// - Parameters:
///   - sequence: What to subscribe to.
///   - limit: How long to listen in real time, after the action.
///   - isolation: The isolation that the sequence is read in: the caller's.
///   - sourceLocation: Where an issue is recorded, with what arrived.
public func expectNothing<S: AsyncSequence>(
  from sequence: S,
  within limit: Duration? = nil,
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation
) async {
  let check = await DeliveryCheck(
    of: [sequence],
    Delivery(expected: [], order: .given, ending: .silence, matches: { _, _ in false }),
    within: limit,
    sourceLocation: sourceLocation
  )
  await check.perform {}
}
