import Foundation

/// A small generator with a seed, so that a failure can be had again.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  mutating func bool() -> Bool { Bool.random(using: &self) }

  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

  mutating func numbers(upTo count: Int, below limit: Int) -> [Int] {
    (0..<below(count + 1)).map { _ in below(limit) }
  }

  /// The numbers after one edit: a removal, an insertion, a replacement or a move.
  mutating func edited(_ numbers: [Int]) -> [Int] {
    var numbers = numbers
    if numbers.isEmpty { return [below(10)] }
    let index = below(numbers.count)
    switch below(4) {
    case 0: numbers.remove(at: index)
    case 1: numbers.insert(below(10), at: index)
    case 2: numbers[index] = below(10)
    default:
      let number = numbers.remove(at: index)
      numbers.insert(number, at: below(numbers.count + 1))
    }
    return numbers
  }
}

/// How many rounds a model test makes; `TESTING_SUPPORT_MODEL_STEPS` multiplies them for a long run.
func modelSteps(_ steps: Int) -> Int {
  steps * (ProcessInfo.processInfo.environment["TESTING_SUPPORT_MODEL_STEPS"].flatMap(Int.init) ?? 1)
}
