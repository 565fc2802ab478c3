#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The seed of the first interleaving where a test does not give one.
enum InterleavingSeed {
  static let ofThisProcess =
    parse(ProcessInfo.processInfo.environment["TESTING_SUPPORT_SEED"]) ?? UInt64(UInt32.random(in: .min ... .max))

  /// A seed from its text, decimal or hexadecimal.
  static func parse(_ text: String?) -> UInt64? {
    guard let text else { return nil }
    if text.hasPrefix("0x") || text.hasPrefix("0X") { return UInt64(text.dropFirst(2), radix: 16) }
    return UInt64(text)
  }

  /// A seed as it is written in code.
  static func text(of seed: UInt64) -> String {
    "0x" + String(seed, radix: 16, uppercase: true)
  }
}
