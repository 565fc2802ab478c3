import TestingSupportCore

/// A property, as the test has written it down. Sendable: the test that the closure belongs to is suspended while it
/// runs, one call after the other, so nothing else uses what the closure has captured; a closure that is isolated to an
/// actor returns to that actor on its own.
struct Property: @unchecked Sendable {
  fileprivate let check: (ValueSource) async throws -> Void

  /// Checks the property with the values of one trial.
  func check(with trial: Trial) async throws {
    let source = ValueSource(seed: 0, trial: trial)
    do {
      try await CurrentValueSource.$trialSource.withValue(source) { try await check(source) }
    } catch is DiscardedTrial {
    } catch  where error.cancelsTest {
      trial.mark { $0.isCancelled = true }
    }
  }
}

/// Creates a property from a nonescaping closure, for the duration of `body`.
func withProperty(
  isolation: isolated (any Actor)? = #isolation,
  _ check: (ValueSource) async throws -> Void,
  do body: (Property) async -> Void
) async {
  await withoutActuallyEscaping(check) { check in
    _ = isolation
    await body(Property(check: check))
  }
}
