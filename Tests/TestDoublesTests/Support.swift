import Foundation
import Testing
import TestingSupportCore

/// How many random steps a model test takes: few in every run, as many as `TESTING_SUPPORT_MODEL_STEPS` says in long ones.
let modelSteps = ProcessInfo.processInfo.environment["TESTING_SUPPORT_MODEL_STEPS"].flatMap(Int.init) ?? 20_000

/// SplitMix64: the same numbers in every run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension [Issue] {
  var texts: [String] { map { $0.comments.map(\.rawValue).joined(separator: "\n") } }
  var lines: [Int?] { map { $0.sourceLocation?.line } }
}

enum SampleError: Error, Hashable, CaseIterable {
  case offline, forbidden
}
