// conventions:ignore-file yielding - the order of tasks that yield is the subject

import Testing
import TestingSupportCore

@testable import DeterministicScheduling

/// Two tasks that take turns, and the order in which they did.
func takeTurns(_ turns: Int = 2) async -> [Int] {
  let order = Locked<[Int]>([])
  let tasks = [1, 2].map { number in
    start("task \(number)") {
      for _ in 0..<turns {
        order.withLock { $0.append(number) }
        await Task.yield()
      }
    }
  }
  for task in tasks { await task.value }
  return order.withLock { $0 }
}

struct Lost: Error {}

/// What came of a test under a trait, which does not fail for it.
struct Outcome {
  var issues: [Issue]
  var harmless: [String]
  var error: (any Error)?

  var report: String? { issues.last?.comments.first?.rawValue }

  /// The seed and the strategy of the line that replays the failure.
  var replay: (seed: UInt64, strategy: InterleavingStrategy)? {
    guard let match = report?.firstMatch(of: /seed: (0x[0-9A-F]+)(?:, strategy: (.+))?\)`\.\n/),
      let seed = InterleavingSeed.parse(String(match.1))
    else { return nil }
    guard let strategy = match.2 else { return (seed, .random) }
    return InterleavingStrategy(String(strategy)).map { (seed, $0) }
  }
}

/// Runs a test under a trait, and keeps what comes of it.
func explore(
  _ trait: some TestTrait & TestScoping,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: @Sendable () async throws -> Void
) async throws -> Outcome {
  let test = try #require(Test.current, sourceLocation: sourceLocation)
  let testCase = Test.Case.current
  let harmless = Locked<[String]>([])
  let catcher = IssueCatcher { issue in
    harmless.withLock { $0.append("\(issue) at \(String(describing: issue.sourceLocation))") }
    return false
  }
  await catcher.run(for: test, testCase: testCase) {
    // A busy machine is given the time to look for a simpler order.
    try await WaitLimit.withValue(WaitLimit.explicit ?? .seconds(1000)) {
      try await trait.provideScope(for: test, testCase: testCase, performing: body)
    }
  }
  return Outcome(issues: catcher.caught.map(\.issue), harmless: harmless.withLock { $0 }, error: catcher.error)
}
