public import Testing
internal import TestingSupportCore

/// Runs a test, or every test of a suite, under a schedule of its own.
///
/// Made by ``Testing/Trait/deterministic``.
public struct DeterministicTrait: TestTrait, SuiteTrait, TestScoping {
  let run: DeterministicRun
  private let identity = Identity()

  init(_ run: DeterministicRun) {
    Runtime.install()
    self.run = run
  }

  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil, isInnermost(of: test) else { return try await function() }
    var result: Result<Void, any Error> = .success(())
    _ = try await run.perform(sourceLocation: test.sourceLocation) {
      do { try await function() } catch { result = .failure(error) }
    }
    try result.get()
  }

  // A test's own trait wins over the one that it has from its suite.
  private func isInnermost(of test: Test) -> Bool {
    let innermost = test.traits.last { $0 is Self } as? Self
    return innermost == nil || innermost?.identity === identity
  }

  private final class Identity: Sendable {}
}

extension Trait where Self == DeterministicTrait {
  /// Runs each test first in, first out.
  public static var deterministic: Self { Self(DeterministicRun()) }

  /// Runs each test in the order that a seed decides.
  public static func deterministic(seed: UInt64? = nil, outside limit: Duration = .seconds(5)) -> Self {
    Self(DeterministicRun(strategy: seed.map { RandomStrategy(seed: $0) }, seed: seed, outsideLimit: limit))
  }
}
