public import Testing
internal import TestingSupportCore

/// Runs a test, or every test of a suite, under a schedule of its own.
///
/// Made by `.deterministic`.
public struct DeterministicTrait: TestTrait, SuiteTrait, TestScoping, SchedulingTrait {
  let run: DeterministicRun
  let identity = TraitIdentity()

  init(_ run: DeterministicRun) {
    Runtime.install()
    self.run = run
  }

  /// Whether a suite hands the trait on to its tests: it does.
  public var isRecursive: Bool { true }

  /// Runs a test under a schedule of its own.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil, isInnermost(of: test) else { return try await function() }
    var result: Result<Void, any Error> = .success(())
    _ = try await run.perform(sourceLocation: test.sourceLocation) {
      do { try await function() } catch { result = .failure(error) }
      await EndOfScheduledBody.action?()
    }
    try result.get()
  }
}

extension Trait where Self == DeterministicTrait {
  /// Runs each test first in, first out.
  public static var deterministic: Self { Self(DeterministicRun()) }

  /// Runs each test in the order that a seed decides.
  public static func deterministic(
    seed: UInt64? = nil,
    strategy: InterleavingStrategy = .random,
    outside limit: Duration = .seconds(5)
  ) -> Self {
    Self(DeterministicRun(strategy: seed.map(strategy.order), seed: seed, outsideLimit: limit))
  }
}
