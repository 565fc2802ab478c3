import DeterministicScheduling
import Testing

extension Trait where Self == ConditionTrait {
  /// Runs a test only where the exact engine is.
  static var exactOnly: Self {
    .enabled(if: DeterministicSupport.current == .exact, "needs the exact engine")
  }
}
