import TestingSupportCore

/// Derives the seed of one test's values from the seed that the user sets.
enum SeedDerivation {
  /// The seed of the values of one test: the same in every run, in any order, on any machine.
  static func seed(from base: UInt64, for identity: TestIdentity?) -> UInt64 {
    var seed = SplitMix64.mix(base ^ hash(of: identity?.name ?? ""))
    seed = SplitMix64.mix(seed &+ hash(of: identity?.arguments ?? ""))
    return seed
  }

  /// The seed of the values created at one line outside any test.
  static func seed(from base: UInt64, forPlace place: String) -> UInt64 {
    SplitMix64.mix(base ^ hash(of: place))
  }

  /// The text's 64-bit FNV-1a hash; Swift's own hash is another one in every process.
  static func hash(of text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { hash, byte in (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
  }
}
