import Testing

/// The seed of a test's values, and where it comes from.
enum SeedOrigin: Sendable, Equatable {
  /// The `.seed` trait, or `withSeed`.
  case chosen(UInt64)
  /// The seed of the deterministic schedule that the test runs under.
  case schedule(UInt64)
  /// The run of the tests.
  case run(UInt64)

  var value: UInt64 {
    switch self {
    case .chosen(let value), .schedule(let value), .run(let value): value
    }
  }

  /// What to do to get the values again.
  var replayAdvice: String {
    switch self {
    case .chosen(let value):
      "Random values of this test come from the seed chosen for it: \(value)"
    case .schedule(let value):
      """
      Random values of this test come from the seed of its schedule: 0x\(String(value, radix: 16, uppercase: true))
      The same schedule has the same values.
      """
    case .run(let value):
      """
      Random values of this test come from seed \(value)
      Reproduce them with \(replay(with: value)) or `\(RunSeed.variable)=\(value)` in the environment.
      """
    }
  }

  private func replay(with value: UInt64) -> String {
    // In an XCTest there is nothing to put a trait on.
    Test.current == nil ? "`withSeed(\(value)) { }` around the code" : "`.seed(\(value))` on the test"
  }
}
