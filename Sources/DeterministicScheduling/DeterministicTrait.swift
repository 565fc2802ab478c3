public import Testing
internal import TestingSupportCore

/// Runs a test, or every test of a suite, under a schedule of its own.
///
/// Made by `.deterministic`.
public struct DeterministicTrait: TestTrait, SuiteTrait, TestScoping, SchedulingTrait {
  let run: DeterministicRun
  let identity = TraitIdentity()
  private let misuse: String?

  init(_ run: DeterministicRun, misuse: String? = nil) {
    Runtime.install()
    self.run = run
    self.misuse = misuse
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
    if let misuse { recordIssue(misuse, sourceLocation: test.sourceLocation) }
    var result: Result<Void, any Error> = .success(())
    _ = try await run.perform(sourceLocation: test.sourceLocation) {
      do { try await function() } catch { result = .failure(error) }
      await EndOfScheduledBody.current?.action()
    }
    try result.get()
  }
}

extension Trait where Self == DeterministicTrait {
  /// Runs each test under a schedule of its own, first in, first out: the same way every time.
  ///
  /// Use it for every test that starts tasks, sleeps, or waits for something that other tasks do. Sleeps take no real
  /// time. Tests run in parallel as before, also beside tests without the trait.
  ///
  /// ```swift
  /// @Test("When typing pauses then one search is sent", .deterministic)
  /// func whenTypingPauses_thenOneSearchIsSent() async {
  ///   let sut = SuggestionModel(server: server)
  ///   for text in ["s", "sw", "swift"] { sut.type(text) }
  ///   try? await Task.sleep(for: .seconds(1))  // takes no real time
  ///   #expect(await server.requests == ["swift"])
  /// }
  /// ```
  /// A test in which nothing can run any more waits five seconds, in real time, for something from outside to wake it.
  /// Then it fails at its own line, with the names of the tasks that wait, and is cancelled.
  public static var deterministic: Self { Self(DeterministicRun()) }

  /// Runs each test first in, first out, and gives the outside more or less time.
  ///
  /// - Parameter limit: How long, in real time, the test may rest until something from outside wakes it.
  public static func deterministic(outside limit: Duration) -> Self {
    Self(DeterministicRun(outsideLimit: limit))
  }

  /// Runs each test in the order that a seed decides: always the same one.
  ///
  /// - Parameters:
  ///   - seed: The seed, such as one that `.interleavings(_:)` has reported.
  ///   - strategy: How the order is drawn from the seed. A replay needs the one that is in the report.
  ///   - limit: How long, in real time, the test may rest until something from outside wakes it.
  public static func deterministic(
    seed: UInt64,
    strategy: InterleavingStrategy = .random,
    outside limit: Duration = .seconds(5)
  ) -> Self {
    let run = DeterministicRun(strategy: strategy.order(seed: seed), seed: seed, outsideLimit: limit)
    return Self(run, misuse: strategy.misuse)
  }
}
