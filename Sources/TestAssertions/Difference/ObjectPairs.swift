/// The pairs of objects that were found so far.
///
/// Object graphs have cycles, and many ways to one object: a pair is reported once, and inspected once.
struct ObjectPairs {
  private struct Pair: Hashable {
    let expected: ObjectIdentifier
    let actual: ObjectIdentifier
  }

  private var visited: Set<Pair> = []
  /// What was found out about pairs that were not visited yet.
  private var different: Set<Pair> = []
  private var same: Set<Pair> = []

  /// Whether the objects are met for the first time.
  mutating func visit(_ expected: Any, _ actual: Any) -> Bool {
    visited.insert(Self.pair(expected, actual)).inserted
  }

  /// Whether the objects are known to differ; `nil` if nothing is known, and for values that are no objects.
  func areDifferent(_ expected: Any, _ actual: Any) -> Bool? {
    guard type(of: expected) is AnyObject.Type, type(of: actual) is AnyObject.Type else { return nil }
    let pair = Self.pair(expected, actual)
    if different.contains(pair) { return true }
    return visited.contains(pair) || same.contains(pair) ? false : nil
  }

  /// Takes over what a probe found out about two values.
  mutating func learn(from probe: ObjectPairs, isDifferent: Bool, _ expected: Any, _ actual: Any) {
    if !isDifferent {
      // Everything that it walked through is the same.
      same.formUnion(probe.visited.subtracting(visited))
    } else if type(of: expected) is AnyObject.Type, type(of: actual) is AnyObject.Type {
      different.insert(Self.pair(expected, actual))
    }
  }

  private static func pair(_ expected: Any, _ actual: Any) -> Pair {
    Pair(expected: ObjectIdentifier(expected as AnyObject), actual: ObjectIdentifier(actual as AnyObject))
  }
}
