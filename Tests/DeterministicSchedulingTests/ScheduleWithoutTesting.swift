// Does not import `Testing`: a test of XCTest that uses a schedule need not do it either.
import DeterministicScheduling

/// Misuses a strategy, which records an issue at the call, and returns the line of that call.
func scheduleWithoutSeed() async throws -> Int {
  try await withDeterministicScheduling(strategy: .pct(depth: 2)) {}
  return #line - 1
}
