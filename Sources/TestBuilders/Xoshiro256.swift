/// The generator xoshiro256** of Blackman and Vigna: four words of state, a period of 2²⁵⁶ − 1.
struct Xoshiro256: RandomNumberGenerator, Sendable {
  private var state: (UInt64, UInt64, UInt64, UInt64)

  /// Starts from a seed, spread over the state by ``SplitMix64`` as the generator's authors advise.
  init(seed: UInt64) {
    var mixer = SplitMix64(seed: seed)
    state = (mixer.next(), mixer.next(), mixer.next(), mixer.next())
  }

  /// Starts from a state, which must not be zero in all four words.
  init(state: (UInt64, UInt64, UInt64, UInt64)) {
    self.state = state
  }

  mutating func next() -> UInt64 {
    let result = Self.rotateLeft(state.1 &* 5, by: 7) &* 9
    let shifted = state.1 &<< 17
    state.2 ^= state.0
    state.3 ^= state.1
    state.1 ^= state.2
    state.0 ^= state.3
    state.2 ^= shifted
    state.3 = Self.rotateLeft(state.3, by: 45)
    return result
  }

  private static func rotateLeft(_ value: UInt64, by count: UInt64) -> UInt64 {
    (value &<< count) | (value &>> (64 &- count))
  }
}
