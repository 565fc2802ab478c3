import TestingSupportCore

/// A stretch of code whose random values come from a seed of its own: a test with a seed trait, or `withSeed`.
final class SeedScope: Sendable {
  @TaskLocal static var current: SeedScope?

  private struct State {
    var seed: SeedOrigin?
    var isTold = false
    var identity: TestIdentity?
  }

  /// The seed asked for; `nil` for that of the schedule or of the run.
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

  /// Notes that values made from the seed are in use.
  func use(_ seed: SeedOrigin) {
    state.withLock { $0.seed = seed }
  }

  /// What to say of the seed with a failure: `nil` where no random value was made, or where it was said before.
  func textToTell() -> String? {
    let seed: SeedOrigin? = state.withLock { state in
      guard let seed = state.seed, !state.isTold else { return nil }
      state.isTold = true
      return seed
    }
    return seed?.replayAdvice
  }
}
