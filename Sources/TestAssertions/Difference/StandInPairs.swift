import TestDescriptions

/// Replaces pairs of Foundation values with more descriptive ones.
struct StandInPairs {
  private var typesWithout: Set<ObjectIdentifier> = []

  mutating func pair(_ expected: Any, _ actual: Any) -> (expected: Any, actual: Any)? {
    let type = ObjectIdentifier(type(of: expected))
    if typesWithout.contains(type) { return nil }
    guard let expected = StandIn.of(expected) else {
      typesWithout.insert(type)
      return nil
    }
    guard let actual = StandIn.of(actual), Swift.type(of: expected) == Swift.type(of: actual) else { return nil }
    return (expected, actual)
  }
}
