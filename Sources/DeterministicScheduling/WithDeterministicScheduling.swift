public import Testing
internal import TestingSupportCore

/// Runs a piece of code as a deterministic test, without a trait.
public func withDeterministicScheduling<R>(
  seed: UInt64? = nil,
  strategy: InterleavingStrategy = .random,
  outside limit: Duration = .seconds(5),
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () async throws -> R
) async throws -> R {
  if let misuse = strategy.misuse(seed: seed) { recordIssue(misuse, sourceLocation: sourceLocation) }
  let run = DeterministicRun(strategy: seed.map(strategy.order), seed: seed, outsideLimit: limit)
  var result: Result<R, any Error>?
  _ = try await run.perform(sourceLocation: sourceLocation) {
    do { result = .success(try await body()) } catch { result = .failure(error) }
  }
  guard let result else { throw AbandonedTest() }
  return try result.get()
}
