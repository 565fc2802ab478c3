#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The source of random programs for the model tests: the same program for the same seed, on every machine.
struct RandomPrograms: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// How many programs a model test runs: few in the daily run, as many as `TESTING_SUPPORT_MODEL_STEPS` says in a long one.
enum ModelPrograms {
  static func count(inDebug count: Int) -> Int {
    ProcessInfo.processInfo.environment["TESTING_SUPPORT_MODEL_STEPS"].flatMap { Int($0) } ?? count
  }
}
