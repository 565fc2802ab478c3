import TestingSupportCore

/// Code whose random values have their own seed: a test with a seed trait, or `withSeed`.
final class SeedScope: Sendable {
  @TaskLocal static var current: SeedScope?

  private struct State {
    var seed: SeedOrigin?
    var isTold = false
    var identity: TestIdentity?
  }

  /// The requested seed; `nil` for that of the schedule or of the run.
  let seed: UInt64?
  let sources = ValueSourceCache()
  private let state = Locked(State())

  init(seed: UInt64?) {
    self.seed = seed
  }

  /// The test that the scope is a part of, found out once: looking at a test's arguments takes its time.
  var identity: TestIdentity? {
    if let identity = state.withLock({ $0.identity }) { return identity }
    let identity = TestIdentity.current
    state.withLock { $0.identity = identity }
    return identity
  }

  /// Records that values from the seed are in use.
  func use(_ seed: SeedOrigin) {
    state.withLock { $0.seed = seed }
  }

  /// What to report about the seed with a failure; `nil` if no random value was created, or if it has been reported.
  func textToTell() -> String? {
    let seed: SeedOrigin? = state.withLock { state in
      guard let seed = state.seed, !state.isTold else { return nil }
      state.isTold = true
      return seed
    }
    return seed?.replayAdvice
  }
}
