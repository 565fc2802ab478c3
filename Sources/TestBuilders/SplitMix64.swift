/// The generator SplitMix64 of Steele, Lea and Flood: turns a seed of any quality into well mixed numbers.
///
/// Used to fill the state of ``Xoshiro256`` and to derive seeds from one another.
struct SplitMix64: RandomNumberGenerator, Sendable {
  private static let increment: UInt64 = 0x9E37_79B9_7F4A_7C15
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= Self.increment
    return Self.mix(state)
  }

  static func mix(_ value: UInt64) -> UInt64 {
    var mixed = value
    mixed = (mixed ^ (mixed &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed &>> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed &>> 31)
  }
}
