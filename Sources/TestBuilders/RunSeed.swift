import Foundation

/// The seed of all random values in this run of the tests.
enum RunSeed {
  static let variable = "TESTING_SUPPORT_SEED"

  /// The seed, printed to standard error when it is first used.
  static let value: UInt64 = {
    try? FileHandle.standardError.write(contentsOf: Data((announcement(of: resolved.seed) + "\n").utf8))
    return resolved.seed
  }()

  /// What is wrong with the environment variable, if anything is.
  static var problem: String? { resolved.problem }

  private static let resolved = resolve(ProcessInfo.processInfo.environment[variable])

  /// The seed from the environment variable; a random one if it is missing or invalid.
  static func resolve(_ text: String?) -> (seed: UInt64, problem: String?) {
    // Nine digits are easy to copy from a log, and a billion runs are enough of a choice.
    let random = UInt64.random(in: 1...999_999_999)
    guard let text, !text.isEmpty else { return (random, nil) }
    let digits = text.replacingOccurrences(of: "_", with: "")
    let seed = digits.hasPrefix("0x") ? UInt64(digits.dropFirst(2), radix: 16) : UInt64(digits)
    if let seed { return (seed, nil) }
    return (random, "\(variable)=\(text) is not a number from 0 to \(UInt64.max): seed \(random) is used instead.")
  }

  static func announcement(of seed: UInt64) -> String {
    "◇ Random values of this run come from seed \(seed); reproduce them with \(variable)=\(seed)"
  }
}
