internal import Testing

/// A trait that decides how a test is scheduled.
protocol SchedulingTrait: Sendable {
  var identity: TraitIdentity { get }
}

/// Tells one use of a trait from another.
final class TraitIdentity: Sendable {}

extension SchedulingTrait {
  /// Whether this is the trait that counts for a test: of several, the one written last, and the test's own rather than
  /// its suite's.
  func isInnermost(of test: Test) -> Bool {
    let innermost = test.traits.lazy.reversed().compactMap { $0 as? any SchedulingTrait }.first
    return innermost == nil || innermost?.identity === identity
  }
}
