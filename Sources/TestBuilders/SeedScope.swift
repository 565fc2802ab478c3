import TestingSupportCore

/// A stretch of code whose random values come from a seed of its own: a test with a seed trait, or `withSeed`.
final class SeedScope: Sendable {
  @TaskLocal static var current: SeedScope?

  private struct Telling {
    var seed: UsedSeed?
    var isTold = false
  }

  /// The seed asked for; `nil` for that of the schedule or of the run.
  let seed: UInt64?
  let sources = SourceTable()
  private let telling = Locked(Telling())

  init(seed: UInt64?) {
    self.seed = seed
  }

  /// Notes that values made from the seed are in use.
  func use(_ seed: UsedSeed) {
    telling.withLock { $0.seed = seed }
  }

  /// What to say of the seed with a failure: `nil` where no random value was made, or where it was said before.
  func textToTell() -> String? {
    let seed: UsedSeed? = telling.withLock { telling in
      guard let seed = telling.seed, !telling.isTold else { return nil }
      telling.isTold = true
      return seed
    }
    return seed?.replayAdvice
  }
}
