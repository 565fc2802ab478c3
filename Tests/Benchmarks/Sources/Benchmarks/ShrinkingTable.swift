import TestAssertions
import TestBuilders

/// How small the failing inputs of the shrinking challenges get, with 40 seeds, and after how many attempts.
enum ShrinkingTable {
  static let name = "Shrinking"

  /// Prints a line for each challenge; whether every seed has found the smallest input.
  ///
  /// - Parameter once: Whether to try one seed only.
  static func print(once: Bool) async -> Bool {
    Swift.print("")
    Swift.print("| challenge | smallest failing input | seeds that find it | attempts, median | attempts, most |")
    Swift.print("| --- | --- | ---: | ---: | ---: |")
    let seeds: Range<UInt64> = once ? 0..<1 : 0..<40
    var isMinimal = true
    for challenge in ShrinkingChallenge.all {
      var found: [ShrinkingChallenge.Found] = []
      for seed in seeds {
        found.append(.init(in: await recordedIssues { await withSeed(seed) { await challenge.check() } }))
      }
      let minimal = found.filter { $0.input == challenge.smallest }.count
      let attempts = found.map(\.attempts).sorted()
      isMinimal = isMinimal && minimal == found.count
      let cells = [
        challenge.testDescription, "`\(challenge.smallest.joined(separator: ", "))`", "\(minimal) of \(found.count)",
        "\(attempts[attempts.count / 2])", "\(attempts[attempts.count - 1])",
      ]
      Swift.print("| \(cells.joined(separator: " | ")) |")
    }
    return isMinimal
  }
}
