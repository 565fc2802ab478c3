import Foundation
internal import Testing
internal import TestingSupportCore

/// The failing orders of one test, kept in a file from one run of the tests to the next.
///
/// A file contains one order on each line, its seed and its strategy, below a line that names the test. All cases of a
/// test share a file.
struct KeptOrders: Sendable {
  struct Order: Hashable, Sendable {
    let seed: UInt64
    let strategy: InterleavingStrategy
  }

  static let variable = "TESTING_SUPPORT_SEEDS"
  static let mostOrders = 20

  /// A folder for a piece of code, in place of that of the environment.
  @TaskLocal static var folder: String?

  // Cases of a test run side by side.
  // Not `Void`, which has no size: the thread sanitizer takes it for the lock beside it.
  private static let access = Locked(false)

  private let file: URL
  private let title: String

  /// The orders of a test.
  ///
  /// - Returns: `nil` if the environment names no folder.
  init?(of test: Test, in environment: [String: String] = ProcessInfo.processInfo.environment) {
    guard let folder = Self.folder ?? environment[Self.variable], !folder.isEmpty else { return nil }
    let identity = TestIdentity(test: test, testCase: nil).name
    let words = identity.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    // The end of a long name is more specific than its start.
    let name = words.joined(separator: "-").suffix(150)
    file = URL(fileURLWithPath: folder, isDirectory: true).appendingPathComponent("\(name).txt")
    title = "Failing interleavings of \(identity)"
  }

  /// The orders that are kept, the latest first. Lines that make no sense are passed over.
  var orders: [Order] {
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
    return text.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
      guard parts.count == 2, let seed = InterleavingSeed.parse(parts[0]),
        let strategy = InterleavingStrategy(parts[1]), strategy.misuse == nil
      else { return nil }
      return Order(seed: seed, strategy: strategy)
    }
  }

  /// Keeps an order that fails, as the latest.
  ///
  /// - Returns: What is wrong if that cannot be done.
  func keep(_ order: Order) -> String? {
    Self.access.withLock { _ in
      do {
        let kept = [order] + orders.filter { $0 != order }.prefix(Self.mostOrders - 1)
        let lines = ["# \(title)"] + kept.map { "\(InterleavingSeed.text(of: $0.seed)) \($0.strategy)" } + [""]
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(lines.joined(separator: "\n").utf8).write(to: file, options: .atomic)
        return nil
      } catch {
        return "\(error)"
      }
    }
  }
}
